"""allauth's forms of passkeys, but nonsense in the place of a credential is wrong, not a failure of the server."""

from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms

UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, IndexError)  # what fido2 dies of


class AddPasskeyForm(forms.AddWebAuthnForm):  # type: ignore[misc]
    def clean(self) -> dict[str, Any]:
        try:
            cleaned: dict[str, Any] = super().clean()
        except UNREADABLE as error:
            raise get_adapter().validation_error("incorrect_code") from error
        return cleaned


class Readable:
    """Goes before a form that takes what a passkey answers."""

    def clean_credential(self) -> Authenticator:
        try:
            authenticator: Authenticator = super().clean_credential()  # type: ignore[misc]
        except UNREADABLE as error:
            raise get_adapter().validation_error("incorrect_code") from error
        return authenticator


class LogInByPasskeyForm(Readable, forms.LoginWebAuthnForm):  # type: ignore[misc]
    pass


class PasskeyForm(Readable, forms.AuthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class PasskeyAgainForm(Readable, forms.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    pass

"""allauth's forms of passkeys, but nonsense in the place of a credential is wrong, not a failure of the server."""

from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms
from django.utils.translation import gettext_lazy as _

UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, IndexError)  # what fido2 dies of


class AddPasskeyForm(forms.AddWebAuthnForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name of the passkey")
        alone = self.fields["passwordless"]
        alone.label = _("Open my account by this passkey alone")
        alone.help_text = _("Then it asks for a finger, a face or a PIN, and you need no password.")

    def clean(self) -> dict[str, Any]:
        try:
            cleaned: dict[str, Any] = super().clean()
        except UNREADABLE as error:
            raise get_adapter().validation_error("incorrect_code") from error
        return cleaned


class EditPasskeyForm(forms.EditWebAuthnForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name of the passkey")


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

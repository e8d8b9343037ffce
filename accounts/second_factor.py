"""The second factor (codes of an app, passkeys; django-allauth's mfa): who may have one, and who must."""

from collections.abc import Callable
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import secrets
from accounts.doors import sign_up_first
from accounts.models import User
from cribsite.site import site_settings

FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)  # codes for recovery are none by themselves
LEAVING = "logout"


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    def get_totp_issuer(self) -> str:
        """How the app of codes names the site."""
        return site_settings().name

    def get_totp_label(self, user: User) -> str:
        """The name, not the address, which is nobody's to read over a shoulder."""
        return user.username

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return entity | {"name": user.username, "display_name": user.username}

    def encrypt(self, text: str) -> str:
        return secrets.encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        return secrets.decrypt(encrypted_text)

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        """What a passkey is called until its owner says better."""
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return _("Passkey %(number)d") % {"number": number}


class SecondFactor:
    """Middleware: guests have none, and staff need one before the admin where the host wishes so."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: object, _args: object, _kwargs: object) -> HttpResponse | None:
        player, place = request.user, request.resolver_match
        if not isinstance(player, User) or place is None:
            return None
        if player.is_guest and (place.url_name or "").startswith("mfa_"):
            return sign_up_first(request, reverse("settings"))
        if "admin" in place.namespaces and place.url_name != LEAVING and player.is_staff:
            return missing_factor(request, player)
        return None


def missing_factor(request: HttpRequest, player: User) -> HttpResponse | None:
    """What stands between this session of staff and the admin: nothing, setting up a factor, or giving it."""
    if not site_settings().staff_need_second_factor:
        return None
    if not Authenticator.objects.filter(user=player, type__in=FACTORS).exists():
        return render(request, "accounts/second_factor_needed.html", status=403)
    if any(record.get("method") == "mfa" for record in get_authentication_records(request, player)):
        return None
    way = get_adapter().get_reauthentication_methods(player)[0]["url"]
    return redirect_to_login(request.get_full_path() if request.method == "GET" else reverse("admin:index"), way)

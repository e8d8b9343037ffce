"""Whose an address of mail is: whoever confirmed it. That anybody else gave it at sign-up says nothing."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import get_user_by_username
from allauth.account.models import EmailAddress
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest

from accounts.models import User


def confirmed_by(email: str) -> User | None:
    """The one player who has confirmed the address."""
    row = EmailAddress.objects.filter(email=email.lower(), verified=True).select_related("user").first()
    player: User | None = row and row.user
    return player


def to_reset(email: str) -> User | None:
    """Whose password is reset by a letter to the address: who confirmed it, else whoever first gave it.

    One player at most, so that many accounts fill nobody's mail box. It asks for the same, whatever it finds.
    """
    first = User.objects.filter(email=email.lower()).order_by("pk").first()
    player = confirmed_by(email) or first
    return player if player and player.is_active else None


class NameOrAddress(AuthenticationBackend):  # type: ignore[misc]
    """As allauth's, but an address opens an account only once it is confirmed.

    Else whoever signs up with another's address could try it at the log-in, and learn whether somebody has it.
    """

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> AbstractBaseUser | None:
        email, name = credentials.get("email"), credentials.get("username", "")
        player = confirmed_by(email) if email else get_user_by_username(name)
        opened: AbstractBaseUser | None = self._check_password(player, credentials["password"])
        return opened

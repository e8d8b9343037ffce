"""Keys to the API: made, found and revoked."""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.db.models import QuerySet

from accounts.models import ApiToken, User
from games.broadcast import announce_token_revoked
from games.services.errors import Forbidden

PREFIX = "cribsite_"  # so that whoever finds one, or a scanner of public code, sees what it is
MOST_TOKENS = 20  # of one player at a time
USE_IS_NOTED_EVERY = timedelta(minutes=1)


class TooManyTokens(Exception):
    """The player has `MOST_TOKENS` already."""


def make_token(user: User, name: str, now: datetime) -> str:
    """The secret of a new token, which nobody can be shown again.

    Raises `TooManyTokens`, and `Forbidden` for a guest.
    """
    if user.is_guest:
        raise Forbidden("sign_up_first")
    if tokens_of(user).count() >= MOST_TOKENS:
        raise TooManyTokens
    secret = PREFIX + secrets.token_urlsafe(32)
    ApiToken.objects.create(user=user, name=name, secret_hash=_hash(secret), created_at=now)
    return secret


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """The tokens of a player that still open something, newest first."""
    return ApiToken.objects.filter(user=user, revoked_at=None).order_by("-created_at", "-pk")


def find_token(secret: str, now: datetime) -> ApiToken | None:
    """The token of this secret with its player, if it opens anything; its use is noted."""
    token = ApiToken.objects.select_related("user").filter(secret_hash=_hash(secret), revoked_at=None).first()
    if token is None or not token.user.is_active:
        return None
    if token.used_at is None or now - token.used_at >= USE_IS_NOTED_EVERY:
        token.used_at = now
        token.save(update_fields=["used_at"])
    return token


def is_still_good(token_id: int, now: datetime) -> bool:
    """Whether a token that was found before opens anything now."""
    good = ApiToken.objects.filter(pk=token_id, revoked_at=None, user__is_active=True)
    return good.exclude(user__shut_out_until__gt=now).exists()


def revoke_token(token: ApiToken, now: datetime) -> None:
    """Make the token worthless at once; open streams of it end."""
    token.revoked_at = now
    token.save(update_fields=["revoked_at"])
    announce_token_revoked(token.pk)


def revoke_all(user: User, now: datetime) -> None:
    """Make every token of the player worthless at once."""
    for token in tokens_of(user):
        revoke_token(token, now)


def _hash(secret: str) -> str:
    return sha256(secret.encode(errors="replace")).hexdigest()

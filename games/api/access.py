"""Who calls, and how fast a caller may go. Tokens alone open the API: no cookie does, so there is nothing to forge."""

import math
from time import time
from typing import Any, cast

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone, translation
from ninja.errors import Throttled
from ninja.security import HttpBearer

from accounts.conduct.standing import require_access
from accounts.models import ApiToken, User
from accounts.throttle import is_too_often
from accounts.tokens import find_token
from games.bucket import TokenBucket

SECONDS_OF_A_PAUSE = 60
SECONDS_AT_ONCE = 10  # so many seconds' worth of calls may come at the same time


class Bearer(HttpBearer):
    """The header `Authorization: Bearer TOKEN`. An address that sends none that is good is told to wait.

    Raises `Forbidden` where the player is suspended or banned.
    """

    def __call__(self, request: HttpRequest) -> Any:
        found = super().__call__(request)
        if found is None and is_too_often(request, "wrong_token"):
            raise Throttled(SECONDS_OF_A_PAUSE)
        return found

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken | None:
        found = find_token(token, timezone.now())
        if found is not None:
            if found.user.language:
                translation.activate(found.user.language)
            spend(found.pk, time())
            require_access(found.user, timezone.now())
        return found


def spend(token_id: int, now: float) -> None:
    """Count one call of a token, in all processes together. Raises ninja's `Throttled` where it is one too many.

    Calls in the very same moment may be counted as one: the bound is against floods, not to the call.
    """
    key, rate = f"api-calls-{token_id}", settings.API_CALLS_A_SECOND
    bucket: TokenBucket = cache.get(key) or TokenBucket(SECONDS_AT_ONCE * rate, rate, now)
    if not bucket.take(now):
        raise Throttled(math.ceil(bucket.wait))
    cache.set(key, bucket, timeout=2 * SECONDS_AT_ONCE)


def count_new_table(request: HttpRequest, is_challenge: bool = False) -> None:
    """As the forms count it. Raises ninja's `Throttled` where it is one too many."""
    actions = ("table", "challenge") if is_challenge else ("table",)
    if any(is_too_often(request, action, caller(request)) for action in actions):
        raise Throttled(SECONDS_OF_A_PAUSE)


def token_of(request: HttpRequest) -> ApiToken:
    """The token that opened the call."""
    return cast(ApiToken, request.auth)  # type: ignore[attr-defined]


def caller(request: HttpRequest) -> User:
    return token_of(request).user

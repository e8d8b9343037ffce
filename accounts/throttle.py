"""Not too often: what is counted beside allauth's own limits, by the table `ACCOUNT_RATE_LIMITS` in the settings."""

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit  # its public door leaves out every GET
from django.http import HttpRequest

from accounts.models import User


def is_too_often(request: HttpRequest, action: str, user: User | None = None) -> bool:
    """Count one more `action` of the address and of `user` (else who is logged in): whether it is one too many."""
    usage = ratelimit.consume(request, app="allauth.account", action=action, user=user, limit_get=True)
    return usage is None


def throttle(request: HttpRequest, action: str, user: User | None = None) -> None:
    """Count one more `action`, as `is_too_often`; what is one too many is answered by the page 429."""
    if is_too_often(request, action, user):
        raise ImmediateHttpResponse(ratelimit.respond_429(request))

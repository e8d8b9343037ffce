"""Where players come from, kept as keyed hashes for 90 days: whoever has them can compare them, and read nothing."""

import re
import secrets
from contextlib import suppress
from datetime import datetime, timedelta
from ipaddress import IPv6Address, IPv6Network, ip_address

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from accounts.conduct.models import Trace
from accounts.models import User

Kind = Trace.Kind
KEPT_FOR = timedelta(days=90)
NOTED_EVERY = timedelta(hours=1)
COOKIE = "device"
COOKIE_FOR = timedelta(days=400)  # no browser keeps one longer
DEVICE = re.compile(r"[\w-]{22}", re.ASCII)
HOUSEHOLD = 64  # bits of an IPv6 address that a line keeps; the rest changes by the hour


def mark(kind: Trace.Kind, value: str) -> str:
    """64 hex digits that tell whether two values are the same, to whoever knows the site's SECRET_KEY alone."""
    return salted_hmac(f"cribsite.trace.{kind}", value, algorithm="sha256").hexdigest()


def line_of(address: str) -> str:
    """An IPv4 address as it is, the network of an IPv6 address."""
    found = ip_address(address)
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Network((found, HOUSEHOLD), strict=False))
    return str(found)


def note_traces(request: HttpRequest, answer: HttpResponse, now: datetime) -> None:
    """Note address and device of the player who asks, once an hour; a browser without a mark of its own gets one."""
    assert isinstance(request.user, User)
    device = request.COOKIES.get(COOKIE, "")
    if not DEVICE.fullmatch(device):
        device = secrets.token_urlsafe(16)
        _set_cookie(answer, device)
    address = get_adapter().get_client_ip(request)
    marks = {Kind.DEVICE: mark(Kind.DEVICE, device), Kind.ADDRESS: mark(Kind.ADDRESS, line_of(address))}
    with suppress(IntegrityError):  # of a player who is being deleted in another tab
        keep_traces(request.user, marks, now)


@transaction.atomic
def keep_traces(user: User, marks: dict[Trace.Kind, str], now: datetime) -> None:
    """Store what was not stored within the hour."""
    fresh = Trace.objects.filter(player=user, mark__in=marks.values(), last_at__gt=now - NOTED_EVERY)
    known = set(fresh.values_list("kind", flat=True))
    new = [
        Trace(player=user, kind=kind, mark=value, first_at=now, last_at=now)
        for kind, value in marks.items()
        if kind not in known
    ]
    if new:
        unique = ["player", "kind", "mark"]
        Trace.objects.bulk_create(new, update_conflicts=True, unique_fields=unique, update_fields=["last_at"])


def _set_cookie(answer: HttpResponse, device: str) -> None:
    answer.set_cookie(COOKIE, device, max_age=COOKIE_FOR, httponly=True, secure=settings.HTTPS, samesite="Lax")


def forget_old(now: datetime) -> int:
    """Delete what was not seen for 90 days; how many."""
    deleted, _by_table = Trace.objects.filter(last_at__lte=now - KEPT_FOR).delete()
    return deleted

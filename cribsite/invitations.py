"""Invitations: made by staff, and counted as players sign up with them."""

from datetime import datetime

from django.conf import settings
from django.db.models import F, QuerySet
from django.urls import reverse

from cribsite.models import Invitation


def link(invitation: Invitation) -> str:
    """The whole address that is given to whoever is invited."""
    return f"{settings.SITE_URL}{reverse('account_signup')}?invitation={invitation.code}"


def is_good(code: str, now: datetime) -> bool:
    """Whether somebody may still sign up by this code."""
    return _good(code, now).exists()


def use(code: str, now: datetime) -> bool:
    """Count one sign-up, within the transaction that stores it; whether there was one left."""
    return _good(code, now).update(used=F("used") + 1) == 1


def _good(code: str, now: datetime) -> QuerySet[Invitation]:
    known = code if code.isascii() and code.isprintable() else ""  # PostgreSQL takes no NUL
    return Invitation.objects.filter(code=known, used__lt=F("uses"), ends_at__gt=now)

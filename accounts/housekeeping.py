"""What the referee does for accounts once an hour: what is kept for a time only is forgotten, clues are looked for."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.conduct.clue_search import look_for_clues
from accounts.conduct.traces import forget_old

logger = logging.getLogger(__name__)

HOUR = 60 * 60  # seconds
A_DAY = timedelta(days=1)  # as long a session's row may be there before the session


def keep_house_once_an_hour(now: datetime) -> None:
    """In one of all processes; what fails stops neither the rest nor the referee."""
    if not cache.add("housekeeping", True, HOUR):
        return
    tasks: tuple[Callable[[datetime], object], ...] = (forget_old, forget_ended_sessions, look_for_clues)
    for task in tasks:
        try:
            with transaction.atomic():
                task(now)
        except Exception:
            logger.exception("%s failed", task.__name__)


def forget_ended_sessions(now: datetime) -> None:
    """Delete sessions that have run out, and the addresses and browsers of sessions that are no more."""
    Session.objects.filter(expire_date__lte=now).delete()
    stored = Session.objects.filter(session_key=OuterRef("session_key"))
    UserSession.objects.filter(~Exists(stored), last_seen_at__lte=now - A_DAY).delete()

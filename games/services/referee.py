"""What is due whether anybody is looking or not. One broken match does not stop the others."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db.models import QuerySet

from accounts.conduct.sanctions import end_what_is_due
from accounts.guests import away_for_good, sweep_guest
from accounts.housekeeping import keep_house_once_an_hour
from games.models import OPEN_FOR, Match
from games.services import letters, vacations
from games.services.cards import keep_totals
from games.services.table import end_if_overdue, expire_if_old
from games.services.trouble import attempt

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_SWEEPS = 20
TIME_FOR_A_SWEEP = timedelta(seconds=3 * SECONDS_BETWEEN_SWEEPS)  # what is overdue for longer was not seen to
MARK = "referee"


@dataclass(frozen=True)
class Sweep:
    """What one sweep did, by number."""

    ended_by_time: int = 0
    tables_expired: int = 0
    vacations_ended: int = 0
    guests_swept: int = 0
    in_trouble: int = 0
    sanctions_ended: int = 0
    cards_counted: int = 0  # matches


NOTHING = Sweep()


def sweep(now: datetime) -> Sweep:
    """End used-up vacations, sanctions and what is overdue, close old open tables, sweep guests, write letters.

    Last, count the cards of what is over.

    May run twice side by side: each match is locked, and looked at again once it is.
    """
    returned = vacations.end_used_up(now)
    overdue = Match.objects.filter(seats__deadline__lte=now).distinct()
    old = Match.objects.filter(status=Match.State.OPEN, created_at__lte=now - OPEN_FOR)
    ended, broken = _each(overdue, end_if_overdue, now)
    expired, more_broken = _each(old, expire_if_old, now)
    swept, left_behind = _sweep_guests(now)
    letters.warn_of_short_time(now)  # after the matches, which no letter may keep from their end
    letters.write_digests(now)
    keep_house_once_an_hour(now)
    in_trouble = broken + more_broken + left_behind
    lifted = end_what_is_due(now)
    return Sweep(ended, expired, returned, swept, in_trouble, lifted, keep_totals(now))


def leave_mark(now: datetime) -> None:
    """Let the admin see that a referee is at work."""
    cache.set(MARK, now, None)


def last_sweep() -> datetime | None:
    """When a referee last left its mark; None where none ever did."""
    seen: datetime | None = cache.get(MARK)
    return seen


def _sweep_guests(now: datetime) -> tuple[int, int]:
    """How many guests were deleted who are away for good, and how many could not be."""
    done = broken = 0
    for guest_id in list(away_for_good(now).values_list("pk", flat=True)):
        try:
            done += sweep_guest(guest_id, now)
        except Exception:
            broken += 1
            logger.exception("the referee failed on guest %s", guest_id)
    return done, broken


def _each(matches: QuerySet[Match], act: Callable[[str, datetime], bool], now: datetime) -> tuple[int, int]:
    """How many matches `act` changed, and how many it failed on, which are marked for the admin."""
    outcomes = [attempt(act, match_id, now) for match_id in list(matches.values_list("pk", flat=True))]
    return outcomes.count(True), outcomes.count(None)

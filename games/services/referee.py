"""What is due whether anybody is looking or not. One broken match does not stop the others."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from games.models import OPEN_FOR, Match
from games.services import letters, vacations
from games.services.table import end_if_overdue, expire_if_old
from games.services.trouble import attempt


@dataclass(frozen=True)
class Sweep:
    """What one sweep did, by number."""

    ended_by_time: int = 0
    tables_expired: int = 0
    vacations_ended: int = 0
    in_trouble: int = 0


NOTHING = Sweep()


def sweep(now: datetime) -> Sweep:
    """End vacations that are used up and what is overdue, close old open tables, write the letters of the hour.

    May run twice side by side: each match is locked, and looked at again once it is.
    """
    returned = vacations.end_used_up(now)
    overdue = Match.objects.filter(seats__deadline__lte=now).distinct()
    old = Match.objects.filter(status=Match.State.OPEN, created_at__lte=now - OPEN_FOR)
    ended, broken = _each(overdue, end_if_overdue, now)
    expired, more_broken = _each(old, expire_if_old, now)
    letters.warn_of_short_time(now)  # after the matches, which no letter may keep from their end
    letters.write_digests(now)
    return Sweep(ended, expired, returned, broken + more_broken)


def _each(matches: QuerySet[Match], act: Callable[[str, datetime], bool], now: datetime) -> tuple[int, int]:
    """How many matches `act` changed, and how many it failed on, which are marked for the admin."""
    outcomes = [attempt(act, match_id, now) for match_id in list(matches.values_list("pk", flat=True))]
    return outcomes.count(True), outcomes.count(None)

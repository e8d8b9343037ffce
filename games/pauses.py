"""Who leaves live games again and again begins no new ones for a while: when that is so, and until when."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from accounts.models import User
from cribsite.site import site_settings
from games.models import DAY, Match, SeatStatistics

MOST_DOUBLINGS = 3  # of the pause, once for each game that was left beyond the bound

LIVE = (Q(seat__match__allowance=None) | Q(seat__match__allowance__lt=DAY)) & ~Q(
    seat__match__opponent=Match.Opponent.COMPUTER
)
BEFORE_THE_CUT = Q(reason="abort", dealt_first=None)


@dataclass(frozen=True)
class Pause:
    """So many live games were left within so many hours; new ones begin again at `until`."""

    leaves: int
    hours: int
    until: datetime


def left_games(user: User) -> "QuerySet[SeatStatistics]":
    """Live games with people that the player left: gone, out of time, or aborted once the cut was made."""
    return SeatStatistics.objects.filter(LIVE, user=user, has_left=True).exclude(BEFORE_THE_CUT)


def pause_of(user: User, now: datetime) -> Pause | None:
    """What keeps the player from new live games at present; None for almost everybody."""
    wished = site_settings()
    window, pause = timedelta(hours=wished.leaves_within_hours), timedelta(hours=wished.leave_pause_hours)
    recent = left_games(user).filter(ended_at__gt=now - window - pause * 2**MOST_DOUBLINGS)
    ends = list(recent.order_by("ended_at").values_list("ended_at", flat=True))
    counted = [end for end in ends if end > ends[-1] - window]
    beyond = len(counted) - wished.leaves_allowed
    if beyond < 0:
        return None
    until = ends[-1] + pause * 2 ** min(beyond, MOST_DOUBLINGS)
    return Pause(len(counted), wished.leaves_within_hours, until) if now < until else None

"""Time away: it stops a player's own clocks in slow games, for so many days a year."""

from datetime import UTC, datetime, timedelta
from functools import partial

from django.db import transaction

from accounts.models import User
from cribsite.site import site_settings
from games.broadcast import announce_refresh, table_group
from games.models import DAY, Match, Vacation
from games.services import letters
from games.services.clocks import is_stopped_by_vacation
from games.services.errors import Refused
from games.services.table import open_table
from games.services.trouble import attempt

NOT_MORE_THAN_ONCE_IN = timedelta(days=1)


def time_left(user: User, now: datetime) -> timedelta:
    """How much vacation the player has left in this year, counted in UTC."""
    year = datetime(now.year, 1, 1, tzinfo=UTC)
    allowed = timedelta(days=site_settings().vacation_days)
    taken = user.vacations.exclude(ended_at__lt=year)
    used = sum((((one.ended_at or now) - max(one.started_at, year)) for one in taken), timedelta())
    return max(timedelta(), allowed - used)


@transaction.atomic
def leave(user: User, now: datetime) -> None:
    """Go on vacation. Raises `Refused` where there is none left, or the last one began less than a day ago."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if user.vacations.filter(ended_at=None).exists():
        return
    if user.vacations.filter(started_at__gt=now - NOT_MORE_THAN_ONCE_IN).exists():
        raise Refused("vacation_once_a_day")
    if not time_left(user, now):
        raise Refused("vacation_used_up", days=site_settings().vacation_days)
    Vacation.objects.create(user=user, started_at=now)
    _touch_clocks(user, now)


@transaction.atomic
def come_back(user: User, now: datetime) -> None:
    """End the vacation: the player's clocks go on from where they stood."""
    if user.vacations.filter(ended_at=None).update(ended_at=now):
        _touch_clocks(user, now)


def _touch_clocks(user: User, now: datetime) -> None:
    running = Match.objects.filter(seats__user=user, status=Match.State.ACTIVE, allowance__gte=DAY)
    for match_id in list(running.order_by("pk").values_list("pk", flat=True)):
        attempt(partial(_touch_clock, user), match_id, now)
        announce_refresh(table_group(match_id), match_id)


def _touch_clock(user: User, match_id: str, now: datetime) -> bool:
    """Stop or start the player's clock at this table; whether it stands now."""
    with open_table(match_id, now) as log:
        seat = next(seat for seat in log.seats if seat.user_id == user.pk)
        is_stopped = is_stopped_by_vacation(log.match, seat)
        if is_stopped:
            seat.freeze_clock(now)
            letters.tell_vacation(log.match, user, now)
        else:
            seat.thaw_clock(log.match.allowance or 0, now)
        seat.save(update_fields=["starts_at", "frozen_at", "deadline"])
    return is_stopped


def end_used_up(now: datetime) -> int:
    """Bring back the players whose vacation for this year is used up; how many they were."""
    away = User.objects.filter(vacations__ended_at=None, vacations__isnull=False)
    used_up = [user for user in away if not time_left(user, now)]
    for user in used_up:
        come_back(user, now)
    return len(used_up)

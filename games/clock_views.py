"""A seat's clock as it is drawn: live ones tick in minutes, slow ones are told in days and as a moment."""

from datetime import datetime, timedelta

from django.utils import formats, timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from games.models import Match, Seat
from games.tables import ClockView


def build(match: Match, seat: Seat, now: datetime, tells_moment: bool) -> ClockView | None:
    """The clock of a seat at `now`; None where none can run.

    `tells_moment`: the time zone that is active is the reader's own, so that the deadline can be told in it.
    """
    if match.allowance is None or seat.computer or match.status not in (Match.State.OPEN, Match.State.ACTIVE):
        return None
    allowance, bank = time_left(match, seat, now)
    return ClockView(
        text=_in_days(allowance, bank, now) if match.is_slow else f"{in_minutes(allowance)} + {in_minutes(bank)}",
        is_slow=match.is_slow,
        starts=None if seat.frozen_at else seat.starts_at,
        allowance=match.allowance,
        bank=round(seat.bank),
        deadline=seat.deadline,
        until=_moment(seat.deadline) if match.is_slow and seat.deadline and tells_moment else "",
        is_short=seat.is_short(now),
        is_frozen=seat.frozen_at is not None,
    )


def time_left(match: Match, seat: Seat, now: datetime) -> tuple[float, float]:
    """Seconds left of the allowance and of the bank."""
    allowance = match.allowance or 0
    used = ((seat.frozen_at or now) - seat.starts_at).total_seconds() if seat.starts_at else 0.0
    return max(0.0, allowance - max(0.0, used)), max(0.0, seat.bank - max(0.0, used - allowance))


def _in_days(allowance: float, bank: float, now: datetime) -> str:
    values = {"allowance": _duration(allowance, now), "bank": _duration(bank, now)}
    return _("%(allowance)s and %(bank)s in the bank") % values if bank else values["allowance"]


def _duration(seconds: float, now: datetime) -> str:
    """The two largest parts: "2 days, 3 hours"."""
    return timesince(now - timedelta(seconds=seconds), now)


def _moment(moment: datetime) -> str:
    return _("until %(moment)s") % {"moment": formats.date_format(timezone.localtime(moment), "DATETIME_FORMAT")}


def in_minutes(seconds: float) -> str:
    """As clocks of games show it: 1:05, and 26:03:07 for more than an hour."""
    left = int(seconds)
    hours, minutes = divmod(left // 60, 60)
    return f"{hours}:{minutes:02}:{left % 60:02}" if hours else f"{minutes}:{left % 60:02}"

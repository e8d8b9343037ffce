"""The clock: an allowance for each decision, then a bank that only drains. Times are arguments, in UTC."""

from datetime import datetime, timedelta

from games.engine.legality import decision
from games.engine.moves import Record, Time
from games.engine.state import Status
from games.models import Match, Seat
from games.state import OpenLog

READING_TIME = timedelta(seconds=20)  # for the show, before the next decision's allowance begins in a live game


def wind(log: OpenLog) -> None:
    """After the position changed: charge the decisions that were made and start the clocks of the new ones."""
    if log.match.allowance is None:
        return
    running = log.state.status is Status.ACTIVE
    for seat in log.seats:
        token = (decision(log.state, seat.number) or "") if running else ""
        if seat.starts_at is not None and token == seat.decision:
            continue
        _stop(seat, log.match.allowance, log.now)
        if token:
            seat.set_clock(log.match.allowance, _start(log))
            if is_stopped_by_vacation(log.match, seat):
                seat.freeze_clock(log.now)


def _stop(seat: Seat, allowance: int, now: datetime) -> None:
    if seat.starts_at is not None:
        used = ((seat.frozen_at or now) - seat.starts_at).total_seconds()
        seat.bank = max(0.0, seat.bank - max(0.0, used - allowance))
    seat.starts_at = seat.frozen_at = seat.deadline = None


def is_stopped_by_vacation(match: Match, seat: Seat) -> bool:
    """A vacation stops its player's clock in slow games, unless the table was made without."""
    if not match.is_slow or not match.allows_vacation or seat.user is None:
        return False
    return seat.user.vacations.filter(ended_at=None).exists()


def _start(log: OpenLog) -> datetime:
    return log.now + READING_TIME if log.showed and log.match.is_live else log.now


def start_now(match: Match, seat: Seat, now: datetime) -> None:
    """The player has read the show: the allowance that was to begin later begins."""
    if match.allowance is not None and seat.starts_at is not None and seat.starts_at > now:
        seat.set_clock(match.allowance, now)


def time_over(log: OpenLog) -> Record | None:
    """The record that ends the match if a deadline has passed.

    The earlier of two open deadlines loses; equal ones end it without a winner.
    """
    late = [seat for seat in log.seats if seat.deadline is not None and seat.deadline <= log.now]
    if log.state.status is not Status.ACTIVE or not late:
        return None
    first = min(late, key=lambda seat: seat.deadline or log.now)
    tied = all(seat.deadline == first.deadline for seat in late) and len(late) == 2
    return Record(None if tied else first.number, Time())

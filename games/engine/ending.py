"""How a match ends otherwise than at the target."""

from dataclasses import replace

from games.engine.awards import Step, finish, replace_at
from games.engine.errors import IllegalMove
from games.engine.events import SeatEvent
from games.engine.moves import Abandon, Abort, Agree, Annul, CallOff, Cancel, Ending, Expire, Resign, Time
from games.engine.state import State, Status


def may_abort(state: State, seat: int) -> bool:
    """A seat may abort before its own first discard."""
    return state.status is Status.ACTIVE and state.deal <= 1 and not state.discards[seat]


def may_leave_unpunished(state: State) -> bool:
    """Time over, or a player gone, before both first discards ends it without a winner."""
    return state.deal == 0 or (state.deal == 1 and not all(state.discards))


def require_allowed(state: State, seat: int | None, act: Ending) -> None:
    """Return if a match that is not over may end so now; else raise `IllegalMove`."""
    wanted = Status.OPEN if isinstance(act, Cancel | Expire) else Status.ACTIVE
    if state.status is not wanted:
        raise IllegalMove("not_now")
    if isinstance(act, Abort) and seat is not None and not may_abort(state, seat):
        raise IllegalMove("too_late_to_abort")


def resign(state: State, seat: int, act: Resign) -> Step:
    return _lose(state, seat, act.kind, "resignation")


def abandon(state: State, seat: int, act: Abandon) -> Step:
    if may_leave_unpunished(state):
        return _call_off(state, seat, act.kind)
    return _lose(state, seat, act.kind, "abandonment")


def call_off(state: State, seat: int, act: CallOff) -> Step:
    return _call_off(state, seat, act.kind)


def _call_off(state: State, seat: int, kind: str) -> Step:
    return finish(state, [SeatEvent(kind, seat)], None, "abandonment", Status.ABORTED)


def run_out_of_time(state: State, seat: int | None, act: Time) -> Step:
    if seat is None or may_leave_unpunished(state):
        return finish(state, [SeatEvent(act.kind, seat)], None, "time", Status.ABORTED)
    return _lose(state, seat, act.kind, "time")


def _lose(state: State, seat: int, kind: str, reason: str) -> Step:
    return finish(state, [SeatEvent(kind, seat)], 1 - seat, reason, Status.FINISHED)


def abort(state: State, seat: int, act: Abort) -> Step:
    return finish(state, [SeatEvent(act.kind, seat)], None, "abort", Status.ABORTED)


def agree(state: State, seat: int, act: Agree) -> Step:
    agreed = replace_at(state.agreed, seat, True)
    events = [SeatEvent(act.kind, seat)]
    if all(agreed):
        return finish(state, list(events), None, "agreement", Status.ABORTED)
    return replace(state, agreed=agreed), list(events)


def annul(state: State, _seat: None, act: Annul) -> Step:
    return finish(state, [SeatEvent(act.kind, None)], None, "annulled", Status.ANNULLED)


def cancel(state: State, seat: int, act: Cancel) -> Step:
    return finish(state, [SeatEvent(act.kind, seat)], None, "cancelled", Status.CANCELLED)


def expire(state: State, _seat: None, act: Expire) -> Step:
    return finish(state, [SeatEvent(act.kind, None)], None, "expired", Status.EXPIRED)

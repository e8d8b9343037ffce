"""Moving pegs, and the end that comes the instant one reaches the target."""

from collections.abc import Iterable
from dataclasses import replace

from games.engine.events import EndEvent, Event, PointsEvent
from games.engine.reasons import Reason
from games.engine.state import Phase, Result, State, Status

Step = tuple[State, list[Event]]


def replace_at(pair: tuple, seat: int, value: object) -> tuple:  # type: ignore[type-arg]
    """The pair with the value of one seat changed."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def move_peg(state: State, seat: int, points: int) -> State:
    """Peg `points`, at most to the target; the back peg goes where the front peg stood."""
    score = min(state.scores[seat] + points, state.settings.target)
    if score == state.scores[seat]:
        return state
    return replace(
        state,
        scores=replace_at(state.scores, seat, score),
        back_pegs=replace_at(state.back_pegs, seat, state.scores[seat]),
    )


def has_won(state: State, seat: int) -> bool:
    return state.scores[seat] == state.settings.target


def tell_points(state: State, seat: int, reasons: Iterable[Reason], most: int) -> list[PointsEvent]:
    """One event for each reason, with the score running up from the present one by at most `most` in all."""
    score = state.scores[seat]
    room = min(most, state.settings.target - score)
    events = []
    for reason in reasons:
        pegged = min(reason.points, room)
        room -= pegged
        score += pegged
        events.append(PointsEvent(seat, reason.points, pegged, str(reason.kind), reason.cards, score))
    return events


def award(state: State, seat: int, reasons: Iterable[Reason]) -> Step:
    """Peg what was scored outside the show; nothing is told after the award that wins."""
    reasons = tuple(reasons)
    told = tell_points(state, seat, reasons, most=sum(reason.points for reason in reasons))
    events: list[Event] = [event for event in told if event.pegged]
    return move_peg(state, seat, sum(event.pegged for event in told)), events


def end_if_won(state: State, seat: int, events: list[Event]) -> Step:
    """Finish the match if `seat` stands at the target."""
    if not has_won(state, seat):
        return state, events
    return finish(state, events, winner=seat, reason="target", status=Status.FINISHED)


def finish(state: State, events: list[Event], winner: int | None, reason: str, status: Status) -> Step:
    """End the match and tell the result."""
    result = Result(winner, reason, state.scores, _skunk(state, winner, reason))
    over = replace(state, status=status, phase=Phase.OVER, to_play=None, claim=None, result=result)
    return over, [*events, EndEvent(result)]


def _skunk(state: State, winner: int | None, reason: str) -> int:
    """0, 1 or 2: the loser below the skunk lines, for a win that was played out or nearly so."""
    if winner is None:
        return 0
    lines = (91, 61) if state.settings.target > 61 else (31,)
    if reason != "target" and state.scores[winner] < lines[0]:
        return 0
    return sum(state.scores[1 - winner] < line for line in lines)

"""The play: cards laid alternately, go, and the counts they make."""

from dataclasses import replace

from games.engine.awards import Step, award, end_if_won, has_won, replace_at
from games.engine.cards import Card
from games.engine.dealing import without
from games.engine.events import Event, GoEvent, PlayEvent
from games.engine.legality import HIGHEST_COUNT, fits
from games.engine.moves import Go, Play
from games.engine.pegging import score_play
from games.engine.reasons import Reason, ReasonKind
from games.engine.state import Laid, Phase, State


def play(state: State, seat: int, act: Play) -> Step:
    laid = replace(
        state,
        hands=replace_at(state.hands, seat, without(state.hands[seat], (act.card,))),
        played=replace_at(state.played, seat, (*state.played[seat], act.card)),
        pile=(*state.pile, Laid(seat, act.card)),
        previous_pile=(),
        answered=replace_at(state.answered, seat, state.answered[seat] + 1),
    )
    pegged, points = award(laid, seat, score_play(_cards(laid)).reasons)
    events: list[Event] = [PlayEvent(seat, act.card, laid.count), *points]
    if has_won(pegged, seat):
        return end_if_won(pegged, seat, events)
    return _go_on(pegged, seat, events)


def say_go(state: State, seat: int, _act: Go) -> Step:
    said = replace(state, gone=seat, answered=replace_at(state.answered, seat, state.answered[seat] + 1))
    return _go_on(said, 1 - seat, [GoEvent(seat)])


def _cards(state: State) -> tuple[Card, ...]:
    return tuple(laid.card for laid in state.pile)


def _go_on(state: State, last: int, events: list[Event]) -> Step:
    """Whose turn it is after `last` laid the last card, or the end of the count."""
    other = 1 - last
    if state.count == HIGHEST_COUNT:
        return _end_count(state, last), events
    if state.hands[other] and state.gone != other:
        return replace(state, to_play=other), events
    if any(fits(state, card) for card in state.hands[last]):
        return replace(state, to_play=last), events
    kind = ReasonKind.GO if any(state.hands) else ReasonKind.LAST_CARD
    pegged, points = award(state, last, (Reason(kind, 1, (state.pile[-1].card,)),))
    if has_won(pegged, last):
        return end_if_won(pegged, last, events + points)
    return _end_count(pegged, last), events + points


def _end_count(state: State, last: int) -> State:
    """Count from 0 again: who did not lay the last card leads if holding cards, otherwise the other."""
    leader = next((seat for seat in (1 - last, last) if state.hands[seat]), None)
    phase = Phase.COUNT if leader is None else Phase.PLAY
    return replace(state, phase=phase, to_play=leader, pile=(), previous_pile=state.pile, gone=None)

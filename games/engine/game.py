"""The reducer: a position and a record give the next position and the events to tell."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import Any

from games.engine import dealing, ending, playing, showing
from games.engine.awards import Step
from games.engine.cards import Card
from games.engine.errors import IllegalMove, MatchOver
from games.engine.events import Event
from games.engine.legality import choices, require_legal
from games.engine.moves import (
    MOVES,
    SEATLESS,
    Abandon,
    Abort,
    Agree,
    Annul,
    CallOff,
    Cancel,
    Count,
    Cut,
    CutCards,
    Deal,
    Discard,
    Ending,
    Expire,
    Go,
    Join,
    Muggins,
    Pass,
    Play,
    Record,
    Resign,
    Show,
    Time,
    TurnStarter,
)
from games.engine.shuffle import STARTER_PLACE, cut_cards, deal_hands
from games.engine.state import CountMode, Phase, Settings, State, Status, start

HANDLERS: dict[type, Callable[[State, Any, Any], Step]] = {
    Join: dealing.join,
    Cut: dealing.cut,
    CutCards: dealing.show_cut,
    Deal: dealing.deal,
    Discard: dealing.discard,
    TurnStarter: dealing.turn_starter,
    Play: playing.play,
    Go: playing.say_go,
    Show: showing.show,
    Count: showing.count,
    Muggins: showing.call_muggins,
    Pass: showing.let_pass,
    Resign: ending.resign,
    Abort: ending.abort,
    Time: ending.run_out_of_time,
    Abandon: ending.abandon,
    CallOff: ending.call_off,
    Agree: ending.agree,
    Annul: ending.annul,
    Cancel: ending.cancel,
    Expire: ending.expire,
}


class Due(Enum):
    """What the server has to do before anybody decides again."""

    CUT_CARDS = auto()
    DEAL = auto()
    STARTER = auto()
    SHOW = auto()
    GO = auto()
    LAST_CARD = auto()


SERVER_ACTS: dict[type, Due] = {
    CutCards: Due.CUT_CARDS,
    Deal: Due.DEAL,
    TurnStarter: Due.STARTER,
    Show: Due.SHOW,
}


def apply(state: State, record: Record) -> tuple[State, tuple[Event, ...]]:
    """The position after `record`, one ply later, and what it brought.

    Raises a `MoveError` and changes nothing where the rules do not allow it.
    """
    _require_allowed(state, record)
    after, events = HANDLERS[type(record.act)](state, record.seat, record.act)
    agreed = (False, False) if isinstance(record.act, MOVES) else after.agreed
    return replace(after, ply=state.ply + 1, agreed=agreed), tuple(events)


def _require_allowed(state: State, record: Record) -> None:
    seat, act = record.seat, record.act
    if state.result is not None:
        raise MatchOver("match_over")
    if seat is None and not isinstance(act, SEATLESS):
        raise IllegalMove("not_now")
    if isinstance(act, Join):
        if state.status is not Status.OPEN:
            raise IllegalMove("seat_taken")
    elif type(act) in SERVER_ACTS:
        if due(state) is not SERVER_ACTS[type(act)]:
            raise IllegalMove("not_now")
    elif isinstance(act, Ending):
        ending.require_allowed(state, seat, act)
    elif seat is not None and isinstance(act, MOVES):
        require_legal(state, seat, act)


def fold(settings: Settings, records: Iterable[Record]) -> State:
    """The position that a log leads to."""
    state = start(settings)
    for record in records:
        state, _events = apply(state, record)
    return state


def due(state: State, says_go: tuple[bool, bool] = (False, False)) -> Due | None:
    """The server's next act, if one is due. `says_go` by seat: whose forced go is said unasked."""
    if state.status is not Status.ACTIVE:
        return None
    match state.phase:
        case Phase.CUT if None not in state.seeds:
            by_cut = state.settings.first_dealer is None
            return Due.CUT_CARDS if by_cut and not state.cut_pairs else Due.DEAL
        case Phase.DISCARD if all(state.discards):
            return Due.STARTER
        case Phase.PLAY:
            return _due_in_play(state, says_go)
        case Phase.COUNT if state.being_counted is None:
            return Due.DEAL
        case Phase.COUNT if state.settings.count_mode is CountMode.AUTOMATIC:
            return Due.SHOW
    return None


def _due_in_play(state: State, says_go: tuple[bool, bool]) -> Due | None:
    if state.to_play is None:
        return None
    automatic = state.settings.automatic_moves
    action = choices(state, state.to_play)[0].action
    if action == "go":
        return Due.GO if automatic or says_go[state.to_play] else None
    return Due.LAST_CARD if automatic and len(state.hands[state.to_play]) == 1 else None


def deck_number(state: State, step: Due) -> int | None:
    """Which deck of the match the step takes cards from; None where it takes none."""
    return {Due.CUT_CARDS: 0, Due.DEAL: state.deal + 1, Due.STARTER: state.deal}.get(step)


def server_record(state: State, step: Due, pack: Sequence[Card]) -> Record:
    """The record of a due step; `pack` is the deck of `deck_number`, or empty."""
    match step:
        case Due.CUT_CARDS:
            return Record(None, CutCards(cut_cards(pack)))
        case Due.DEAL:
            return Record(None, Deal(deal_hands(pack, dealing.next_dealer(state))))
        case Due.STARTER:
            return Record(None, TurnStarter(pack[STARTER_PLACE]))
        case Due.SHOW:
            return Record(None, Show())
        case Due.GO:
            return Record(state.to_play, Go())
        case Due.LAST_CARD:
            return Record(state.to_play, Play(state.hands[state.to_play or 0][0]))

"""What one viewer may know of a position, and of what happened. Nothing hidden gets past this module."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from games.engine.cards import Card
from games.engine.events import DealEvent, DiscardEvent, Event
from games.engine.legality import Choice, choices, decision, seats_to_move
from games.engine.showing import counted_cards
from games.engine.state import SEATS, Laid, Phase, Result, Settings, State, Status


@dataclass(frozen=True, slots=True)
class SeatView:
    """`hand` is None where the viewer may not know it; `hand_size` is always known."""

    score: int
    back_peg: int
    hand: tuple[Card, ...] | None
    hand_size: int
    played: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Counting:
    """The hand or crib that is being counted by claims; `claimed` while muggins or pass is awaited."""

    what: str
    seat: int
    cards: tuple[Card, ...]
    claimed: int | None


@dataclass(frozen=True, slots=True)
class View:
    """A position as `you` may know it (None: a watcher). Names are those of the JSON API."""

    ply: int
    status: Status
    you: int | None
    settings: Settings
    deal: int
    dealer: int | None
    phase: Phase
    turn: tuple[int, ...]
    decision: str | None
    legal: tuple[Choice, ...]
    seats: tuple[SeatView, SeatView]
    starter: Card | None
    crib: tuple[Card, ...] | None
    crib_size: int
    count: int
    pile: tuple[Laid, ...]
    previous_pile: tuple[Laid, ...]
    cut_pairs: tuple[tuple[Card, Card], ...]
    counting: Counting | None
    agreed: tuple[bool, bool]
    seeds: tuple[str | None, str | None] | None
    result: Result | None


def view_for(state: State, viewer: int | None) -> View:
    """A new object made only of what `viewer` (a seat, or None for a watcher) may know."""
    return View(
        ply=state.ply,
        status=state.status,
        you=viewer,
        settings=state.settings,
        deal=state.deal,
        dealer=state.dealer,
        phase=state.phase,
        turn=seats_to_move(state),
        decision=None if viewer is None else decision(state, viewer),
        legal=() if viewer is None else choices(state, viewer),
        seats=(_seat_view(state, 0, viewer), _seat_view(state, 1, viewer)),
        starter=state.starter,
        crib=state.crib if is_crib_open(state) else None,
        crib_size=len(state.crib),
        count=state.count,
        pile=state.pile,
        previous_pile=state.previous_pile,
        cut_pairs=state.cut_pairs,
        counting=_counting(state),
        agreed=state.agreed,
        seeds=None if None in state.seeds else state.seeds,
        result=state.result,
    )


def replay_view(state: State, last: State, open_seats: Collection[int]) -> View:
    """A position of a match that is over, for somebody who looks at it afterwards and sits nowhere.

    The hands of `open_seats` lie open; with both of them the crib does, too. `last` is the position in which the match
    ended. Raises ValueError where it has not, for until then these hands are hidden.
    """
    if last.result is None:
        raise ValueError("hands lie open when the match is over")
    first, second = (_seat_view(state, seat, seat if seat in open_seats else None) for seat in SEATS)
    crib = state.crib if len(open_seats) == len(SEATS) or is_crib_open(state) else None
    return replace(view_for(state, None), seats=(first, second), crib=crib)


def _is_over(state: State) -> bool:
    return state.result is not None


def is_crib_open(state: State) -> bool:
    """Discards and crib open when the crib's turn to be counted has come, or the match is over."""
    return _is_over(state) or (state.phase is Phase.COUNT and state.counted >= 2)


def is_hand_open(state: State, seat: int) -> bool:
    """A hand opens to everybody when its turn to be counted has come, or the match is over."""
    if _is_over(state):
        return True
    return state.phase is Phase.COUNT and state.counted >= (1 if seat == state.dealer else 0)


def _seat_view(state: State, seat: int, viewer: int | None) -> SeatView:
    shows_kept = state.phase is Phase.COUNT or (_is_over(state) and bool(state.kept[seat]))
    hand = state.kept[seat] if shows_kept else state.hands[seat]
    known = seat == viewer or is_hand_open(state, seat)
    return SeatView(state.scores[seat], state.back_pegs[seat], hand if known else None, len(hand), state.played[seat])


def _counting(state: State) -> Counting | None:
    if not any(choices(state, seat) for seat in SEATS) or state.being_counted is None:
        return None
    what, owner, cards = counted_cards(state)
    return Counting(what, owner, cards, state.claim)


def redact(event: Event, viewer: int | None, over: bool) -> Event:
    """The event as `viewer` may know it; once the match is over nothing is hidden."""
    if over:
        return event
    match event:
        case DealEvent(hands=hands):
            own = (hands[0] if viewer == 0 else None, hands[1] if viewer == 1 else None)
            return replace(event, hands=own)
        case DiscardEvent(seat=seat) if seat != viewer:
            return replace(event, cards=None)
    return event

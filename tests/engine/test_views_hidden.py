"""No reader learns a card that is not theirs to know, at any ply of random games."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import DECK, Card
from games.engine.codec import event_to, view_to
from games.engine.events import Event
from games.engine.game import apply
from games.engine.moves import Act, CutCards, Deal, Discard, Go, Play, Record
from games.engine.state import Settings, State, start
from games.engine.views import redact, view_for
from tests.engine.random_games import ALL_SETTINGS, random_game

CARD = re.compile(r'"([A23456789TJQK][CDHS])"')
READERS = (0, 1, None)
some_games = settings(max_examples=settings.default.max_examples // 20)
any_game = given(chosen=st.sampled_from(ALL_SETTINGS), seed=st.integers(0, 2**32))


@dataclass
class DealSoFar:
    """A deal under way: the position before it, and its records and events so far, with the position after each."""

    before: State
    records: list[Record] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def acts(self, kind: type[Act]) -> Iterator[Record]:
        return (record for record in self.records if isinstance(record.act, kind))

    def cards_of(self, seat: int) -> tuple[Card, ...]:
        return next((record.act.hands[seat] for record in self.acts(Deal)), ())

    def laid_by(self, seat: int) -> list[Card]:
        return [record.act.card for record in self.acts(Play) if record.seat == seat]

    def away(self, seat: int) -> tuple[Card, ...]:
        return next((record.act.cards for record in self.acts(Discard) if record.seat == seat), ())

    @property
    def turned_up(self) -> list[Card]:
        return [record.act.card for record in self.records if record.act.kind == "starter"]

    @property
    def cut(self) -> set[Card]:
        return {card for record in self.acts(CutCards) for pair in record.act.pairs for card in pair}


def plies(chosen: Settings, seed: int) -> Iterator[tuple[State, DealSoFar]]:
    """Every position of a random game but the last, with the deal that led to it."""
    state = start(chosen)
    deal = DealSoFar(state)
    for record, after, events in random_game(chosen, seed):
        if isinstance(record.act, Deal):
            deal = DealSoFar(state)
        deal.records.append(record)
        deal.states.append(after)
        deal.events += events
        state = after
        if after.result is None:
            yield after, deal


def what_is_told(state: State, events: list[Event], reader: int | None) -> str:
    told = [event_to(redact(event, reader, over=False)) for event in events]
    return json.dumps([view_to(view_for(state, reader)), told])


def crib_is_open(deal: DealSoFar) -> bool:
    """Two hands have been shown, so that the crib's turn has come."""
    return sum(event.kind == "show" for event in deal.events) >= 2


def known_to(deal: DealSoFar, cut: set[Card], reader: int | None) -> set[str]:
    known = {*deal.turned_up, *cut, *deal.laid_by(0), *deal.laid_by(1)}
    if reader is not None:
        known |= set(deal.cards_of(reader))
    if crib_is_open(deal):
        known |= {*deal.away(0), *deal.away(1)}
    return {str(card) for card in known}


@some_games
@any_game
def test_views_and_events_name_no_card_that_the_reader_may_not_know(chosen, seed):
    cut: set[Card] = set()
    checked = 0
    for state, deal in plies(chosen, seed):
        cut |= deal.cut
        for reader in READERS:
            named = set(CARD.findall(what_is_told(state, deal.events, reader)))
            assert named <= known_to(deal, cut, reader)
            checked += len(named)
    assert checked > 500


@some_games
@any_game
def test_the_reader_is_told_all_that_is_his_to_know(chosen, seed):
    """Without this the test above would pass with views that are empty."""
    for state, deal in plies(chosen, seed):
        for reader in (0, 1):
            if state.deal:
                named = set(CARD.findall(what_is_told(state, deal.events, reader)))
                assert named >= known_to(deal, set(), reader)


@some_games
@any_game
def test_positions_that_differ_only_in_hidden_cards_read_the_same(chosen, seed):
    """The cards a reader cannot see are exchanged for others that fit the public history: not a byte changes."""
    dice = Random(seed)
    different = 0
    for state, deal in plies(chosen, seed):
        for reader in READERS:
            twin = twin_of(deal, reader, dice)
            twin_state, twin_events = replay(deal.before, twin)
            different += twin_state != state
            assert what_is_told(twin_state, twin_events, reader) == what_is_told(state, deal.events, reader)
    assert different > 50, "nothing was exchanged"


def replay(state: State, records: list[Record]) -> tuple[State, list[Event]]:
    told: list[Event] = []
    for record in records:
        state, events = apply(state, record)
        told += events
    return state, told


def twin_of(deal: DealSoFar, reader: int | None, dice: Random) -> list[Record]:
    """The same deal as the reader saw it, with other cards where the reader saw none."""
    exchange: dict[Card, Card] = {}
    if not crib_is_open(deal):
        unseen = [card for card in DECK if str(card) not in known_to(deal, set(), reader)]
        dice.shuffle(unseen)
        for seat in (0, 1):
            if seat != reader:
                _exchange_hidden(deal, seat, unseen, exchange)
    return [Record(record.seat, _exchanged(record.act, exchange)) for record in deal.records]


def _exchange_hidden(deal: DealSoFar, seat: int, unseen: list[Card], exchange: dict[Card, Card]) -> None:
    """Choose for each hidden card of a seat another unseen one, such that everything said and laid stays forced."""
    away, room = deal.away(seat), _room_left_unused(deal, seat)
    held = [card for card in deal.cards_of(seat) if card not in deal.laid_by(seat) and card not in away]
    most = [_most_of_the_next_card(deal.states[-1], seat)] + [10] * len(held)
    for card, highest in zip(held, most, strict=False):
        exchange[card] = next(other for other in unseen if room < other.value <= highest)
        unseen.remove(exchange[card])
    for card in away:
        exchange[card] = unseen.pop()


def _room_left_unused(deal: DealSoFar, seat: int) -> int:
    """What everybody could see: no card that the seat still holds fitted when it said go or when a count ended."""
    room = 0
    for record, before, after in zip(deal.records, [deal.before, *deal.states], deal.states, strict=False):
        laid = record.act.card.value if isinstance(record.act, Play) else 0
        said_go = isinstance(record.act, Go) and record.seat == seat
        if said_go or ((laid or isinstance(record.act, Go)) and not after.pile):
            room = max(room, 31 - before.count - laid)
    return room


def _most_of_the_next_card(state: State, seat: int) -> int:
    """Everybody can see as well that a seat which goes on alone holds a card that fits."""
    goes_on_alone = state.to_play == seat and bool(state.pile) and state.pile[-1].seat == seat
    return 31 - state.count if goes_on_alone else 10


def _exchanged(act: Act, exchange: dict[Card, Card]) -> Act:
    def swap(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(exchange.get(card, card) for card in cards)

    match act:
        case Deal((first, second)):
            return Deal((swap(first), swap(second)))
        case Discard(cards):
            return Discard(swap(cards))
    return act

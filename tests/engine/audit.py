"""Everything that must hold after every ply of every game, held against the referee's independent judgement."""

import json
from collections.abc import Iterator
from itertools import product

from games.engine import DECK, codec
from games.engine.errors import IllegalMove, MatchOver, MoveError, NotYourTurn
from games.engine.events import EndEvent, Event, PointsEvent, ShowEvent
from games.engine.game import apply, due, fold
from games.engine.legality import choices, decision, seats_to_move
from games.engine.moves import (
    MOVES,
    Count,
    Cut,
    Deal,
    Discard,
    Go,
    Join,
    Move,
    Muggins,
    Pass,
    Play,
    Record,
    TurnStarter,
)
from games.engine.state import SEATS, Phase, Settings, State, start
from tests.engine.random_games import deck_of
from tests.engine.referee import Points, Referee


class Audit:
    """A game that is checked at every step; `seed` names its decks."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self.settings = settings
        self.seed = seed
        self.state: State = start(settings)
        self.records: list[Record] = []
        self.referee = Referee(settings.target, settings.count_mode, settings.first_dealer)
        self.told = [0, 0]  # what the events have pegged so far
        self.answered: set[tuple[int, str | None]] = set()

    def step(self, record: Record) -> None:
        """Apply a record that must be allowed, and check all that follows."""
        before, token = self.state, None
        if isinstance(record.act, MOVES):
            assert record.seat is not None
            token = decision(before, record.seat)
            assert token is not None
            assert (record.seat, token) not in self.answered, "a decision was asked twice"
            assert self.referee.allows(record.seat, record.act)
            self.answered.add((record.seat, token))
        self.state, events = apply(before, record)
        self.records.append(record)
        self._check_points(record, events)
        self._check_position(before)
        self._check_codec(before, record, events)

    # The points

    def _check_points(self, record: Record, events: tuple[Event, ...]) -> None:
        scored = self.referee.follow(record)
        assert self.state.scores == tuple(self.referee.scores)
        told = [event for event in events if isinstance(event, PointsEvent)]
        shown = [event for event in events if isinstance(event, ShowEvent)]
        for event in told:
            self.told[event.seat] += event.pegged
            assert event.score == self.told[event.seat], "the score told is not the sum of what was pegged"
            assert 0 <= event.pegged <= event.points
        waiting = [0, 0]
        if self.state.claim is not None:
            waiting[self.referee.hand_in_turn()[1]] = self.state.claim
        assert [told + claim for told, claim in zip(self.told, waiting, strict=True)] == list(self.state.scores)
        if shown:
            self._check_show(shown, told)
        elif self.state.claim is None:
            self._check_play(told, scored)
        self._check_end(events)

    def _check_show(self, shown: list[ShowEvent], told: list[PointsEvent]) -> None:
        (show,) = shown
        self.referee.settled -= 1
        what, owner, four = self.referee.hand_in_turn()
        truth = self.referee.truth()
        self.referee.settled += 1
        assert (show.what, show.seat, {str(card) for card in show.cards}) == (what, owner, set(four))
        own = [event for event in told if event.reason != "muggins"]
        assert show.points == sum(event.points for event in own) == truth
        assert show.pegged == sum(event.pegged for event in own)

    def _check_play(self, told: list[PointsEvent], scored: list[Points]) -> None:
        """Reason by reason, and nothing after the award that wins."""
        expected = scored
        if self.state.result is not None:
            expected = scored[: len(told)]
            assert told[-1].score == self.settings.target
        assert [(event.seat, event.reason, event.points) for event in told] == expected

    def _check_end(self, events: tuple[Event, ...]) -> None:
        ends = [event for event in events if isinstance(event, EndEvent)]
        assert bool(ends) == self.referee.over == (self.state.result is not None)
        if ends:
            assert events[-1] is ends[0]
            loser = self.state.scores[1 - (self.referee.winner or 0)]
            lines = (91, 61) if self.settings.target == 121 else (31,)
            assert ends[0].result == self.state.result
            assert ends[0].result.winner == self.referee.winner
            assert ends[0].result.skunk == len([line for line in lines if loser < line])

    # The position

    def _check_position(self, before: State) -> None:
        state = self.state
        assert state.ply == before.ply + 1
        assert 0 <= state.count <= 31
        for seat in SEATS:
            assert before.scores[seat] <= state.scores[seat] <= self.settings.target
            assert (seat, decision(state, seat)) not in self.answered
        assert set(seats_to_move(state)) == self.referee.awaited()
        if state.result is not None:
            assert seats_to_move(state) == ()
            assert due(state, (True, True)) is None
        elif not seats_to_move(state):
            assert due(state) is not None or not self.referee.joined, "nobody can go on"
        if state.deal:
            self._account_for_cards()

    def _account_for_cards(self) -> None:
        """Every card of the deal's pack is in a hand, on the table, in the crib, turned up or in the stock, once."""
        state, pack = self.state, deck_of(self.seed, self.state.deal)
        assert state.dealer is not None
        dealt = (pack[0:12:2], pack[1:12:2])
        places = []
        for seat in SEATS:
            own = (*state.hands[seat], *state.played[seat], *state.discards[seat])
            assert set(own) == set(dealt[seat == state.dealer])
            places += own
        turned = () if state.starter is None else (state.starter,)
        assert turned == pack[12 : 12 + len(turned)]
        stock = pack[12 + len(turned) :]
        places += [*turned, *stock]
        assert len(places) == 52
        assert len(set(places)) == 52
        assert {laid.card for laid in state.pile} <= {*state.played[0], *state.played[1]}
        assert [str(laid.card) for laid in state.pile] == self.referee.count or state.result is not None

    def _check_codec(self, before: State, record: Record, events: tuple[Event, ...]) -> None:
        """All values come back from JSON, and a game that was stored goes on as if it had not been."""

        def wire(value: object) -> object:
            return json.loads(json.dumps(value))

        restored = codec.state_from(wire(codec.encode(before)))
        assert restored == before
        assert apply(restored, record) == (self.state, events)
        assert codec.act_from(record.act.kind, wire(codec.encode(record.act))) == record.act
        assert [codec.event_from(wire(codec.event_to(event))) for event in events] == list(events)

    def check_fold(self) -> None:
        assert fold(self.settings, self.records) == self.state

    # What is refused

    def attempt(self, seat: int, move: Move) -> None:
        """Try a move, which is accepted if the referee allows it, else refused with the right error."""
        error = None
        try:
            apply(self.state, Record(seat, move))
        except MoveError as refused:
            error = refused
        assert (error is None) == self.referee.allows(seat, move), f"{seat} {move}: {error}"
        if error is not None:
            assert isinstance(error, self._error_for(seat))
            assert error.key

    def _error_for(self, seat: int) -> type[MoveError]:
        if self.referee.over:
            return MatchOver
        return IllegalMove if seat in self.referee.awaited() else NotYourTurn

    def check_choices(self) -> None:
        """Every choice is accepted, and no other card, pair of cards, go or number is; nothing changes by trying."""
        position = codec.encode(self.state)
        for seat in SEATS:
            for move in every_move(self.state, seat):
                self.attempt(seat, move)
            offered = {choice.card for choice in choices(self.state, seat) if choice.action == "play"}
            assert offered == {card for card in self.state.hands[seat] if self.referee.allows(seat, Play(card))}
        assert codec.encode(self.state) == position

    def check_misplaced_server_acts(self) -> None:
        """What the server does of itself is refused unless it is due; so is a player's move without a player."""
        pack = deck_of(self.seed, self.state.deal)
        for act in (Deal((pack[0:6], pack[6:12])), TurnStarter(pack[12]), Go(), Join()):
            if due(self.state) is None and self.referee.joined:
                assert refuses(self.state, Record(None, act))


def refuses(state: State, record: Record) -> bool:
    try:
        apply(state, record)
    except MoveError:
        return True
    return False


def every_move(state: State, seat: int) -> Iterator[Move]:
    """Every card of the pack, every discard of the seat's own and its neighbour's cards, go, pass, numbers, seeds."""
    yield from map(Play, DECK if state.to_play == seat else state.hands[seat])
    if state.phase is Phase.DISCARD:
        yield from map(Discard, product((*state.hands[seat], *state.hands[1 - seat][:2]), repeat=2))
    yield from (Go(), Pass(), Cut(""), Cut("~" * 64), Cut("~" * 65), Cut("ñ"), Cut("\n"))
    for points in (-1, 0, 1, 29, 30):
        yield from (Count(points), Muggins(points))

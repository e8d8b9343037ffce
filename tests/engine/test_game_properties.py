"""Whole games, checked after every ply against an independent referee."""

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from games.engine import DECK, codec
from games.engine.moves import Count, Cut, Discard, Go, Move, Muggins, Pass, Play
from tests.engine.audit import Audit
from tests.engine.random_games import ALL_SETTINGS, decks_of, next_record

CARDS = st.sampled_from(DECK)
POINTS = st.integers(-2, 31)
MOVES: st.SearchStrategy[Move] = st.one_of(
    CARDS.map(Play),
    st.lists(CARDS, max_size=4).map(lambda cards: Discard(tuple(cards))),
    st.just(Go()),
    st.just(Pass()),
    POINTS.map(Count),
    POINTS.map(Muggins),
    st.text(max_size=66).map(Cut),
)


class WholeGame(RuleBasedStateMachine):
    @initialize(chosen=st.sampled_from(ALL_SETTINGS), seed=st.integers(0, 2**32))
    def sit_down(self, chosen, seed):
        self.audit = Audit(chosen, seed)

    @rule(
        picks=st.lists(st.integers(0, 2**20), min_size=8, max_size=16),
        seat=st.sampled_from((0, 1)),
        attempts=st.lists(MOVES, max_size=6),
    )
    def go_on(self, picks, seat, attempts):
        """Some decisions, and whatever the server has to do between them; then anything at all is tried."""
        left = list(picks)
        while left:
            record = next_record(self.audit.state, decks_of(self.audit.seed), lambda n: left.pop() % n if left else 0)
            if record is None:
                break
            self.audit.step(record)
        position = codec.encode(self.audit.state)
        for move in attempts:
            self.audit.attempt(seat, move)
        assert codec.encode(self.audit.state) == position

    @invariant()
    def the_position_is_the_fold_of_the_log(self):
        if hasattr(self, "audit"):
            self.audit.check_fold()


TestWholeGame = WholeGame.TestCase
TestWholeGame.settings = settings(max_examples=settings.default.max_examples // 6, stateful_step_count=40)


@pytest.mark.parametrize("chosen", ALL_SETTINGS[:12], ids=str)
def test_a_game_keeps_the_law_at_every_ply_to_its_end(chosen):
    audit = Audit(chosen, seed=20)
    pick = Random(20).randrange
    while (record := next_record(audit.state, decks_of(audit.seed), pick)) is not None:
        audit.step(record)
        audit.check_choices()
        if chosen.target == 61 or len(audit.records) % 10 == 0:
            audit.check_fold()
        audit.check_misplaced_server_acts()
    audit.check_fold()
    assert audit.referee.over
    assert max(audit.state.scores) == chosen.target

"""Whole games of the computer players: every move is one that the rules allow, and all games come to an end."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.computer import LEVELS
from games.engine.state import CountMode, Settings, Status
from tests.computer.table import level, play_at_random, play_game

PLAYERS = [*(level(known.key) for known in LEVELS), play_at_random]


@settings(deadline=None, max_examples=40)
@given(
    players=st.tuples(st.sampled_from(PLAYERS), st.sampled_from(PLAYERS)),
    rules=st.builds(
        Settings,
        target=st.sampled_from([121, 61]),
        count_mode=st.sampled_from(CountMode),
        automatic_moves=st.booleans(),
        first_dealer=st.sampled_from([None, 0, 1]),
    ),
    game=st.integers(0, 10**6),
)
def test_whole_games_in_every_mode_are_played_to_the_target_by_legal_moves(players, rules, game) -> None:
    # An illegal move would be refused by the engine with an error.
    *_, end = play_game(players, rules, game, Random(game))

    assert end.status is Status.FINISHED
    assert end.result.reason == "target"
    assert end.scores[end.result.winner] == rules.target

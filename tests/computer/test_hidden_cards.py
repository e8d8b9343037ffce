"""A computer player goes by nothing but its seat's view and the dice it is handed."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import computer
from games.computer import LEVELS
from games.engine import DECK
from games.engine.state import SEATS, CountMode, Settings, State
from games.engine.views import is_crib_open, view_for
from tests.computer.table import level, play_at_random, play_game

MODES = st.sampled_from(CountMode)


@settings(deadline=None, max_examples=25)
@given(game=st.integers(0, 10**6), mode=MODES)
def test_cards_it_may_not_know_change_nothing_in_its_move(game: int, mode: CountMode) -> None:
    for state, seat in decisions(game, mode):
        other = with_other_hidden_cards(state, seat, Random(game))
        for known in LEVELS:
            moves = [computer.choose(known.key, view_for(each, seat), Random(7)) for each in (state, other)]

            assert moves[0] == moves[1]


def test_the_cards_it_may_not_know_are_really_others() -> None:
    changed = [
        with_other_hidden_cards(state, seat, Random(1)) != state
        for state, seat in decisions(1, CountMode.MUGGINS)
        if state.deal
    ]

    assert sum(changed) > len(changed) * 0.7


@pytest.mark.parametrize("key", [known.key for known in LEVELS])
def test_the_same_view_and_dice_give_the_same_move_whatever_was_chosen_before(key: str) -> None:
    views = [view_for(state, seat) for state, seat in decisions(2, CountMode.MUGGINS)]
    there = [computer.choose(key, view, Random(9)) for view in views]
    back = [computer.choose(key, view, Random(9)) for view in reversed(views)]

    assert there == back[::-1]


def decisions(game: int, mode: CountMode) -> Iterator[tuple[State, int]]:
    """Every decision of a game to 61, with the seat that has it open."""
    players = (level("easy"), play_at_random)
    for state in play_game(players, Settings(target=61, count_mode=mode), game, Random(game)):
        yield from ((state, seat) for seat in SEATS if view_for(state, seat).legal)


def with_other_hidden_cards(state: State, seat: int, dice: Random) -> State:
    """The same history as `seat` knows it, with other cards in the opponent's hand and, while closed, in the crib."""
    if not state.deal or is_crib_open(state):
        return state
    opponent = 1 - seat
    known = {*state.hands[seat], *state.discards[seat], *state.played[0], *state.played[1], state.starter}
    hidden = [card for card in DECK if card not in known]
    dice.shuffle(hidden)
    held, laid_away = len(state.hands[opponent]), len(state.discards[opponent])
    hand, discards = tuple(hidden[:held]), tuple(hidden[held : held + laid_away])
    kept = (*state.played[opponent], *hand) if laid_away else ()
    return replace(
        state,
        hands=_with(state.hands, opponent, hand),
        discards=_with(state.discards, opponent, discards),
        kept=_with(state.kept, opponent, kept),
    )


def _with(pair, seat: int, value):
    return (value, pair[1]) if seat == 0 else (pair[0], value)

"""What the computer players claim for their hands, and whether they call muggins."""

from random import Random

import pytest

from games import computer
from games.computer import LEVELS
from games.engine.moves import Count, Cut, Go, Muggins, Pass
from games.engine.state import CountMode, Laid, Phase, Settings, State, Status
from games.engine.views import View, view_for
from tests.engine.notation import cards

PONE, DEALER = 0, 1
KEYS = [level.key for level in LEVELS]


def show(counted: int, seat: int, claim: int | None = None) -> View:
    """The show of 29 for pone, 24 for the dealer and a crib of 0 with a flush of four, before a starter of fives."""
    state = State(
        settings=Settings(count_mode=CountMode.MUGGINS),
        status=Status.ACTIVE,
        phase=Phase.COUNT,
        deal=1,
        dealer=DEALER,
        kept=(cards("5C 5D 5H JS"), cards("4C 4D 6H 6S")),
        discards=(cards("2D 9D"), cards("QD 7D")),
        starter=cards("5S")[0],
        counted=counted,
        claim=claim,
    )
    return view_for(state, seat)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("counted", "seat", "points"), [(0, PONE, 29), (1, DEALER, 24), (2, DEALER, 2)])
def test_it_claims_the_true_value(key: str, counted: int, seat: int, points: int) -> None:
    # The crib's only points are queen and five; four diamonds are no flush there.
    assert computer.choose(key, show(counted, seat), Random(1)) == Count(points)


@pytest.mark.parametrize("key", KEYS)
def test_it_passes_where_nothing_was_missed(key: str) -> None:
    assert all(computer.choose(key, show(0, DEALER, claim=29), Random(seed)) == Pass() for seed in range(20))


def test_club_always_calls_what_was_missed() -> None:
    for counted, seat, missed in ((0, DEALER, 4), (1, PONE, 4), (2, PONE, 2)):
        true = {0: 29, 1: 24, 2: 2}[counted]
        view = show(counted, seat, claim=true - missed)

        assert all(computer.choose("club", view, Random(seed)) == Muggins(missed) for seed in range(20))


def test_easy_calls_what_was_missed_at_times_and_at_times_lets_it_pass() -> None:
    answers = {computer.choose("easy", show(0, DEALER, claim=27), Random(seed)) for seed in range(40)}

    assert answers == {Muggins(2), Pass()}


@pytest.mark.parametrize("key", KEYS)
def test_it_cuts_without_a_seed(key: str) -> None:
    assert computer.choose(key, view_for(State(status=Status.ACTIVE), PONE), Random(1)) == Cut("")


@pytest.mark.parametrize("key", KEYS)
def test_it_says_go_where_no_card_fits(key: str) -> None:
    stuck = State(
        status=Status.ACTIVE,
        phase=Phase.PLAY,
        deal=1,
        dealer=DEALER,
        hands=(cards("KC"), cards("AD")),
        pile=tuple(Laid(DEALER, card) for card in cards("TC 5D 9H")),
        to_play=PONE,
    )
    assert computer.choose(key, view_for(stuck, PONE), Random(1)) == Go()


@pytest.mark.parametrize("key", KEYS)
def test_without_a_decision_there_is_no_move(key: str) -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        computer.choose(key, show(0, DEALER), Random(1))


def test_an_unknown_level_is_an_error() -> None:
    with pytest.raises(KeyError):
        computer.choose("grandmaster", show(0, PONE), Random(1))

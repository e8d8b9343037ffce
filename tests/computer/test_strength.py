import pytest

from tests.computer.strength import MATCHUPS, NEEDED, Matchup, measure


@pytest.mark.long
@pytest.mark.parametrize("matchup", MATCHUPS, ids=lambda matchup: f"{matchup.stronger}-{matchup.weaker}")
def test_each_level_wins_more_than_55_in_100_games_of_the_one_below_beyond_doubt(matchup: Matchup) -> None:
    assert measure(matchup).at_least > NEEDED


@pytest.mark.long
def test_a_level_against_itself_is_found_to_win_half_its_games() -> None:
    strength = measure(Matchup("easy", "easy", pairs=60))

    assert strength.at_least < 0.5 < strength.at_most

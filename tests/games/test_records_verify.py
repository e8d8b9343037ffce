"""The record that the site writes of a match passes every check, however the match was counted and ended."""

from random import Random

import pytest

from accounts.models import User
from games.checks import by_engine, check_record
from games.engine.state import Phase
from games.models import Match
from games.record import record_json
from games.services import endings, lobby

from .players import NOW, any_move, fresh, play_to, play_until, started


def faults(match: Match) -> list[str]:
    record = record_json(fresh(match))
    return [*by_engine.find_faults(record), *check_record.find_faults(record)]


@pytest.mark.parametrize("count_mode", ["automatic", "manual", "muggins"])
def test_a_match_that_was_played_to_its_end(ana: User, ben: User, count_mode: str) -> None:
    match = started(ana, ben, target=61, count_mode=count_mode)
    play_until(match, lambda state: state.result is not None, choose=any_move(Random(2)))
    assert faults(match) == []


@pytest.mark.parametrize("phase", [Phase.DISCARD, Phase.PLAY, Phase.COUNT])
def test_a_match_that_somebody_resigns(ana: User, ben: User, phase: Phase) -> None:
    match = started(ana, ben, count_mode="manual")
    play_to(match, phase)
    endings.resign(match.pk, ben, NOW)
    assert faults(match) == []


def test_a_match_that_ends_before_anybody_or_everybody_has_cut(ana: User, ben: User) -> None:
    for _way in range(2):
        match = started(ana, ben)
        endings.abort(match.pk, ana, NOW)
        assert faults(match) == []
    match = lobby.create_match(ana, lobby.Terms(Match.Opponent.OPEN), NOW)
    lobby.cancel(match.pk, ana, NOW)
    assert faults(match) == []


def test_matches_against_the_computer_and_rematches(ana: User, ben: User) -> None:
    match = started(ana, ben, target=61)
    play_until(match, lambda state: state.result is not None)
    again = endings.rematch(match.pk, ana, NOW)
    lobby.join(again.pk, ben, NOW)
    play_to(again, Phase.PLAY, deal=2)
    endings.agree(again.pk, ana, NOW)
    endings.agree(again.pk, ben, NOW)
    assert faults(again) == []
    lobby.play_now(ana, NOW)
    alone = Match.objects.get(opponent=Match.Opponent.COMPUTER)
    play_to(alone, Phase.PLAY)
    endings.resign(alone.pk, ana, NOW)
    assert faults(alone) == []

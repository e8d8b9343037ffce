"""The record that the site writes of a match passes every check, however the match was counted and ended."""

from random import Random

import pytest

from accounts.models import User
from games.checks import by_engine, check_record
from games.engine.state import Phase
from games.models import Match
from games.record import record_json
from games.services import endings, lobby
from tests.checks.ended import MOMENTS, ended_records

from .players import NOW, any_move, fresh, new_player, play_to, play_until, started


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


def test_matches_that_staff_time_or_nobody_ended(ana: User, ben: User) -> None:
    """Whenever that was, the seed is opened and all that was dealt is told."""
    mod = new_player("Mod", is_staff=True)
    ended = dict(ended_records(ana, ben, mod, NOW))
    assert len(ended) == 3 * len(MOMENTS) + 4
    wrong = {
        way: faults
        for way, record in ended.items()
        if (faults := [*by_engine.find_faults(record), *check_record.find_faults(record)])
    }
    assert wrong == {}
    assert all(record["server_seed"] for record in ended.values())
    leavers = {(event["kind"], event["seat"]) for record in ended.values() for event in record["events"][-2:-1]}
    assert {("abort", None), ("annulled", None), ("time", None), ("expire", None)} <= leavers
    cuts = {way: [seat["seed"] is not None for seat in record["seats"]] for way, record in ended.items()}
    assert cuts["annulled after one cut"] == [False, True]
    assert cuts["expired after a cut"] == cuts["expired after a cut without a seed"] == [True, False]
    decks = {way: len(record["decks"]) for way, record in ended.items()}
    assert (decks["aborted by staff after both cuts"], decks["annulled in the second deal"]) == (2, 3)

"""Both checkers, written apart, find nothing wrong with what the engine plays."""

from typing import get_args

import pytest

from games.checks import by_engine, check_record
from games.engine.moves import Abort, Ending
from tests.engine.random_games import ALL_SETTINGS

from .records import random_record


@pytest.mark.parametrize("games", [1, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("chosen", ALL_SETTINGS)
def test_a_record_of_the_engine_has_no_faults(chosen, games):
    for seed in range(games):
        record = random_record(chosen, seed)
        assert list(check_record.find_faults(record)) == []
        assert list(by_engine.find_faults(record)) == []


@pytest.mark.parametrize("act", get_args(Ending), ids=lambda act: act.kind)
def test_every_way_to_end_a_match_is_known(act):
    """As the engine tells it, of a match in its first play."""
    record = random_record(ALL_SETTINGS[0], 1, ends_by=act)
    for checker in (check_record, by_engine):
        assert list(checker.find_faults(record)) == []


def test_a_match_that_an_admin_aborts_in_the_play_is_known():
    record = random_record(ALL_SETTINGS[0], 1, ends_by=Abort, by_staff=True)
    assert record["events"][-2]["seat"] is None
    for checker in (check_record, by_engine):
        assert list(checker.find_faults(record)) == []


def test_a_seat_cannot_have_aborted_in_the_play():
    record = random_record(ALL_SETTINGS[0], 1, ends_by=Abort, by_staff=True)
    record["events"][-2]["seat"] = 1
    for checker in (check_record, by_engine):
        assert list(checker.find_faults(record)) != []

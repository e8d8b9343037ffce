"""Whatever bears on cards, moves, points, dealer, seeds or result: altered in one place, the record is caught."""

import pytest

from games.checks import by_engine, check_record
from games.engine.moves import Abandon, CallOff, Ending
from games.engine.state import CountMode, Settings

from .records import alterations, random_record

CHECKERS = pytest.mark.parametrize(
    "find_faults", [by_engine.find_faults, check_record.find_faults], ids=["engine", "file"]
)
WAYS = [
    Settings(61, CountMode.AUTOMATIC),
    Settings(61, CountMode.MANUAL, first_dealer=1),
    Settings(61, CountMode.MUGGINS),
]
AT_THE_DESK = 100  # of so many alterations one; in CI all


@CHECKERS
@pytest.mark.parametrize("every", [AT_THE_DESK, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("chosen", WAYS, ids=lambda chosen: chosen.count_mode)
def test_a_record_altered_in_any_one_place_is_caught(chosen, every, find_faults):
    record = random_record(chosen, 5)
    assert list(find_faults(record)) == []
    assert [where for where, altered in alterations(record, every) if not list(find_faults(altered))] == []
    assert list(find_faults(record)) == []


@CHECKERS
@pytest.mark.parametrize("act", [Abandon, CallOff], ids=lambda act: act.kind)
def test_what_came_of_a_player_who_is_gone_cannot_be_altered(act: type[Ending], find_faults):
    """Who left a game without a winner is the site's to say, as it is of an aborted one."""
    record = random_record(WAYS[0], 5, ends_by=act)
    *_others, left, end = record["events"]
    assert (left["kind"], left["seat"], end["kind"]) == (act.kind, 1, "end")
    about_the_end = len(record["events"]) - 2
    bearing = [
        (where, list(find_faults(altered)))
        for where, altered in alterations(record)
        if where[0] == "result" or (where[0] == "events" and where[1] >= about_the_end)
    ]
    assert {where for where, faults in bearing if not faults} <= {("events", about_the_end, "seat")}
    assert all(faults for _where, faults in bearing) == (act is Abandon)
    left["kind"] = (Abandon if act is CallOff else CallOff).kind
    assert list(find_faults(record))


@CHECKERS
def test_an_event_left_out_told_twice_or_in_the_place_of_the_next_is_caught(find_faults):
    record = random_record(WAYS[-1], 6)
    events = record["events"]
    for place in range(1, len(events), 5):
        before, event = events[place - 1 : place + 1]
        shorter = [*events[:place], *events[place + 1 :]]
        longer = [*events[:place], event, *events[place:]]
        turned = [*events[: place - 1], event, before, *events[place + 1 :]]
        for told in (shorter, longer, turned):
            assert list(find_faults(record | {"events": told})), event


@CHECKERS
@pytest.mark.parametrize("record", [None, [], {}, 7, "x", {"format": "cribsite-record", "version": 1}])
def test_what_is_no_record_is_told_so(find_faults, record):
    assert len(list(find_faults(record))) == 1

"""A record that is false in several places, however well they fit together, is caught or is known not to be; and none,
however hostile, takes long or brings a checker down."""

import json
from copy import deepcopy
from time import monotonic

import pytest

from games.checks import by_engine, check_record
from games.engine import codec
from games.engine.game import apply
from games.engine.moves import Agree, Cut, Join, Record
from games.engine.state import Settings, start

from .forgeries import BEYOND, EXPIRED, FALSE, LAPSES, TEXTS, forged, lapsed, unseen
from .records import random_record

CHECKERS = pytest.mark.parametrize(
    "find_faults", [by_engine.find_faults, check_record.find_faults], ids=["engine", "file"]
)
LONGEST = 5.0  # seconds, on a busy machine


@CHECKERS
@pytest.mark.parametrize("name", FALSE)
def test_a_forged_record_is_caught(name, find_faults):
    record = forged(name)
    begin = monotonic()
    faults = list(find_faults(record))
    assert faults
    assert monotonic() - begin < LONGEST
    assert max(map(len, faults)) < 20_000


@CHECKERS
@pytest.mark.parametrize("kind", LAPSES)
def test_an_offer_to_call_the_match_off_ends_with_the_next_move(kind, find_faults):
    assert list(find_faults(lapsed(kind))) == []


@CHECKERS
@pytest.mark.parametrize("name", TEXTS)
def test_a_file_that_can_be_read_in_two_ways_or_in_none_is_refused(name, find_faults):
    begin = monotonic()
    try:
        faults = list(find_faults(check_record.read_record(TEXTS[name].encode())))
    except check_record.Fault as fault:
        faults = [str(fault)]
    assert faults
    assert monotonic() - begin < LONGEST


@CHECKERS
@pytest.mark.parametrize("name", BEYOND)
def test_what_no_checker_can_see_is_in_the_list_of_it(name, find_faults):
    record, _forge, listed = BEYOND[name]
    altered = unseen(name)
    assert altered != record
    assert list(find_faults(altered)) == []
    assert sum(listed in thing for thing in check_record.NOT_CHECKED) == 1


@CHECKERS
def test_an_offer_to_call_the_match_off_ends_with_a_cut_that_no_event_tells(find_faults):
    record = deepcopy(EXPIRED)
    state, record["events"] = start(Settings()), []
    for one in (Record(1, Join()), Record(0, Agree()), Record(0, Cut("x")), Record(1, Agree()), Record(0, Agree())):
        state, events = apply(state, one)
        record["events"] += [{"ply": state.ply, **codec.event_to(event)} for event in events]
    record["result"] = codec.encode(state.result)
    record["seats"][0]["seed"] = "x"
    assert [event["ply"] for event in record["events"]] == [1, 2, 4, 5, 5]
    assert list(find_faults(record)) == []
    del record["events"][1]  # then the cut has no ply
    assert list(find_faults(record | {"events": [event | {"ply": 2} for event in record["events"]]}))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_record_may_have_gone_through_any_editor(encoding, ends):
    record = random_record(Settings(61), 3)
    text = json.dumps(record, indent=1, ensure_ascii=False).replace("\n", ends)
    assert check_record.read_record(text.encode(encoding)) == record

"""One parser for moves: whatever comes is a move, or is refused as none."""

import json
from contextlib import suppress
from typing import Any
from urllib.parse import quote, urlencode
from uuid import UUID

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import UnparsableMove
from games.engine.moves import MOVES, Count, Cut, Discard, Go, Move, Muggins, Pass, Play
from games.protocol import Submission, from_form, parse, parse_ply
from games.refusals import SENTENCES

from .players import cards

ID = "2f4b3c5e-8a53-4b5e-9f37-0f9f0f6f3a11"
ACTIONS = ["cut", "discard", "play", "go", "count", "muggins", "pass"]
FIELDS = ["action", "cards", "decision", "move_id", "points", "seed", "play", "ply"]

# As json.loads gives it: lone surrogates too, which a browser may send as "\ud800".
texts = (
    st.text(max_size=30) | st.text(alphabet="\ud800\udfffa5H", max_size=4) | st.sampled_from(["5H", "TS", "", "\0", ID])
)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | texts | st.sampled_from(ACTIONS)
json_values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=8) | st.dictionaries(texts, inner, max_size=5), max_leaves=12
)
near_moves = st.dictionaries(st.sampled_from(FIELDS), json_values, max_size=7)
almost_moves = st.fixed_dictionaries(
    {"action": st.sampled_from(ACTIONS)},
    optional={
        "cards": st.lists(texts, max_size=3) | json_values,
        "decision": texts | json_values,
        "move_id": texts | json_values,
        "points": st.integers() | json_values,
        "seed": texts | json_values,
    },
)


def key_of_refusal(data: object) -> str:
    with pytest.raises(UnparsableMove) as refused:
        parse(data)
    return refused.value.key


def assert_it_is_a_move_or_refused(data: object) -> None:
    key = None
    try:
        submission = parse(data)
    except UnparsableMove as error:
        key = error.key
    if key is None:
        assert isinstance(submission, Submission)
        assert isinstance(submission.move, MOVES)
        assert isinstance(submission.move_id, UUID)
    else:
        assert key in SENTENCES


@given(json_values | near_moves | almost_moves)
def test_any_json_is_a_move_or_is_refused_as_none(data: object) -> None:
    assert_it_is_a_move_or_refused(data)


@given(almost_moves.map(json.dumps))
def test_what_is_parsed_twice_is_the_same_move_with_the_same_id(sent: str) -> None:
    with suppress(UnparsableMove):
        assert parse(json.loads(sent)) == parse(json.loads(sent))


pairs = st.lists(st.tuples(st.sampled_from([*FIELDS, "csrfmiddlewaretoken", ""]), texts | st.sampled_from(ACTIONS)))


@given(
    pairs.map(lambda fields: urlencode(fields, errors="replace"))
    | texts.map(lambda text: quote(text, errors="replace"))
)
def test_any_form_is_a_move_or_is_refused_as_none(body: str) -> None:
    assert_it_is_a_move_or_refused(from_form(QueryDict(body)))


@given(json_values)
def test_any_value_is_a_ply_or_is_refused_as_none(value: object) -> None:
    with suppress(UnparsableMove):
        assert 0 <= parse_ply(value) < 10_000_000


@pytest.mark.parametrize(
    ("data", "move"),
    [
        ({"action": "cut", "seed": "my seed"}, Cut("my seed")),
        ({"action": "cut"}, Cut("")),
        ({"action": "discard", "cards": ["5H", "JD"]}, Discard(cards("5H JD"))),
        ({"action": "play", "cards": ["TS"]}, Play(cards("TS")[0])),
        ({"action": "go"}, Go()),
        ({"action": "count", "points": 0}, Count(0)),
        ({"action": "muggins", "points": 29}, Muggins(29)),
        ({"action": "pass"}, Pass()),
    ],
)
def test_every_action_of_the_api_is_understood(data: dict[str, Any], move: Move) -> None:
    submission = parse(data | {"decision": "3.discard", "move_id": ID})
    assert submission == Submission(move, "3.discard", UUID(ID))


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (None, "not_a_move"),
        ([], "not_a_move"),
        ("go", "not_a_move"),
        ({}, "unknown_action"),
        ({"action": "steal"}, "unknown_action"),
        ({"action": ["go"]}, "unknown_action"),
        ({"action": "go", "decision": 3}, "not_a_move"),
        ({"action": "go", "decision": "x" * 201}, "not_a_move"),
        ({"action": "cut", "seed": 7}, "not_a_move"),
        ({"action": "go", "move_id": "seven"}, "move_id_is_no_uuid"),
        ({"action": "go", "move_id": 7}, "not_a_move"),
        ({"action": "discard"}, "not_a_card"),
        ({"action": "discard", "cards": "5HJD"}, "not_a_card"),
        ({"action": "discard", "cards": ["5H", None]}, "not_a_card"),
        ({"action": "discard", "cards": ["5h", "JD"]}, "not_a_card"),
        ({"action": "discard", "cards": ["10H", "JD"]}, "not_a_card"),
        ({"action": "discard", "cards": ["5H"] * 7}, "not_a_card"),
        ({"action": "play", "cards": []}, "play_one_card"),
        ({"action": "play", "cards": ["5H", "6H"]}, "play_one_card"),
        ({"action": "count"}, "points_missing"),
        ({"action": "count", "points": "8"}, "points_missing"),
        ({"action": "count", "points": 8.0}, "points_missing"),
        ({"action": "muggins", "points": True}, "points_missing"),
    ],
)
def test_what_is_no_move_is_refused_with_its_reason(data: object, key: str) -> None:
    assert key_of_refusal(data) == key


@pytest.mark.parametrize(
    ("body", "move"),
    [
        ("action=cut&seed=my+seed", Cut("my seed")),
        ("action=discard&cards=5H&cards=JD", Discard(cards("5H JD"))),
        ("action=play&cards=TS", Play(cards("TS")[0])),
        ("play=TS", Play(cards("TS")[0])),
        ("play=TS&cards=5H&cards=6H", Play(cards("TS")[0])),
        ("action=go", Go()),
        ("action=count&points=08", Count(8)),
        ("action=pass&points=", Pass()),
    ],
)
def test_every_form_of_the_table_is_understood(body: str, move: Move) -> None:
    assert parse(from_form(QueryDict(f"{body}&decision=1.x"))).move == move


@pytest.mark.parametrize("points", ["", "-1", "1.5", "eight", "٨", "²", "1e3", "9999", " 8"])
def test_points_that_are_no_plain_number_are_missing(points: str) -> None:
    form = QueryDict(mutable=True)
    form.update({"action": "count", "points": points})
    assert key_of_refusal(from_form(form)) == "points_missing"


@pytest.mark.parametrize("data", [{"action": "go", "decision": "\ud800"}, {"action": "cut", "seed": "\udfff"}])
def test_text_that_cannot_be_encoded_is_left_to_the_rules_to_refuse(data: dict[str, Any]) -> None:
    assert parse(data).decision == data.get("decision", "")


def test_the_same_form_is_the_same_move_and_another_is_another() -> None:
    def derived(body: str) -> UUID:
        return parse(from_form(QueryDict(body))).move_id

    assert derived("play=5H&decision=1.play.0") == derived("play=5H&decision=1.play.0")
    others = {"play=5H&decision=1.play.1", "play=6H&decision=1.play.0", "action=go&decision=1.play.0"}
    assert len({derived(body) for body in others | {"play=5H&decision=1.play.0"}}) == 4

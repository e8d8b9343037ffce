"""`check_record.py` answers whoever runs it in whole sentences, whatever file it was given."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from copy import deepcopy
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.checks import check_record
from games.engine.state import Settings

from .forgeries import EXPIRED, TEXTS
from .records import Json, random_record

CANNOT = "This file CANNOT BE CHECKED:"


def answer(raw: bytes) -> tuple[int, list[str]]:
    """The exit code and the lines for a file that holds this."""
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()) as out:
        path = Path(folder) / "record.json"
        path.write_bytes(raw)
        code = check_record.main([str(path)])
    return code, out.getvalue().splitlines()


def test_a_right_record_is_praised_by_its_id() -> None:
    code, lines = answer(json.dumps(random_record(Settings(61), 3)).encode())
    assert (code, lines[0]) == (0, "The record of match match3 is right:")


@pytest.mark.parametrize("match", [None, 7, "", "\ud800", "x\ny", ["x"]])
def test_a_record_without_an_id_is_not_called_a_match_without_a_name(match: Json) -> None:
    code, lines = answer(json.dumps(EXPIRED | {"id": match}).encode())
    assert (code, lines[:2]) == (1, ["This record is WRONG. What does not fit:", "- the match has no id"])


@pytest.mark.parametrize("value", [{}, [], 7, "record", {"format": "cribsite-record"}, {"version": 1}])
def test_json_that_is_no_record_is_told_so(value: Json) -> None:
    code, lines = answer(json.dumps(value).encode())
    assert (code, lines[1]) == (1, "- This is no record of version 1.")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "This is no JSON: Expecting value"),
        (b"<!DOCTYPE html>", "This is no JSON: Expecting value"),
        ('{"name": "José"}'.encode("latin-1"), "This is no JSON, nor any text in UTF-8 or UTF-16."),
        (b"\xff\xfe\x00", "This is no JSON, nor any text in UTF-8 or UTF-16."),
        (TEXTS["lists in lists in lists"].encode(), "This is no record: its parts lie too deep in one another."),
        (
            TEXTS["a number of five thousand digits"].encode(),
            "stands a number as no site writes it: 11111111111111111111",
        ),
        (TEXTS["far too long"].encode(), "This is no record: it is far longer than any."),
    ],
    ids=["empty", "a page", "Latin-1", "half a character", "deep", "a number", "long"],
)
def test_what_cannot_be_read_is_told_in_one_sentence(raw: bytes, said: str) -> None:
    code, lines = answer(raw)
    assert (code, lines[0], len(lines)) == (1, CANNOT, 3)
    assert said in lines[1]


@pytest.mark.parametrize(("arguments", "said"), [([], "Which record?"), (["a", "b"], "Which record?")])
def test_without_a_file_it_says_how_to_name_one(arguments: list[str], said: str) -> None:
    assert told_by_itself(arguments) == (2, said)


def test_a_file_that_is_not_there_or_is_a_folder_is_told_so(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "none.json"):
        assert told_by_itself([str(place)]) == (2, "The file could not be read:")


def told_by_itself(arguments: list[str]) -> tuple[int, str]:
    """The exit code of the file run alone, and the beginning of what it prints, up to the first mark."""
    run = subprocess.run(
        [sys.executable, "-I", check_record.__file__, *arguments], capture_output=True, text=True, check=False
    )
    assert run.stderr == ""
    end = min(run.stdout.find(mark) for mark in ":?" if mark in run.stdout)
    return run.returncode, run.stdout[: end + 1]


@given(st.binary(max_size=300))
def test_no_bytes_bring_it_down(raw: bytes) -> None:
    code, lines = answer(raw)
    assert code == 1
    assert lines[0] in (CANNOT, "This record is WRONG. What does not fit:")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
SMALL = {"finished": random_record(Settings(61), 3), "expired": EXPIRED}


def places(value: Json, above: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """Every place in a record but the record itself, however deep."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*above, key)
        yield from places(one, (*above, key))


@pytest.mark.parametrize("name", SMALL)
@given(st.data())
def test_no_value_in_any_place_brings_it_down(name: str, data: st.DataObject) -> None:
    record = deepcopy(SMALL[name])
    *way, last = data.draw(st.sampled_from(list(places(record))))
    inner: Json = record
    for key in way:
        inner = inner[key]
    inner[last] = data.draw(VALUES)
    code, lines = answer(json.dumps(record).encode())
    assert code in (0, 1)
    assert lines[0].endswith((" is right:", "What does not fit:", CANNOT))

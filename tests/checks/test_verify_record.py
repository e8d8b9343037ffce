"""`manage.py verify_record` reads one record or many, and says what is wrong and what it cannot tell."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.engine.state import Settings

from .records import random_record


@pytest.fixture
def record():
    return random_record(Settings(61), 3)


def verify(tmp_path, text):
    path = tmp_path / "record.json"
    path.write_text(text, encoding="utf-8")
    out, err = StringIO(), StringIO()
    try:
        call_command("verify_record", str(path), stdout=out, stderr=err)
    except CommandError as error:
        return f"{err.getvalue()}{error}"
    return out.getvalue()


def test_a_good_record_is_said_to_be_one_with_what_cannot_be_checked(tmp_path, record):
    said = verify(tmp_path, json.dumps(record, indent=1))
    assert said.startswith("Records verified: 1, no faults.")
    assert "names" in said


def test_of_many_records_a_line_each_the_altered_one_is_named(tmp_path, record):
    altered = record | {"id": "another"}
    said = verify(tmp_path, f"{json.dumps(record)}\n{json.dumps(altered)}\n")
    assert "another: the decks are not those that the seeds deal" in said
    assert "match3:" not in said
    assert said.endswith("Records with faults: 1 of 2.")


@pytest.mark.parametrize("text", ["{", "[1, 2", "no record"])
def test_what_is_no_json_is_told_so(tmp_path, text):
    assert "This is no JSON" in verify(tmp_path, text)


def test_an_empty_file_is_no_good_news(tmp_path):
    assert verify(tmp_path, "\n") == "Records with faults: 0 of 0."

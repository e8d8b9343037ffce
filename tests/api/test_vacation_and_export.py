"""Going on vacation and taking away all one's records, by program."""

import json
from datetime import timedelta

import pytest

from accounts.models import User
from games.models import DAY
from games.services import vacations
from tests.games.conftest import StoppedClock
from tests.games.finished import finished
from tests.games.players import NOW, started
from tests.streams import whole

from .programs import Program, done, refusal

pytestmark = pytest.mark.django_db

VACATION = "account/vacation"


def end(program: Program) -> object:
    return done(program.client.delete(f"/api/v1/{VACATION}"))


def test_it_begins_and_ends_and_the_days_are_counted(as_ana: Program, clock: StoppedClock) -> None:
    at_home = {"away": False, "since": None, "days_left": 30}
    assert done(as_ana.get(VACATION)) == at_home
    away = {"away": True, "since": "2026-03-14T09:00:00Z", "days_left": 30}
    assert done(as_ana.post(VACATION)) == away
    clock.pass_by(1.5 * DAY)
    assert done(as_ana.post(VACATION)) == away | {"days_left": 28.5}, "twice is once"
    assert end(as_ana) == at_home | {"days_left": 28.5}
    assert end(as_ana) == at_home | {"days_left": 28.5}


def test_it_stops_the_own_clocks_as_the_page_does(ana: User, ben: User, as_ana: Program, clock: StoppedClock) -> None:
    match = started(ana, ben, allowance=DAY, bank=0)
    assert done(as_ana.get(f"matches/{match.pk}"))["seats"][0]["clock"]["deadline"]
    done(as_ana.post(VACATION))
    clocks = [seat["clock"] for seat in as_ana.view(match.pk)["seats"]]
    assert clocks[0]["deadline"] is None
    assert clocks[1]["deadline"] == "2026-03-15T09:00:00Z"
    clock.pass_by(DAY / 2)
    end(as_ana)
    assert as_ana.view(match.pk)["seats"][0]["clock"]["deadline"] == "2026-03-15T21:00:00Z"


def test_why_it_cannot_begin_is_told_by_code_and_reason(as_ana: Program, ana: User, clock: StoppedClock) -> None:
    done(as_ana.post(VACATION))
    end(as_ana)
    answer = as_ana.post(VACATION)
    assert refusal(answer) == (403, "forbidden")
    assert json.loads(answer.content)["error"]["reason"] == "vacation_once_a_day"
    vacations.leave(ana, NOW + timedelta(days=2))
    vacations.come_back(ana, NOW + timedelta(days=40))
    clock.pass_by(50 * DAY)
    answer = as_ana.post(VACATION)
    assert refusal(answer) == (403, "forbidden")
    assert json.loads(answer.content)["error"]["reason"] == "vacation_used_up"
    assert done(as_ana.get(VACATION)) == {"away": False, "since": None, "days_left": 0}


def test_all_records_come_in_one_answer(ana: User, ben: User, as_ana: Program, as_cleo: Program) -> None:
    older, newer = finished(ana, ben), finished(ben, ana, seed=4, now=NOW + timedelta(days=1))
    records = [done(as_ana.get(f"matches/{match.pk}/record")) for match in (newer, older)]
    answer = as_ana.get("matches/export")
    assert [json.loads(line) for line in whole(answer).splitlines()] == records
    text = whole(as_ana.get("matches/export?format=text"))
    assert text.startswith(f"Ben and Ana, game to 61, match {newer.pk}\n\n")
    assert f"\n\nAna and Ben, game to 61, match {older.pk}\n\n" in text
    assert whole(as_cleo.get("matches/export")) == ""


def test_an_export_of_another_kind_or_without_a_token_is_refused(match: object, as_ana: Program) -> None:
    assert refusal(as_ana.get("matches/export?format=pdf")) == (422, "invalid")
    as_ana.client.defaults.clear()
    for path in ("matches/export", VACATION):
        answer = as_ana.client.get(f"/api/v1/{path}", headers={"authorization": "Bearer wrong"})
        assert refusal(answer) == (401, "unauthenticated")

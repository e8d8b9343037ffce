"""The lists: who finds what where, page by page."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Match
from games.services import endings, lobby
from games.services.lobby import Terms
from tests.games.players import NOW, started

from .programs import Program, done, refusal

pytestmark = pytest.mark.django_db


def ids(program: Program, name: str) -> set[str]:
    return {match["id"] for match in done(program.get(f"matches?list={name}"))["matches"]}


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW + timedelta(hours=1))


def test_each_match_is_in_its_lists(
    ana: User, ben: User, as_ana: Program, as_ben: Program, as_cleo: Program, now: None
) -> None:
    table = lobby.create_match(ana, Terms(Match.Opponent.OPEN), NOW).pk
    link = lobby.create_match(ana, Terms(Match.Opponent.LINK), NOW).pk
    challenge = lobby.create_match(ana, Terms(Match.Opponent.NAMED, invited=ben), NOW).pk
    running = started(ana, ben).pk
    over = started(ana, ben).pk
    endings.abort(over, ana, NOW)
    taken_back = lobby.create_match(ana, Terms(Match.Opponent.OPEN), NOW).pk
    lobby.cancel(taken_back, ana, NOW)
    for program in (as_ana, as_ben, as_cleo):
        assert ids(program, "open") == {table}
    assert ids(as_ana, "mine") == {table, link, challenge, running}
    assert ids(as_ben, "mine") == {running}
    assert ids(as_ben, "challenges") == {challenge}
    assert ids(as_ana, "challenges") == set()
    assert ids(as_ana, "finished") == ids(as_ben, "finished") == {over}
    assert ids(as_cleo, "mine") == ids(as_cleo, "challenges") == ids(as_cleo, "finished") == set()


def test_a_summary_is_the_view_without_events_hands_and_legal_moves(match: Match, as_ana: Program, now: None) -> None:
    (summary,) = done(as_ana.get("matches?list=mine"))["matches"]
    view = as_ana.view(match.pk)
    del view["events"], view["legal"]
    for seat in view["seats"]:
        del seat["hand"]
    assert summary == view


def test_who_made_a_link_match_alone_is_told_its_code(ana: User, as_ana: Program, as_ben: Program, now: None) -> None:
    view = done(as_ana.post("matches", {"opponent": "link"}), 201)
    assert view["invite"] == Match.objects.get().invite
    assert refusal(as_ben.get(f"matches/{view['id']}")) == (404, "not_found")
    assert refusal(as_ben.post(f"matches/{view['id']}/join")) == (404, "not_found")
    assert refusal(as_ben.post(f"matches/{view['id']}/join", {"invite": "wrong"})) == (404, "not_found")
    joined = done(as_ben.post(f"matches/{view['id']}/join", {"invite": view["invite"]}))
    assert (joined["you"], joined["invite"]) == (1, None)
    assert as_ana.view(view["id"])["invite"] is None


def pages(program: Program, name: str) -> list[list[str]]:
    cursor: str | None = ""
    found: list[list[str]] = []
    while cursor is not None:
        answer: Any = done(program.get(f"matches?list={name}" + (f"&cursor={cursor}" if cursor else "")))
        found.append([match["id"] for match in answer["matches"]])
        cursor = answer["next"]
    return found


def test_the_pages_hold_every_match_once_newest_first(ana: User, ben: User, as_ana: Program, now: None) -> None:
    made = [started(ana, ben, now=NOW + timedelta(seconds=number // 3)) for number in range(45)]  # three at a time
    got = pages(as_ana, "mine")
    assert [len(page) for page in got] == [20, 20, 5]
    wanted = sorted(made, key=lambda match: (-match.created_at.timestamp(), match.pk))
    assert [match_id for page in got for match_id in page] == [match.pk for match in wanted]


def test_what_is_new_or_gone_meanwhile_shifts_no_page(ana: User, ben: User, as_ana: Program, now: None) -> None:
    made = [started(ana, ben, now=NOW + timedelta(seconds=number)) for number in range(25)]
    first = done(as_ana.get("matches?list=mine"))
    started(ana, ben, now=NOW + timedelta(minutes=1))
    endings.abort(made[24].pk, ana, NOW + timedelta(minutes=1))
    second = done(as_ana.get(f"matches?list=mine&cursor={first['next']}"))
    assert [match["id"] for match in second["matches"]] == [match.pk for match in reversed(made[:5])]


def test_a_cursor_of_another_list_or_player_or_of_nobody_is_refused(
    ana: User, ben: User, as_ana: Program, as_ben: Program, now: None
) -> None:
    for number in range(21):
        started(ana, ben, now=NOW + timedelta(seconds=number))
    cursor = done(as_ana.get("matches?list=mine"))["next"]
    done(as_ana.get(f"matches?list=mine&cursor={cursor}"))
    for list_name in ("open", "challenges", "finished"):
        assert refusal(as_ana.get(f"matches?list={list_name}&cursor={cursor}")) == (422, "invalid")
    assert refusal(as_ben.get(f"matches?list=mine&cursor={cursor}")) == (422, "invalid")
    for wrong in ("x", cursor[:-1], cursor + "A", "%00", "a:b:c", ":", "é", "x" * 501):
        assert refusal(as_ana.get(f"matches?list=mine&cursor={wrong}")) == (422, "invalid"), wrong
    assert refusal(as_ana.get("matches?list=everything")) == (422, "invalid")


def test_a_page_takes_the_same_queries_for_one_match_as_for_twenty(
    ana: User, ben: User, as_ana: Program, now: None
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            done(as_ana.get("matches?list=mine"))
        return len(captured)

    started(ana, ben)
    queries()  # notes the token's use
    few = queries()
    for _ in range(19):
        started(ana, ben)
    assert queries() == few

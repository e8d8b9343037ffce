"""All my games that are over as one file, and the ways to it."""

import json
import re
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.engine.state import CountMode, Phase, Settings
from games.exports import all_records
from games.history import Filters
from games.models import Match
from games.record import record_json, record_text
from games.selectors import find_match
from games.services import endings, lobby
from tests.streams import whole

from .finished import finished
from .players import NOW, play_to, started

pytestmark = pytest.mark.django_db

JSON, TEXT = "/games/records.jsonl", "/games/records.txt"


@pytest.fixture
def games(ana: User, ben: User, cleo: User) -> list[Match]:
    """Ana's, newest first: two counted differently, and one that was aborted; and what is none of them."""
    played = [
        finished(ana, ben, seed=3, now=NOW),
        finished(cleo, ana, Settings(61, CountMode.MUGGINS), seed=4, now=NOW + timedelta(hours=1)),
    ]
    aborted = started(ana, ben, now=NOW + timedelta(hours=2))
    endings.abort(aborted.pk, ana, NOW + timedelta(hours=2))
    finished(ben, cleo, seed=5, now=NOW)
    play_to(started(ana, ben), Phase.PLAY)
    taken_back = lobby.create_match(ana, lobby.Terms(Match.Opponent.OPEN), NOW)
    lobby.cancel(taken_back.pk, ana, NOW)
    found = [find_match(match.pk) for match in (aborted, *reversed(played))]
    return [match for match in found if match is not None]


def test_each_line_is_the_record_of_a_game_of_mine_newest_first(anas: Client, games: list[Match]) -> None:
    answer = anas.get(JSON)
    lines = whole(answer).splitlines()
    assert [json.loads(line) for line in lines] == [record_json(match) for match in games]
    assert answer.headers["Content-Disposition"] == 'attachment; filename="cribsite-Ana.jsonl"'
    assert answer.headers["Content-Type"] == "application/x-ndjson"


def test_the_text_has_all_of_them_to_read_in_my_language(ana: User, anas: Client, games: list[Match]) -> None:
    text = whole(anas.get(TEXT))
    assert text == "\n".join(record_text(match) for match in games) + "\n"
    User.objects.filter(pk=ana.pk).update(language="es")
    spanish = whole(anas.get(TEXT))
    assert "reparte" in spanish
    assert "deals" not in spanish
    assert len(spanish.splitlines()) == len(text.splitlines())


def test_what_a_card_of_the_play_brings_is_told_apart_from_its_count(games: list[Match]) -> None:
    lines = [line for match in games for line in record_text(match).splitlines()]
    assert any(re.search(r": [a-z]+, fifteen – 2 points for a fifteen\.", line) for line in lines)
    assert [line for line in lines if re.search(r": [a-z]+, [a-z-]+ (?!–)", line)] == []


def test_a_name_of_any_letters_names_the_file(anas: Client, ana: User) -> None:
    ana.username = "Ñandú"
    ana.save()
    answer = anas.get(TEXT)
    assert answer.headers["Content-Disposition"] == "attachment; filename*=utf-8''cribsite-%C3%91and%C3%BA.txt"
    assert whole(answer) == ""


def test_the_filters_of_the_page_choose_here_too(anas: Client, games: list[Match]) -> None:
    _aborted, muggins, _first = games
    asked = "?count_mode=muggins&opponent=cleo"
    assert [json.loads(line)["id"] for line in whole(anas.get(JSON + asked)).splitlines()] == [muggins.pk]
    page = anas.get(reverse("my_games") + asked).content.decode()
    for address in (JSON, TEXT):
        assert f'href="{address}{asked.replace("&", "&amp;")}"' in page


def test_wrong_filters_lead_to_the_page_that_says_so(anas: Client) -> None:
    answer = anas.get(f"{JSON}?opponent=nobody-here", follow=True)
    assert answer.redirect_chain == [("/games/?opponent=nobody-here", 302)]
    assert "There is no player of this name." in answer.content.decode()


def test_the_page_of_my_games_offers_the_files_where_there_are_games(anas: Client, ana: User, ben: User) -> None:
    assert JSON not in anas.get(reverse("my_games")).content.decode()
    finished(ana, ben)
    page = anas.get(reverse("my_games")).content.decode()
    assert f'href="{JSON}"' in page
    assert f'href="{TEXT}"' in page
    assert JSON not in anas.get(reverse("player", args=["Ana"])).content.decode(), "they are mine, not another's"


def test_the_replay_links_to_the_records_of_its_game(client: Client, ana: User, ben: User) -> None:
    match = finished(ana, ben)
    page = client.get(f"/table/{match.pk}/replay/", follow=True).content.decode()
    for name in ("record.json", "record.txt"):
        assert f'href="/table/{match.pk}/{name}"' in page
        assert client.get(f"/table/{match.pk}/{name}").status_code == 200


def test_who_is_not_logged_in_is_sent_to_log_in(client: Client) -> None:
    for address in (JSON, TEXT):
        assert client.get(address).url == f"/accounts/login/?next={address}"  # type: ignore[attr-defined]


def test_a_game_is_read_when_it_is_its_turn_to_be_sent(ana: User, games: list[Match]) -> None:
    """So thousands of them take no more memory than one, and others have their turn in between."""
    chunks = all_records(ana, Filters(), "json").streaming_content

    async def take_one() -> bytes:
        return await anext(aiter(chunks))  # type: ignore[arg-type]

    with CaptureQueriesContext(connection) as captured:
        first = async_to_sync(take_one)()
    assert json.loads(first)["id"] == games[0].pk
    told = " ".join(query["sql"] for query in captured)
    assert games[0].pk in told
    assert games[1].pk not in told
    assert len(captured) <= 4


def test_a_game_that_is_deleted_meanwhile_is_left_out(ana: User, games: list[Match]) -> None:
    answer = all_records(ana, Filters(), "json")
    games[1].delete()
    assert [json.loads(line)["id"] for line in whole(answer).splitlines()] == [games[0].pk, games[2].pk]


def test_a_game_that_is_broken_does_not_cost_the_others(
    ana: User, games: list[Match], caplog: pytest.LogCaptureFixture
) -> None:
    games[1].records.update(events=["nonsense"])
    answer = all_records(ana, Filters(), "json")
    assert [json.loads(line)["id"] for line in whole(answer).splitlines()] == [games[0].pk, games[2].pk]
    assert games[1].pk in caplog.text

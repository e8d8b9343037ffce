"""What stands in the lobby, for whom, and in which order."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.engine.moves import Cut
from games.models import Match
from games.rows import Row
from games.selectors import MOST_OPEN_TABLES_SHOWN, open_tables, own_tables, waiting_count
from games.services import endings, lobby
from games.services.lobby import Terms

from .conftest import StoppedClock
from .players import NOW, new_player, send, started

pytestmark = pytest.mark.usefixtures("clock")


def table(host: User, opponent: Match.Opponent = Match.Opponent.OPEN, invited: User | None = None) -> Match:
    return lobby.create_match(host, Terms(opponent, invited=invited), NOW)


def rows(browser: Client, region: str) -> list[Row]:
    answer = browser.get(reverse("lobby"))
    assert answer.status_code == 200
    return list(answer.context[region])


def test_the_lobby_is_open_to_everybody(ana: User, client: Client) -> None:
    match = table(ana)
    page = client.get(reverse("lobby"))
    assert match.get_absolute_url() in page.content.decode()
    assert 'id="region-mine"' not in page.content.decode()
    assert "Play anyone" not in page.content.decode(), "who opens a table has an account"


def test_my_tables_come_with_those_that_wait_for_me_first(clock: StoppedClock, ana: User, ben: User) -> None:
    my_turn, challenge = started(ben, ana), table(ben, Match.Opponent.NAMED, ana)
    bens_turn = started(ana, ben)
    send(bens_turn, ana, Cut(""))
    open_table = lobby.create_match(ana, Terms(Match.Opponent.OPEN), NOW + timedelta(hours=1))
    mine = own_tables(ana)
    assert set(mine[:2]) == {my_turn, challenge}, "though a newer table of mine stands open"
    assert mine[2] == open_table
    assert mine[3] == bens_turn
    assert waiting_count(ana) == 2
    assert waiting_count(ben) == 2


def test_of_tables_that_wait_alike_the_newest_comes_first(ana: User, ben: User) -> None:
    made = [started(ana, ben, NOW + timedelta(minutes=minute)) for minute in (0, 2, 1)]
    assert own_tables(ana) == [made[1], made[2], made[0]]


def test_every_row_says_what_it_is_and_offers_what_can_be_done(ana: User, ben: User, anas: Client) -> None:
    running, own = started(ben, ana), table(ana)
    challenge, sent = table(ben, Match.Opponent.NAMED, ana), table(ana, Match.Opponent.NAMED, ben)
    found = {row.url: row for row in rows(anas, "mine")}

    def row(match: Match) -> Row:
        return found[match.get_absolute_url()]

    def action(name: str, match: Match) -> str:
        return reverse(name, args=[match.pk])

    assert (row(running).title, row(running).badge, row(running).waiting) == ("Ben and Ana", "your turn", True)
    assert row(running).detail == "0 to 0, game to 121"
    assert (row(own).badge, row(own).waiting, row(own).cancel_url) == ("open", False, action("cancel", own))
    assert (row(challenge).title, row(challenge).badge) == ("Ben challenges Ana", "challenge")
    assert row(challenge).join_url == action("join", challenge)
    assert row(challenge).decline_url == action("decline", challenge)
    assert row(challenge).waiting
    assert (row(sent).title, row(sent).cancel_url) == ("Ana challenges Ben", action("cancel", sent))
    assert not row(sent).join_url
    assert len(found) == 4


def test_what_is_over_leaves_the_lobby(ana: User, ben: User) -> None:
    match = started(ana, ben)
    endings.resign(match.pk, ben, NOW)
    assert own_tables(ana) == own_tables(ben) == []
    assert waiting_count(ana) == waiting_count(ben) == 0


def test_open_tables_are_those_that_anyone_may_join(ana: User, ben: User, cleos: Client) -> None:
    public = table(ana)
    table(ana, Match.Opponent.LINK)
    table(ana, Match.Opponent.NAMED, ben)
    lobby.create_match(ana, Terms(Match.Opponent.COMPUTER, computer="easy"), NOW)
    started(ana, ben)
    (row,) = rows(cleos, "open_tables")
    assert row.url == public.get_absolute_url()
    assert row.join_url == reverse("join", args=[public.pk])
    assert row.detail.startswith("game to 121, counted by the site, no clock, open for")
    assert rows(cleos, "mine") == []


def test_my_own_open_table_can_be_taken_back_and_not_joined(ana: User, anas: Client) -> None:
    match = table(ana)
    (row,) = rows(anas, "open_tables")
    assert (row.join_url, row.cancel_url) == ("", reverse("cancel", args=[match.pk]))


def test_the_clock_of_a_table_is_told(ana: User, cleos: Client) -> None:
    lobby.create_match(ana, Terms(Match.Opponent.OPEN, allowance=20, bank=120), NOW)
    (row,) = rows(cleos, "open_tables")
    assert "20 s a move and 2 min in the bank" in row.detail


def test_the_list_of_open_tables_stays_short_and_shows_the_newest(db: None) -> None:
    for number in range(MOST_OPEN_TABLES_SHOWN // 10 + 1):
        host = new_player(f"Host-{'abcdefgh'[number]}")
        for minute in range(10):
            lobby.create_match(host, Terms(Match.Opponent.OPEN), NOW + timedelta(minutes=10 * number + minute))
    shown = open_tables(NOW + timedelta(hours=2), None)
    assert len(shown) == MOST_OPEN_TABLES_SHOWN
    assert shown == sorted(shown, key=lambda match: match.created_at, reverse=True)
    assert shown[0].created_at == NOW + timedelta(minutes=59)


def test_more_tables_need_no_more_questions_to_the_database(ana: User, ben: User, anas: Client) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            anas.get(reverse("lobby"))
        return len(queries)

    started(ana, ben)
    table(ben)
    anas.get(reverse("lobby"))  # the first page of a session stores the session as well
    few = asked()
    for _ in range(5):
        started(ana, ben)
        table(ben)
    assert asked() == few


def test_every_page_says_how_many_games_wait(ana: User, ben: User, anas: Client) -> None:
    started(ana, ben)
    started(ana, ben)
    assert anas.get(reverse("player", args=["Ben"])).context["waiting"].count == 2

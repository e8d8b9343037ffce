"""Lists of games that are over: chosen by what one looks for, turned over by cursors, quick however many there are."""

import re
from collections.abc import Iterable
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core import signing
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.history import GAMES_ON_A_PAGE
from games.models import DAY, Match
from games.paging import SALT
from games.services import lobby
from games.verify import find_faults

from .finished import finished
from .players import NOW, browser_of, fresh, new_player, started

AT_THE_SAME_TIME = 7
# What is no matter of games: limits are counted in the cache, and what the host wishes is read every five seconds.
OF_THE_SITE = re.compile('"cache"|"cribsite_')


def stored(first: User, second: User | None, day: int = 0, **about: object) -> Match:
    """A game that is over, as a row without a log."""
    about = {"status": Match.State.FINISHED, "winner": 0, "reason": "target", "opponent": Match.Opponent.OPEN} | about
    moment = NOW + timedelta(days=day)
    match = Match.objects.create(created_at=moment, ended_at=moment, snapshot={}, **about)  # type: ignore[misc]
    match.seats.create(number=0, user=first, ended_at=moment)
    match.seats.create(number=1, user=second, computer="" if second else "easy", ended_at=moment)
    return match


def page(browser: Client, **asked: object) -> HttpResponse:
    return browser.get("/games/", asked)


def listed(browser: Client, **asked: object) -> list[str]:
    answer = page(browser, **asked)
    assert answer.status_code == 200
    return [row.url for row in answer.context["history"].rows]


def urls(*matches: Match) -> list[str]:
    return [match.get_absolute_url() for match in matches]


@pytest.fixture
def many(ana: User, ben: User) -> list[Match]:
    """Two and a half pages of games, newest first; some of them ended in the same moment."""
    games = [stored(ana, ben, day=day // AT_THE_SAME_TIME) for day in range(2 * GAMES_ON_A_PAGE + 10)]
    return sorted(games, key=lambda match: (match.ended_at, match.pk), reverse=True)


def test_the_list_is_turned_over_there_and_back(many: list[Match], anas: Client) -> None:
    pages, url = [], "/games/"
    while url:
        history = anas.get(url).context["history"]
        pages.append(history)
        url = f"/games/{history.older_url}" if history.older_url else ""
    assert [row.url for history in pages for row in history.rows] == urls(*many)
    assert [len(history.rows) for history in pages] == [GAMES_ON_A_PAGE, GAMES_ON_A_PAGE, 10]
    assert [history.is_first for history in pages] == [True, False, False]
    back = anas.get(f"/games/{pages[-1].newer_url}").context["history"]
    assert [row.url for row in back.rows] == [row.url for row in pages[1].rows]
    first = anas.get(f"/games/{back.newer_url}").context["history"]
    assert ([row.url for row in first.rows], first.newer_url) == ([row.url for row in pages[0].rows], "")


def test_a_game_that_ends_meanwhile_moves_no_page(many: list[Match], anas: Client, ana: User, ben: User) -> None:
    older = page(anas).context["history"].older_url
    stored(ana, ben, day=99)
    rows = anas.get(f"/games/{older}").context["history"].rows
    assert [row.url for row in rows] == urls(*many[GAMES_ON_A_PAGE : 2 * GAMES_ON_A_PAGE])


def cursor_in(url: str) -> str:
    return parse_qs(urlsplit(url).query)["cursor"][0]


def test_a_cursor_of_another_list_leads_back_to_the_newest_games_and_says_so(
    many: list[Match], anas: Client, bens: Client
) -> None:
    cursor = cursor_in(page(anas).context["history"].older_url)
    others = ((bens, "/games/"), (anas, "/players/Ben/"), (anas, "/games/?result=won"), (anas, "/games/?target=121"))
    for browser, address in others:
        glue = "&" if "?" in address else "?"
        answer = browser.get(f"{address}{glue}cursor={cursor}", follow=True)
        assert answer.redirect_chain[0][0].rstrip("?") == address
        assert "There is no such page in this list." in answer.content.decode()


SIGNED_FOR_SOMETHING_ELSE = signing.dumps([1, 2], key="a key", salt="other")


@pytest.mark.parametrize(
    "cursor", ["rubbish", "a:b:c", "é", "\0", "9" * 5000, SIGNED_FOR_SOMETHING_ELSE], ids=map(str, range(6))
)
def test_a_cursor_that_is_rubbish_leads_back_to_the_newest_games(many: list[Match], anas: Client, cursor: str) -> None:
    answer = anas.get("/games/", {"cursor": cursor, "target": "121"}, follow=True)
    assert answer.redirect_chain == [("/games/?target=121", 302)]
    assert "There is no such page in this list." in answer.content.decode()
    assert [row.url for row in answer.context["history"].rows] == urls(*many[:GAMES_ON_A_PAGE])


def test_a_cursor_that_was_changed_is_none(many: list[Match], anas: Client) -> None:
    cursor = cursor_in(page(anas).context["history"].older_url)
    assert signing.loads(cursor, salt=SALT)
    changed = cursor[:4] + ("a" if cursor[4] != "a" else "b") + cursor[5:]
    assert page(anas, cursor=changed).status_code == 302


def games_by_result(ana: User, ben: User) -> dict[str, Match]:
    aborted = {"status": Match.State.ABORTED, "winner": None}
    return {
        "target": stored(ana, ben, 1, winner=0),
        "lost": stored(ana, ben, 2, winner=1),
        "skunk_given": stored(ben, ana, 3, winner=1, skunk=1),
        "skunk_taken": stored(ana, ben, 4, winner=1, skunk=2),
        "resignation": stored(ana, ben, 5, winner=1, reason="resignation"),
        "time": stored(ana, ben, 6, winner=0, reason="time"),
        "abandonment": stored(ana, ben, 7, winner=0, reason="abandonment"),
        "abort": stored(ana, ben, 8, reason="abort", **aborted),
        "agreement": stored(ana, ben, 9, reason="agreement", **aborted),
        "no game in time": stored(ana, ben, 10, reason="time", **aborted),
        "annulled": stored(ana, ben, 11, status=Match.State.ANNULLED, winner=None, reason="annulled"),
    }


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ("won", ["abandonment", "time", "skunk_given", "target"]),
        ("lost", ["resignation", "skunk_taken", "lost"]),
        ("skunk_given", ["skunk_given"]),
        ("skunk_taken", ["skunk_taken"]),
        ("target", ["skunk_taken", "skunk_given", "lost", "target"]),
        ("resignation", ["resignation"]),
        ("time", ["no game in time", "time"]),
        ("abandonment", ["abandonment"]),
        ("abort", ["abort"]),
        ("agreement", ["agreement"]),
        ("annulled", ["annulled"]),
    ],
)
def test_games_are_chosen_by_their_result(ana: User, ben: User, anas: Client, asked: str, wanted: list[str]) -> None:
    games = games_by_result(ana, ben)
    assert listed(anas, result=asked) == urls(*(games[name] for name in wanted))


def test_every_way_to_end_has_a_mark_of_its_own(ana: User, ben: User, anas: Client) -> None:
    games = games_by_result(ana, ben)
    marks = {row.url: (row.outcome, row.badge) for row in page(anas).context["history"].rows}
    assert {name: marks[match.get_absolute_url()] for name, match in games.items()} == {
        "target": ("won", "completed"),
        "lost": ("lost", "completed"),
        "skunk_given": ("won", "completed"),
        "skunk_taken": ("lost", "completed"),
        "resignation": ("lost", "resigned"),
        "time": ("won", "timed out"),
        "abandonment": ("won", "abandoned"),
        "abort": ("", "aborted"),
        "agreement": ("", "called off"),
        "no game in time": ("", "timed out"),
        "annulled": ("", "annulled"),
    }


def test_games_are_chosen_by_opponent_and_kind(ana: User, ben: User, cleo: User, anas: Client) -> None:
    plain = stored(ana, ben, 1)
    manual = stored(cleo, ana, 2, count_mode="manual")
    short = stored(ana, ben, 3, target=61)
    live = stored(ana, ben, 4, allowance=20, bank=120)
    slow = stored(ana, cleo, 5, allowance=DAY)
    easy = stored(ana, None, 6, opponent=Match.Opponent.COMPUTER)
    club = stored(ana, None, 7, opponent=Match.Opponent.COMPUTER)
    club.seats.filter(user=None).update(computer="club")
    stored(ben, cleo, 8)
    chosen: Iterable[tuple[dict[str, object], list[Match]]] = [
        ({"opponent": "cleo"}, [slow, manual]),
        ({"opponent": "Ana"}, []),
        ({"against": "computer"}, [club, easy]),
        ({"opponent": "easy"}, [easy]),
        ({"opponent": "Club (computer)"}, [club]),
        ({"against": "person"}, [slow, live, short, manual, plain]),
        ({"count_mode": "manual"}, [manual]),
        ({"target": 61}, [short]),
        ({"clock": "live"}, [live]),
        ({"clock": "slow"}, [slow]),
        ({"clock": "none"}, [club, easy, short, manual, plain]),
        ({"clock": "none", "opponent": "Ben", "target": "121"}, [plain]),
    ]
    for asked, wanted in chosen:
        assert listed(anas, **asked) == urls(*wanted), asked


def test_days_are_those_of_the_reader(ana: User, ben: User) -> None:
    """NOW is 9 in the morning of 14 March in Greenwich, and 14 hours later it is the 15th in Kiribati already."""
    match = stored(ana, ben)
    here, there = browser_of(ana), Client()
    there.force_login(User.objects.get(pk=ben.pk), "django.contrib.auth.backends.ModelBackend")
    User.objects.filter(pk=ben.pk).update(time_zone="Pacific/Kiritimati")
    Match.objects.filter(pk=match.pk).update(ended_at=NOW + timedelta(hours=2))
    match.seats.update(ended_at=NOW + timedelta(hours=2))
    for browser, day, others in ((here, "2026-03-14", "2026-03-15"), (there, "2026-03-15", "2026-03-14")):
        assert listed(browser, since=day, until=day) == urls(match)
        assert listed(browser, since=others, until=others) == []


@pytest.mark.parametrize(
    "asked",
    [
        {"opponent": "nobody-of-this-name"},
        {"opponent": "x" * 500},
        {"result": "drawn"},
        {"target": "100"},
        {"clock": "\0"},
        {"since": "yesterday"},
        {"since": "0001-01-01"},
        {"until": "9999-12-31"},
    ],
)
def test_a_choice_that_makes_no_sense_is_told_so_and_lists_nothing(
    ana: User, ben: User, anas: Client, asked: dict[str, str]
) -> None:
    stored(ana, ben)
    answer = page(anas, **asked)
    assert answer.status_code == 200
    assert answer.context["history"].rows == []
    assert "field-error" in answer.content.decode()


def test_my_games_are_mine_private_or_not_and_ask_for_a_log_in(
    ana: User, ben: User, anas: Client, bens: Client
) -> None:
    User.objects.filter(pk=ana.pk).update(private_games=True)
    match = stored(ana, ben)
    assert listed(anas) == listed(bens) == urls(match)
    answer = Client().get("/games/")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/games/")


def test_the_number_of_queries_does_not_grow_with_the_games(ana: User, ben: User, anas: Client) -> None:
    def queries(address: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert anas.get(address).status_code == 200
        return len([one for one in captured if not OF_THE_SITE.search(one["sql"])])

    addresses = ("/games/", "/games/?opponent=Ben&result=won", "/players/Ana/", "/players/Ben/")
    stored(ana, ben)
    anas.get("/")  # the first visit of a browser is not like the others
    few = [queries(address) for address in addresses]
    assert max(few) <= 18
    for number in range(30):
        stored(ana, new_player(f"Guest{number}"), day=number)
        stored(new_player(f"Host{number}"), ben, day=number)
    assert [queries(address) for address in addresses] == few


def test_the_list_is_read_from_an_index_in_its_order(ana: User, anas: Client) -> None:
    with CaptureQueriesContext(connection) as captured:
        page(anas)
    (query,) = [one["sql"] for one in captured if "ORDER BY" in one["sql"] and "ended_at" in one["sql"]]
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {query}")
            plan = " ".join(str(row[-1]) for row in cursor.fetchall())
        assert "seat_history" in plan
        assert "TEMP B-TREE" not in plan, "nothing is sorted"


def test_a_seat_is_told_when_its_match_ended(ana: User, ben: User) -> None:
    match = finished(ana, ben)
    assert {seat.ended_at for seat in match.seats.all()} == {match.ended_at}
    assert {seat.ended_at for seat in started(ana, ben).seats.all()} == {None}
    match.seats.filter(number=1).update(ended_at=NOW - timedelta(days=1))
    assert "seat 1 repeats another end than the match has" in list(find_faults(fresh(match)))


def test_what_was_never_played_is_not_listed(ana: User, anas: Client) -> None:
    lobby.create_match(ana, lobby.Terms(Match.Opponent.OPEN), NOW)
    lobby.cancel(lobby.create_match(ana, lobby.Terms(Match.Opponent.OPEN), NOW).pk, ana, NOW)
    assert listed(anas) == []

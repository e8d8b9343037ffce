"""The lobby's lists follow what happens."""

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.db.backends.utils import CursorWrapper
from django.urls import reverse
from django.utils import timezone, translation

from accounts.names import LONGEST
from games.broadcast import LOBBY
from games.lobby import render_mine, render_open
from games.models import Match
from games.selectors import MOST_OPEN_TABLES_SHOWN, MOST_OWN_TABLES_SHOWN
from games.services import lobby
from games.services.endings import resign
from tests.live import FRAME_LIMITS

from .players import NOW, new_player, plain_move, position, send, started

pytestmark = pytest.mark.django_db(transaction=True)


@database_sync_to_async
def offer(host, **terms):
    return lobby.create_match(host, lobby.Terms(**{"opponent": Match.Opponent.OPEN} | terms), timezone.now())


@database_sync_to_async
def take(table, guest):
    lobby.join(table.pk, guest, timezone.now())


@database_sync_to_async
def withdraw(table, host):
    lobby.cancel(table.pk, host, timezone.now())


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Changes of the open tables are told without being gathered."""
    monkeypatch.setattr("games.consumers.lobby.GATHERING", 0)


async def test_who_comes_gets_the_lists_that_are_his(open_page, ana):
    for user, lists in ((ana, {"mine", "open"}), (None, {"open"})):
        page = await open_page("/ws/lobby/", user)
        message = await page.next()
        assert message["type"] == "lobby"
        assert set(message["html"]) == lists


async def test_a_hundred_readers_and_many_changes_cause_few_drawings(open_page, ana, ben, monkeypatch):
    drawn = []
    render = render_open
    monkeypatch.setattr("games.consumers.lobby.render_open", lambda *about: drawn.append(1) or render(*about))
    pages = [await open_page("/ws/lobby/") for _ in range(25)]
    for page in pages:
        await page.next()
    drawn.clear()
    monkeypatch.setattr("games.consumers.lobby.GATHERING", 0.3)
    tables = [await offer(host) for host in (ana, ben) * 3]
    for page in pages:
        while tables[-1].get_absolute_url() not in (await page.next())["html"]["open"]:
            pass
    assert len(drawn) <= 4


async def test_pings_of_many_sockets_cost_neither_drawings_nor_queries(open_page, ana, monkeypatch):
    await offer(ana)
    pages = [await open_page("/ws/lobby/") for _ in range(30)]
    for page in pages:
        await page.next()
    work = []
    monkeypatch.setattr("games.consumers.lobby.render_open", lambda *_about: work.append("drawing"))
    monkeypatch.setattr(CursorWrapper, "execute", lambda *_about: work.append("query"))
    monkeypatch.setattr("games.consumers.lobby.GATHERING", 3600)
    for page in pages * 5:
        assert await page.ping() == []
    assert work == []


async def test_the_number_of_waiting_games_comes_when_it_changes(open_page, ana, ben):
    page = await open_page("/ws/lobby/", ana)
    await page.next()
    match = await database_sync_to_async(started)(ben, ana)
    await own_list(page, lambda html: match.get_absolute_url() in html)
    await page.ping()
    assert (page.waiting["count"], page.waiting["url"]) == (1, reverse("next_game"))


async def test_an_open_table_comes_and_goes_in_every_lobby(open_page, ana, ben):
    pages = [await open_page("/ws/lobby/"), await open_page("/ws/lobby/", ben)]
    for page in pages:
        await page.next()
    table = await offer(ana)
    for page in pages:
        message = await page.next()
        assert set(message["html"]) == {"open"}
        assert table.get_absolute_url() in message["html"]["open"]
    await withdraw(table, ana)
    for page in pages:
        assert table.get_absolute_url() not in (await page.next())["html"]["open"]


async def test_a_table_that_was_taken_is_offered_no_more(open_page, ana, ben):
    table = await offer(ana)
    page = await open_page("/ws/lobby/")
    assert table.get_absolute_url() in (await page.next())["html"]["open"]
    await take(table, ben)
    assert table.get_absolute_url() not in (await page.next())["html"]["open"]


@pytest.mark.parametrize("opponent", ["link", "named"])
async def test_tables_of_two_are_in_no_strangers_lobby(open_page, ana, ben, opponent):
    page = await open_page("/ws/lobby/")
    await page.next()
    table = await offer(ana, opponent=Match.Opponent(opponent), invited=ben if opponent == "named" else None)
    assert table.pk not in str(await heard_up_to_now(page))


async def heard_up_to_now(page):
    """Every message up to one that is sent to the whole lobby now."""
    await get_channel_layer().group_send(LOBBY, {"type": "table.started", "match": "the-last-one"})
    messages = []
    while (message := await page.next()).get("started") != reverse("table", args=["the-last-one"]):
        messages.append(message)
    return messages


async def test_the_own_tables_follow_the_games(open_page, ana, ben):
    page = await open_page("/ws/lobby/", ana)
    match = await database_sync_to_async(started)(ben, ana)

    @database_sync_to_async
    def cut(user):
        seat = match.seats.get(user=user).number
        send(match, user, plain_move(position(match), seat))

    await own_list(page, lambda html: match.get_absolute_url() in html and "your turn" in html)
    await cut(ana)
    await own_list(page, lambda html: match.get_absolute_url() in html and "your turn" not in html)
    await cut(ben)
    await own_list(page, lambda html: "your turn" in html)
    await database_sync_to_async(resign)(match.pk, ben, timezone.now())
    await own_list(page, lambda html: match.get_absolute_url() not in html)


async def own_list(page, is_as_wanted):
    """Wait until the list of the own tables is as it should be."""
    while not is_as_wanted((await page.next())["html"].get("mine", "")):
        pass


async def test_a_challenge_comes_to_the_one_who_is_challenged(open_page, ana, ben, cleo):
    bens, cleos = await open_page("/ws/lobby/", ben), await open_page("/ws/lobby/", cleo)
    for page in (bens, cleos):
        await page.next()
    table = await offer(ana, opponent=Match.Opponent.NAMED, invited=ben)
    assert table.get_absolute_url() in (await bens.next())["html"]["mine"]
    assert table.pk not in str(await heard_up_to_now(cleos))


async def test_who_waits_in_the_lobby_is_led_to_the_table_when_somebody_sits_down(open_page, ana, ben, cleo):
    table = await offer(ana)
    pages = {user: await open_page("/ws/lobby/", user) for user in (ana, ben, cleo, None)}
    for page in pages.values():
        await page.next()
    await take(table, ben)
    for user, page in pages.items():
        messages = await heard_up_to_now(page)
        started_at = [message["started"] for message in messages if "started" in message]
        assert started_at == ([table.get_absolute_url()] if user == ana else [])


async def test_a_game_against_the_computer_does_not_call_its_maker(open_page, ana):
    """Its page is on the way there already."""
    page = await open_page("/ws/lobby/", ana)
    await page.next()
    await offer(ana, opponent=Match.Opponent.COMPUTER, computer="easy")
    assert [message for message in await heard_up_to_now(page) if "started" in message] == []


async def test_what_got_lost_comes_with_the_next_ping(open_page, ana, lose_broadcasts):
    page = await open_page("/ws/lobby/")
    await page.next()
    with lose_broadcasts():
        table = await offer(ana)
    (message,) = await page.ping()
    assert table.get_absolute_url() in message["html"]["open"]


async def test_nothing_is_sent_again_that_has_not_changed(open_page, ana):
    page = await open_page("/ws/lobby/", ana)
    await page.next()
    for _ in range(3):
        assert await page.ping() == []


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
async def test_the_fullest_lobby_fits_into_one_message(ana, language):
    """With the longest names, so that Daphne, whose limit is the Makefile's, sends it."""

    @database_sync_to_async
    def sizes():
        longest = [new_player("W" * (LONGEST - 1) + letter) for letter in "ab"]
        clock = {"allowance": 86_399, "bank": 100_000, "count_mode": Match.CountMode.MUGGINS}
        lobby.create_match(longest[0], lobby.Terms(opponent=Match.Opponent.OPEN, **clock), NOW)
        started(*longest, **clock)
        with translation.override(language):
            lists = {"mine": render_mine(longest[1], timezone.now()), "open": render_open(longest[1], timezone.now())}
            return {name: len(html.encode()) for name, html in lists.items()}

    one = await sizes()
    assert one["mine"] * MOST_OWN_TABLES_SHOWN + one["open"] * MOST_OPEN_TABLES_SHOWN < int(FRAME_LIMITS[-1])

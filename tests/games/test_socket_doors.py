"""Who gets in, and what ends a socket: each with its code."""

import logging

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.models import Session
from django.urls import reverse

from accounts.models import User
from cribsite.asgi import application
from games.models import Match
from games.services import lobby
from games.services.endings import resign

from .players import NOW, browser_of, started
from .sockets import PATIENCE, plain_frame, session_of, stored_ply

pytestmark = pytest.mark.django_db(transaction=True)

LOGGED_OUT, FORBIDDEN, NOT_FOUND, TOO_FAST = 4401, 4403, 4404, 4429
start = database_sync_to_async(started)


def table_of(match):
    return f"/ws/table/{match.pk}/"


@pytest.mark.parametrize("opponent", ["named", "link"])
async def test_a_stranger_does_not_see_a_table_of_two(open_page, ana, ben, cleo, opponent):
    @database_sync_to_async
    def begin():
        terms = lobby.Terms(opponent=Match.Opponent(opponent), invited=ben if opponent == "named" else None)
        table = lobby.create_match(ana, terms, NOW)
        lobby.join(table.pk, ben, NOW, invite=table.invite or "")
        return table

    table = await begin()
    for user, code in ((cleo, FORBIDDEN), (None, LOGGED_OUT)):
        page = await open_page(table_of(table), user)
        assert await page.closed() == code
    for user in (ana, ben):
        page = await open_page(table_of(table), user)
        assert (await page.next())["type"] == "table"


async def test_who_is_turned_away_hears_nothing_though_he_goes_on_sending(open_page, ana, ben, cleo, caplog):
    @database_sync_to_async
    def begin():
        table = lobby.create_match(ana, lobby.Terms(opponent=Match.Opponent.NAMED, invited=ben), NOW)
        lobby.join(table.pk, ben, NOW)
        return table

    table = await begin()
    page = await open_page(table_of(table), cleo)
    for message in ({"type": "table"}, {"type": "ping"}, await plain_frame(table, 0), {"type": "go_on", "ply": 1}):
        await page.send(message)
    assert (await page.socket.receive_output(PATIENCE))["code"] == FORBIDDEN
    assert await page.socket.receive_nothing()
    assert await stored_ply(table) == 1
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_a_table_that_does_not_exist_is_not_found(open_page, ana):
    for path in ("/ws/table/nesuchtab2e7/", "/ws/table/x/", f"/ws/table/{'a' * 500}/"):
        page = await open_page(path, ana)
        assert await page.closed() == NOT_FOUND


@pytest.mark.parametrize("path", ["/ws/", "/ws/table/", "/ws/table/a/b/", "/", "/ws/lobby", "/ws/täble/x/", "/admin/"])
async def test_a_socket_that_does_not_exist_is_opened_and_closed_as_not_found(open_page, path, caplog):
    page = await open_page(path)
    await page.send({"type": "ping"})
    assert await page.closed() == NOT_FOUND
    assert caplog.records == []


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "http://127.0.0.1.elsewhere.example", "null", ""])
@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/table/x/", "/ws/nowhere/"])
async def test_a_socket_from_a_page_of_another_site_is_refused(transactional_db, path, origin):
    headers = [(b"origin", origin.encode())] if origin else []
    socket = WebsocketCommunicator(application, path, headers=headers)
    accepted, _code = await socket.connect(PATIENCE)
    assert not accepted
    await socket.disconnect()


async def test_logging_out_closes_the_sockets_of_that_browser_at_once_and_no_other(open_page, ana, match):
    session, other = await session_of(ana), await session_of(ana)
    ending = [await open_page(path, session=session) for path in (table_of(match), "/ws/lobby/")]
    staying = await open_page(table_of(match), session=other)
    watcher = await open_page(table_of(match))
    for page in (*ending, staying, watcher):
        await page.next()

    @database_sync_to_async
    def log_out():
        browser = browser_of(ana)
        browser.cookies["sessionid"] = session
        browser.post(reverse("account_logout"))

    await log_out()
    for page in ending:
        assert await page.closed() == LOGGED_OUT
    assert await staying.ping() == []
    assert await watcher.ping() == []


async def test_a_session_that_is_gone_closes_the_socket_at_the_next_ping(open_page, ana, match):
    pages = [await open_page(path, ana) for path in (table_of(match), "/ws/lobby/")]
    for page in pages:
        await page.next()
    await database_sync_to_async(Session.objects.all().delete)()
    for page in pages:
        await page.send({"type": "ping"})
        assert await page.closed() == LOGGED_OUT


async def test_a_new_password_closes_sockets_opened_with_the_old_one_at_the_next_ping(open_page, ana, match):
    page = await open_page(table_of(match), ana)
    await page.next()

    @database_sync_to_async
    def change():
        ana.set_password("quite-another-password")
        ana.save()

    await change()
    await page.send({"type": "ping"})
    assert await page.closed() == LOGGED_OUT


async def test_a_banned_player_moves_nothing_and_is_out_at_the_first_message(open_page, ana, match):
    page = await open_page(table_of(match), ana)
    await page.next()
    move = await plain_frame(match, 0)
    await database_sync_to_async(User.objects.filter(pk=ana.pk).update)(is_active=False)
    await page.send(move)
    assert await page.closed() == LOGGED_OUT
    assert await stored_ply(match) == 1


@pytest.mark.parametrize("message", [{"type": "table"}, {"type": "go_on", "ply": 1}])
async def test_a_session_that_was_ended_elsewhere_is_told_nothing_more(open_page, ana, match, message):
    page = await open_page(table_of(match), ana)
    await page.next()
    await database_sync_to_async(Session.objects.all().delete)()
    await page.send(message)
    assert await page.closed() == LOGGED_OUT


async def test_a_session_that_was_ended_elsewhere_does_not_hear_of_the_opponents_move(open_page, ana, ben, match):
    anas, bens = await open_page(table_of(match), ana), await open_page(table_of(match), ben)
    for page in (anas, bens):
        await page.next()
    session = anas.socket.scope["headers"][-1][1].decode().split("=")[1]
    await database_sync_to_async(Session.objects.filter(session_key=session).delete)()
    await bens.send(await plain_frame(match, 1))
    assert await anas.closed() == LOGGED_OUT


async def test_a_watcher_is_shown_out_when_a_game_becomes_its_players_alone(open_page, ana, ben, cleo):
    match = await start(ana, ben)
    await database_sync_to_async(User.objects.filter(pk=ana.pk).update)(private_games=True)
    watchers = [await open_page(table_of(match), reader) for reader in (cleo, None)]
    for page in watchers:
        await page.next()
    await database_sync_to_async(resign)(match.pk, ben, NOW)
    for page in watchers:
        assert await page.closed() == FORBIDDEN
        assert "outcome" not in str(page.regions)


@pytest.mark.parametrize("origin", ["http://127.0.0.1:9", "https://127.0.0.1", "http://localhost:1"])
async def test_a_page_of_another_port_or_scheme_opens_no_socket(transactional_db, origin):
    socket = WebsocketCommunicator(application, "/ws/lobby/", headers=[(b"origin", origin.encode())])
    assert (await socket.connect())[0] is False


async def test_a_deleted_player_is_out_at_the_next_ping(open_page, ana, match):
    page = await open_page(table_of(match), ana)
    await page.next()
    await database_sync_to_async(User.objects.filter(pk=ana.pk).delete)()
    await page.send({"type": "ping"})
    assert await page.closed() == LOGGED_OUT


async def test_a_move_sent_right_behind_a_logout_is_not_made(open_page, ana, match, monkeypatch):
    """What lies in the queue of a socket that is being closed is not done."""
    page = await open_page(table_of(match), ana)
    await page.next()
    await database_sync_to_async(Session.objects.all().delete)()
    await page.send({"type": "ping"})
    await page.send(await plain_frame(match, 0))
    assert await page.closed() == LOGGED_OUT
    assert await page.socket.receive_nothing()
    assert await stored_ply(match) == 1


async def test_a_flood_closes_its_own_socket_alone(open_page, ana, ben, match):
    flooding, other = await open_page(table_of(match), ana), await open_page(table_of(match), ben)
    await flooding.next()
    await other.next()
    for _ in range(200):
        await flooding.send({"type": "nonsense"})
    assert await flooding.closed() == TOO_FAST
    await other.send(await plain_frame(match, 1))
    assert (await other.next())["ply"] == 2


async def test_play_at_the_speed_of_people_is_no_flood(open_page, ana, ben, match, monkeypatch):
    """Five messages a second, however long."""
    seconds = 0.0
    monkeypatch.setattr("games.consumers.base.time.monotonic", lambda: seconds)
    page = await open_page(table_of(match), ana)
    await page.next()
    for _ in range(200):
        seconds += 0.2
        await page.send({"type": "nonsense"})
        assert (await page.next())["code"] == "unknown_action"

"""Sockets and streams of whoever is shut out are closed at once; those of others go on."""

import asyncio

import pytest
from channels.db import database_sync_to_async
from channels.layers import channel_layers
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.tokens import make_token
from games.api.stream import KEEP_ALIVE, Stream
from games.broadcast import player_group
from games.consumers.base import SiteConsumer
from games.models import DAY
from games.services import lobby
from games.services.lobby import Terms
from tests.games.players import NOW, started
from tests.games.sockets import PATIENCE, plain_frame, stored_ply

pytestmark = pytest.mark.django_db(transaction=True)

LOGGED_OUT, FORBIDDEN = 4401, 4403
start = database_sync_to_async(started)


def table_of(match):
    return f"/ws/table/{match.pk}/"


async def shut_out(give, player, kind="ban"):
    await database_sync_to_async(give)(player, kind, timezone.now())


@pytest.mark.parametrize("kind", ["suspension", "ban"])
async def test_all_sockets_of_the_player_are_closed_at_once_and_no_others(open_page, ana, ben, match, give, kind):
    anas = [await open_page(path, ana) for path in (table_of(match), "/ws/lobby/", table_of(match))]
    others = [await open_page(table_of(match), user) for user in (ben, None)] + [await open_page("/ws/lobby/", ben)]
    for page in (*anas, *others):
        await page.next()
    await shut_out(give, ana, kind)
    for page in anas:
        assert await page.closed() == FORBIDDEN
    for page in others:
        await page.ping()


@pytest.mark.parametrize("kind", ["warning", "silence", "no_live"])
async def test_other_sanctions_leave_sockets_open(open_page, ana, match, give, kind):
    page = await open_page(table_of(match), ana)
    await page.next()
    await shut_out(give, ana, kind)
    await page.ping()


async def test_a_table_that_is_open_tells_at_once_that_talk_is_off(open_page, ana, ben, match, give):
    page, other = [await open_page(table_of(match), user) for user in (ana, ben)]
    await page.next()
    await other.next()
    await shut_out(give, ana, "silence")
    await page.next()
    assert "you may use no phrases and no chat." in page.regions["talk"]
    assert "/sanctions/" in page.regions["menu"]
    await other.ping()
    assert "/sanctions/" not in other.regions["menu"]
    assert 'name="phrase"' in other.regions["talk"]


@pytest.mark.parametrize("kind", ["suspension", "ban"])
async def test_who_is_shut_out_opens_no_socket(open_page, ana, match, give, kind):
    await shut_out(give, ana, kind)
    for path in (table_of(match), "/ws/lobby/"):
        page = await open_page(path, ana)
        assert await page.closed() == FORBIDDEN


async def test_where_the_message_is_lost_the_next_one_of_the_page_ends_it(open_page, ana, ben, give, lose_broadcasts):
    slow = await start(ana, ben, timezone.now(), allowance=DAY)
    pages = [await open_page(path, ana) for path in (table_of(slow), "/ws/lobby/")]
    for page in pages:
        await page.next()
    ply = await stored_ply(slow)
    move = await plain_frame(slow, 0)
    with lose_broadcasts():
        await shut_out(give, ana, "suspension")
    await pages[0].send(move)
    await pages[1].send({"type": "ping"})
    for page in pages:
        assert await page.closed() == FORBIDDEN
    assert await stored_ply(slow) == ply


async def test_what_is_said_while_silenced_is_refused_and_the_socket_stays(open_page, ana, match, give):
    page = await open_page(table_of(match), ana)
    await page.next()
    await shut_out(give, ana, "silence")
    await page.next()  # which says so
    await page.send({"type": "talk", "phrase": "hello"})
    answer = await page.next()
    assert (answer["type"], answer["code"]) == ("error", "silenced")
    assert "you may use no phrases and no chat" in answer["message"]
    await page.ping()


@pytest.mark.parametrize("kind", ["suspension", "ban"])
async def test_the_stream_of_the_api_ends_at_once(transactional_db, ana, give, kind):
    channel_layers.backends.clear()
    await database_sync_to_async(make_token)(ana, "test", NOW)
    token = await database_sync_to_async(ApiToken.objects.get)()
    chunks = Stream(token).chunks()
    assert await anext(chunks) == KEEP_ALIVE
    waiting = asyncio.ensure_future(anext(chunks))
    await asyncio.sleep(0)
    await shut_out(give, ana, kind)
    with pytest.raises(StopAsyncIteration):
        await asyncio.wait_for(waiting, PATIENCE)


async def test_the_opponents_page_sees_the_end(open_page, ana, ben, match, give):
    page = await open_page(table_of(match), ben)
    await page.next()
    await shut_out(give, ana)
    assert (await page.next())["events"], "the game was aborted"


async def test_a_lobby_sees_the_tables_go(open_page, ana, ben, give):
    await database_sync_to_async(lobby.create_match)(ana, Terms(lobby.Match.Opponent.OPEN), timezone.now())
    page = await open_page("/ws/lobby/", ben)
    assert "Ana" in (await page.next())["html"]["open"]
    await shut_out(give, ana)
    assert "Ana" not in (await page.next())["html"]["open"]


@pytest.mark.parametrize("kind", ["suspension", "ban"])
async def test_who_is_shut_out_while_the_socket_opens_has_none(open_page, ana, match, give, kind, monkeypatch):
    """After the session was read, and before the socket hears of what happens to its player."""
    enter = SiteConsumer.enter

    async def enter_late(consumer, group):
        if group == player_group(ana.pk):
            await shut_out(give, ana, kind)
        await enter(consumer, group)

    for path in (table_of(match), "/ws/lobby/"):
        with monkeypatch.context() as patch:
            patch.setattr(SiteConsumer, "enter", enter_late)
            page = await open_page(path, ana)
            assert await page.socket.receive_output(PATIENCE) == {"type": "websocket.close", "code": FORBIDDEN}
        await database_sync_to_async(User.objects.update)(shut_out_until=None)


async def test_a_stream_that_opens_while_its_player_is_banned_tells_nothing(transactional_db, ana, give):
    channel_layers.backends.clear()
    await database_sync_to_async(make_token)(ana, "test", NOW)
    opening = Stream(await database_sync_to_async(ApiToken.objects.get)())
    await shut_out(give, ana)
    assert [chunk async for chunk in opening.chunks()] == []

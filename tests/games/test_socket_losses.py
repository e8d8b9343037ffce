"""What gets lost between the processes is healed, and no result hangs on a message."""

import asyncio
import logging

import pytest
from autobahn.exception import Disconnected
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from games.consumers.base import SiteConsumer
from games.engine.state import Phase
from games.render import update_since
from games.services.referee import sweep

from .players import play_to, play_until, started
from .sockets import PATIENCE, plain_frame, stored_ply

pytestmark = pytest.mark.django_db(transaction=True)

reach = database_sync_to_async(play_to)


@database_sync_to_async
def begin_with_clock(ana, ben):
    """A match in its first play; each decision has 20 s, each seat 60 s in the bank."""
    table = started(ana, ben, allowance=20, bank=60)
    play_to(table, Phase.PLAY)
    return table


async def test_a_ping_is_answered_with_the_ply_that_the_page_shows(at_table, ana):
    page = await at_table(ana)
    await page.next()
    await page.send({"type": "ping", "ply": 1})
    assert await page.next() == {"type": "pong", "ply": 1}


async def test_a_ping_brings_what_got_lost(at_table, match, ana, lose_broadcasts):
    page = await at_table(ana)
    await page.next()
    with lose_broadcasts():
        state = await reach(match, Phase.DISCARD)
    messages = await page.ping()
    assert [message["ply"] for message in messages] == list(range(2, state.ply + 1))
    assert page.ply == state.ply


async def test_a_ping_tells_of_another_game_that_waits_though_its_news_got_lost(at_table, ana, ben, lose_broadcasts):
    page = await at_table(ana)
    await page.next()
    with lose_broadcasts():
        await database_sync_to_async(started)(ben, ana)
    await page.ping()
    assert page.waiting["count"] == 1


@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/table/{match}/"])
async def test_a_page_that_leaves_while_it_is_drawn_is_nobodys_fault(open_page, match, ana, monkeypatch, caplog, path):
    """Daphne knows of it before the consumer does, and takes nothing more."""
    tried = asyncio.Event()

    async def send(*_message):
        assert not tried.is_set(), "nothing more is said to nobody"
        tried.set()
        raise Disconnected("Attempt to send on a closed protocol")

    monkeypatch.setattr(SiteConsumer, "send", send)
    page = await open_page(path.format(match=match.pk), ana)
    await asyncio.wait_for(tried.wait(), PATIENCE)
    await page.send({"type": "ping"})
    await page.socket.disconnect()
    assert caplog.records == []


async def test_the_next_update_brings_what_got_lost_before_it(at_table, match, ana, lose_broadcasts):
    page = await at_table(ana)
    await page.next()
    with lose_broadcasts():
        state = await reach(match, Phase.DISCARD)
    await database_sync_to_async(play_until)(match, lambda later: later.ply > state.ply)
    messages = await page.until(state.ply + 1)
    assert [message["ply"] for message in messages] == list(range(2, state.ply + 2))


async def test_a_move_in_the_moment_of_coming_in_is_not_missed(at_table, match, ana, monkeypatch):
    """It is made after the table was read for the page, and before the page has it."""
    moved = []

    def read_then_move(*arguments):
        update = update_since(*arguments)
        if not moved:
            moved.append(play_until(match, lambda state: state.ply == 2))
        return update

    monkeypatch.setattr("games.consumers.table.update_since", read_then_move)
    page = await at_table()
    assert [message["ply"] for message in await page.until(2)] == [1, 2]


async def test_a_page_far_behind_gets_the_present_table_at_once(at_table, match, lose_broadcasts):
    watcher = await at_table()
    await watcher.next()
    with lose_broadcasts():
        state = await reach(match, Phase.DISCARD, 2)
    (message,) = await watcher.ping()
    assert (message["since"], message["ply"], message["events"]) == (None, state.ply, [])


async def test_a_page_that_lost_a_message_on_the_way_is_told_that_it_lags(at_table, match, ana):
    """Its ply is behind what was sent to it, so that it asks for the table."""
    page = await at_table(ana)
    await page.next()
    await page.send(await plain_frame(match, 0))
    await page.next()
    await page.send({"type": "ping", "ply": 1})
    assert (await page.next())["ply"] == 2


async def test_a_move_counts_and_its_maker_sees_it_though_nobody_can_be_told(at_table, match, ana, ben, monkeypatch):
    anas, bens = await at_table(ana), await at_table(ben)
    await anas.next()
    await bens.next()

    async def fail(_group, _message):
        raise ConnectionError("the channel layer is down")

    monkeypatch.setattr(get_channel_layer(), "group_send", fail)
    await anas.send(await plain_frame(match, 0))
    message = await anas.next()
    assert (message["type"], message["ply"]) == ("table", 2)
    assert await anas.ping() == []
    assert await stored_ply(match) == 2
    assert [message["ply"] for message in await bens.ping()] == [2]


async def test_an_error_in_the_site_is_logged_and_answered_and_the_socket_stays(
    at_table, match, ana, monkeypatch, caplog
):
    page = await at_table(ana)
    await page.next()

    def fail(*_arguments):
        raise RuntimeError("a bug")

    with monkeypatch.context() as patch, caplog.at_level(logging.ERROR):
        patch.setattr("games.services.moves.submit_move", fail)
        await page.send(await plain_frame(match, 0))
        assert (await page.next())["code"] == "failed"
    assert "a bug" in caplog.text
    await page.send(await plain_frame(match, 0))
    assert (await page.next())["ply"] == 2


async def test_an_error_while_drawing_for_others_leaves_their_sockets_open(at_table, match, ana, ben, monkeypatch):
    bens = await at_table(ben)
    await bens.next()

    def fail(*_arguments):
        raise RuntimeError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr("games.consumers.table.update_since", fail)
        await reach(match, Phase.DISCARD)
        assert (await bens.next())["code"] == "failed"
    await bens.send({"type": "table"})
    while (await bens.next())["type"] == "error":
        pass
    assert bens.ply == await stored_ply(match)


async def test_time_that_ran_out_in_another_process_reaches_the_page_by_its_ping(
    open_page, ana, ben, clock, lose_broadcasts
):
    table = await begin_with_clock(ana, ben)
    page = await open_page(f"/ws/table/{table.pk}/", ana)
    await page.next()
    clock.pass_by(1000)
    with lose_broadcasts():
        await database_sync_to_async(sweep)(clock.now)
    (message,) = await page.ping()
    assert [event["kind"] for event in message["events"]] == ["time", "end"]


async def test_a_ping_ends_a_match_whose_time_is_over(open_page, ana, ben, clock):
    table = await begin_with_clock(ana, ben)
    page = await open_page(f"/ws/table/{table.pk}/")
    await page.next()
    clock.pass_by(1000)
    (message,) = await page.ping()
    assert [event["kind"] for event in message["events"]] == ["time", "end"]

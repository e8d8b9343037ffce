"""Many watchers cost what one costs."""

import asyncio

import pytest
from channels.db import database_sync_to_async

from games import render
from games.consumers.table import TableConsumer
from games.engine.state import Phase

from .players import play_to, play_until
from .sockets import plain_frame, stored_ply

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def drawings(monkeypatch):
    """The audience and language of each drawing."""
    made = []

    def update_since(match_id, shown, reader, language, *more):
        made.append((reader, language))
        return render.update_since(match_id, shown, reader, language, *more)

    monkeypatch.setattr("games.consumers.table.update_since", update_since)
    return made


async def test_forty_watchers_need_one_drawing_of_a_move(at_table, match, ana, ben, drawings):
    state = await database_sync_to_async(play_to)(match, Phase.PLAY)
    players = [await at_table(user) for user in (ana, ben)]
    watchers = [await at_table() for _ in range(40)]
    for page in (*players, *watchers):
        await page.next()
    drawings.clear()
    await database_sync_to_async(play_until)(match, lambda later: later.ply > state.ply)
    messages = [await page.next() for page in watchers]
    assert {message["ply"] for message in messages} == {state.ply + 1}
    assert len({str(message["html"]) for message in messages}) == 1
    for page in players:
        await page.next()
    assert sorted(drawings, key=str) == [(0, "en"), (1, "en"), (None, "en")]


async def test_a_move_is_drawn_once_for_its_maker_and_once_for_the_opponent(at_table, match, ana, ben, drawings):
    """Though its maker sees it with the answer and hears of it like everybody."""
    anas, bens = await at_table(ana), await at_table(ben)
    await anas.next()
    await bens.next()
    drawings.clear()
    await anas.send(await plain_frame(match, 0))
    await anas.until(2)
    await bens.until(2)
    assert await anas.ping() == []
    assert sorted(drawings) == [(0, "en"), (1, "en")]


async def test_watchers_who_come_at_once_share_the_whole_table(at_table, match, drawings):
    await database_sync_to_async(play_to)(match, Phase.PLAY)
    pages = await asyncio.gather(*(at_table() for _ in range(20)))
    for page in pages:
        await page.next()
    assert len(drawings) < 20 / 2
    assert len({str(page.regions) for page in pages}) == 1


async def test_who_heard_of_a_newer_ply_does_not_take_a_drawing_begun_before_it(at_table, match, monkeypatch):
    """The first watcher's drawing is held up; meanwhile there is a move, and another watcher comes."""
    state = await database_sync_to_async(play_to)(match, Phase.PLAY)
    begun, released = asyncio.Event(), asyncio.Event()
    draw = TableConsumer._draw_alone

    async def slowly(self):
        update = await draw(self)
        if not begun.is_set():
            begun.set()
            await released.wait()
        return update

    monkeypatch.setattr(TableConsumer, "_draw_alone", slowly)
    first = await at_table()
    await begun.wait()
    await database_sync_to_async(play_until)(match, lambda later: later.ply > state.ply)
    second = await at_table()
    await asyncio.wait_for(second.until(await stored_ply(match)), 5)
    released.set()
    await first.until(await stored_ply(match))

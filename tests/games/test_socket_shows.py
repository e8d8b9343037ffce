"""The show stays on a player's page until the player goes on; nobody else waits for that."""

import pytest
from channels.db import database_sync_to_async

from games.engine.moves import Discard
from games.engine.state import Phase

from .players import play_to, play_until, position
from .sockets import frame_of, stored_ply

pytestmark = pytest.mark.django_db(transaction=True)

state_of = database_sync_to_async(position)


@database_sync_to_async
def play_a_deal(match):
    """To the discards of the second deal: the three shows before it are the records 3, 2 and 1 before the last."""
    return play_to(match, Phase.DISCARD, deal=2)


def shows(page):
    return 'form="go-on"' in page.regions["show"]


async def test_a_player_stops_at_each_hand_until_he_goes_on(at_table, match, ana):
    page = await at_table(ana)
    await page.next()
    last = (await play_a_deal(match)).ply
    await page.until(last - 3)
    for ply in (last - 3, last - 2, last - 1):
        assert await page.ping() == []
        assert page.ply == ply
        assert shows(page)
        await page.send({"type": "go_on", "ply": ply})
        await page.until(ply + 1)
    assert page.ply == last
    assert not shows(page)
    assert 'value="discard"' in page.regions["mine"]


async def test_the_opponent_goes_on_while_the_reader_reads(at_table, match, ana, ben):
    anas, bens = await at_table(ana), await at_table(ben)
    await anas.next()
    await bens.next()
    state = await play_a_deal(match)
    await anas.until(state.ply - 3)
    await bens.until(state.ply - 3)
    for ply in range(state.ply - 3, state.ply):
        await bens.send({"type": "go_on", "ply": ply})
    await bens.until(state.ply)
    await bens.send(frame_of(Discard(state.hands[1][:2]), "2.discard"))
    await bens.until(state.ply + 1)
    assert await anas.ping() == []
    assert anas.ply == state.ply - 3
    for ply in range(state.ply - 3, state.ply):
        await anas.send({"type": "go_on", "ply": ply})
    await anas.until(state.ply + 1)
    assert 'value="discard"' in anas.regions["mine"]


async def test_what_is_read_is_read_in_every_tab(at_table, match, ana):
    first, second = await at_table(ana), await at_table(ana)
    await first.next()
    await second.next()
    last = (await play_a_deal(match)).ply
    for page in (first, second):
        await page.until(last - 3)
    await first.send({"type": "go_on", "ply": last - 3})
    await second.until(last - 2)
    assert second.ply == last - 2


async def test_a_watcher_is_not_stopped(at_table, match, cleo):
    await database_sync_to_async(play_until)(
        match, lambda state: [len(hand) for hand in state.hands] in ([0, 1], [1, 0])
    )
    pages = [await at_table(), await at_table(cleo)]
    for page in pages:
        await page.next()
    last = (await play_a_deal(match)).ply
    for page in pages:
        messages = await page.until(last)
        assert [event["kind"] for message in messages for event in message["events"]].count("show") == 3
        assert not shows(page)


async def test_who_comes_back_while_a_hand_is_unread_finds_it(at_table, match, ana):
    last = (await play_a_deal(match)).ply
    page = await at_table(ana)
    await page.next()
    assert page.ply == last - 3
    assert shows(page)


async def test_going_on_twice_or_beyond_the_end_skips_nothing(at_table, match, ana):
    page = await at_table(ana)
    await page.next()
    last = (await play_a_deal(match)).ply
    await page.until(last - 3)
    for ply in (last - 3, last - 3, 1, last + 1):
        await page.send({"type": "go_on", "ply": ply})
    await page.until(last - 2)
    assert await page.ping() == []
    assert page.ply == last - 2


async def test_going_on_from_what_is_no_ply_is_refused(at_table, match, ana):
    page = await at_table(ana)
    await page.next()
    for nonsense in (None, -1, 1.5, True, "x", [1], {}, 10**9):
        await page.send({"type": "go_on", "ply": nonsense})
        assert (await page.next())["type"] == "error"
    assert await stored_ply(match) == 1

"""A move by socket, and what the pages at the table hear of it."""

import pytest
from channels.db import database_sync_to_async

from games.engine.moves import Discard, Play
from games.engine.state import Phase
from games.render import REGIONS
from games.services import lobby

from .players import NOW, cut_pack, play_to, play_until, position, user_at
from .sockets import frame_of, plain_frame, stored_ply

pytestmark = pytest.mark.django_db(transaction=True)

reach = database_sync_to_async(play_to)
play_on = database_sync_to_async(play_until)


def happened(messages):
    return [event for message in messages for event in message["events"]]


async def test_who_comes_gets_the_whole_table(at_table, ana):
    page = await at_table(ana)
    first = await page.next()
    assert (first["type"], first["since"], first["ply"]) == ("table", None, 1)
    assert set(first["html"]) == set(REGIONS)
    assert first["events"] == []
    assert await page.ping() == []


async def test_a_move_reaches_everybody_each_as_he_may_know_it(at_table, match, ana, ben):
    before = await reach(match, Phase.DISCARD)
    anas, bens, watcher = await at_table(ana), await at_table(ben), await at_table()
    for page in (anas, bens, watcher):
        await page.next()
    cards = before.hands[0][:2]
    await anas.send(frame_of(Discard(cards), "1.discard"))
    told = []
    for page in (anas, bens, watcher):
        message = await page.next()
        assert (message["since"], message["ply"]) == (before.ply, before.ply + 1)
        told.append(message["events"])
    own, others, watched = ([{k: e[k] for k in ("ply", "kind", "seat", "cards")} for e in events] for events in told)
    ply = before.ply + 1
    assert own == [{"ply": ply, "kind": "discard", "seat": 0, "cards": [str(card) for card in cards]}]
    assert others == watched == [{"ply": ply, "kind": "discard", "seat": 0, "cards": None}]
    assert {events[0]["text"] for events in told} == {"Ana lays two cards away."}


async def test_what_the_server_does_of_itself_comes_ply_by_ply(at_table, match, ana, ben, stack):
    """The second cut brings the cards that were cut, and the deal."""
    stack({0: cut_pack("4D QS")})
    anas, bens = await at_table(ana), await at_table(ben)
    await anas.next()
    await bens.next()
    await anas.send(await plain_frame(match, 0))
    await bens.until(2)
    await bens.send(await plain_frame(match, 1))
    for page in (anas, bens):
        messages = await page.until(5)
        assert [(message["since"], message["ply"]) for message in messages][-3:] == [(2, 3), (3, 4), (4, 5)]
        assert [event["kind"] for event in happened(messages)] == ["cut", "deal"]


async def test_the_mover_hears_of_the_move_once_and_of_no_error(at_table, match, ana):
    page = await at_table(ana)
    await page.next()
    await page.send(await plain_frame(match, 0))
    message = await page.next()
    assert (message["type"], message["since"], message["ply"]) == ("table", 1, 2)
    assert await page.ping() == []
    assert await page.ping() == []


async def test_only_regions_that_changed_are_sent(at_table, match, ana, clock):
    await reach(match, Phase.PLAY)
    page = await at_table(ana)
    await page.next()
    for _ in range(6):
        shown = dict(page.regions)
        state = await database_sync_to_async(position)(match)
        await play_on(match, lambda later, ply=state.ply: later.ply > ply)
        for message in await page.until(state.ply + 1):
            assert message["html"]
            assert all(shown[name] != html for name, html in message["html"].items())
            assert set(message["html"]) < set(REGIONS)
            shown |= message["html"]


async def test_what_comes_piece_by_piece_makes_the_table_that_a_new_page_gets_at_once(at_table, match, ana, clock):
    pages = {user: await at_table(user) for user in (ana, None)}
    for page in pages.values():
        await page.next()
    for ply in range(2, 16):
        await play_on(match, lambda state, ply=ply: state.ply >= ply)
        for user, page in pages.items():
            await page.until(await stored_ply(match))
            new = await at_table(user)
            await new.next()
            assert page.regions == new.regions


async def test_the_same_move_sent_twice_is_one_move(at_table, match, ana):
    page = await at_table(ana)
    await page.next()
    move = await plain_frame(match, 0)
    await page.send(move)
    await page.send(move)
    assert [message["type"] for message in await page.ping()] == ["table"]
    assert await stored_ply(match) == 2


async def test_a_move_id_that_belongs_to_another_move_is_refused(at_table, match, ana):
    page = await at_table(ana)
    await page.next()
    move = await plain_frame(match, 0)
    await page.send(move)
    await page.next()
    await page.send(move | {"seed": "another"})
    assert (await page.next())["code"] == "move_id_reused"
    assert await stored_ply(match) == 2


async def test_an_old_decision_is_not_taken_for_the_one_that_is_open_now(at_table, match, lose_broadcasts):
    """A card laid by an old tab would else be a card of the next trick."""
    state = await reach(match, Phase.PLAY)
    seat = state.to_play
    page = await at_table(await database_sync_to_async(user_at)(match, seat))
    await page.next()
    with lose_broadcasts():
        later = await play_on(match, lambda later: later.to_play == seat and later.ply > state.ply)
    await page.send(frame_of(Play(later.hands[seat][0]), f"1.play.{state.answered[seat]}"))
    assert (await page.next())["code"] == "stale_decision"
    await page.until(later.ply)
    assert await stored_ply(match) == later.ply


async def test_two_tabs_of_a_player_show_the_same(at_table, match, ana):
    first, second = await at_table(ana), await at_table(ana)
    await first.next()
    await second.next()
    await first.send(await plain_frame(match, 0))
    await first.until(2)
    await second.until(2)
    assert first.regions == second.regions


async def test_a_player_who_sat_down_in_another_tab_plays_in_this_one_too(open_page, ana, ben):
    table = await database_sync_to_async(lobby.create_match)(ana, lobby.Terms(opponent="open"), NOW)
    page = await open_page(f"/ws/table/{table.pk}/", ben)
    await page.next()
    assert 'form="join"' in page.regions["mine"]
    await database_sync_to_async(lobby.join)(table.pk, ben, NOW)
    await page.until(1)
    assert 'value="cut"' in page.regions["mine"]


async def test_what_the_rules_forbid_is_refused_with_a_sentence_and_changes_nothing(at_table, match, ana):
    state = await reach(match, Phase.DISCARD)
    page = await at_table(ana)
    await page.next()
    for cards, code in (
        (state.hands[0][:3], "discard_two"),
        (state.hands[1][:2], "card_not_held"),
        ((state.hands[0][0],) * 2, "card_twice"),
    ):
        await page.send(frame_of(Discard(cards), "1.discard"))
        answer = await page.next()
        assert (answer["type"], answer["code"]) == ("error", code)
        assert answer["message"].endswith(".")
    assert await page.ping() == []
    assert await stored_ply(match) == state.ply


async def test_who_does_not_sit_there_moves_nothing(at_table, match, ana, cleo):
    move = await plain_frame(match, 0)
    for user, code in ((cleo, "not_your_table"), (None, "log_in_first")):
        page = await at_table(user)
        await page.next()
        for message in (move, {"type": "go_on", "ply": 1}):
            await page.send(message)
            assert (await page.next())["code"] == code
    assert await stored_ply(match) == 1


async def test_a_page_that_asks_gets_the_whole_table_again(at_table, ana):
    page = await at_table(ana)
    first = await page.next()
    await page.send({"type": "table"})
    again = await page.next()
    assert again | {"now": ""} == first | {"now": ""}


async def test_a_socket_that_comes_back_gets_the_same_table(at_table, match, ana, clock):
    await reach(match, Phase.PLAY)
    page = await at_table(ana)
    await page.next()
    await page.socket.disconnect()
    again = await at_table(ana)
    await again.next()
    assert (again.ply, again.regions) == (page.ply, page.regions)

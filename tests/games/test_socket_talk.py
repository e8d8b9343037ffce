"""Talk by the sockets of a table: at once, each in the own language, to nobody else, never in the way of the game."""

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from games.engine.state import Phase
from games.models import Remark, Seat
from games.services.talk import talk
from games.talking import SWITCHES, Say

from .players import play_to
from .sockets import plain_frame

pytestmark = pytest.mark.django_db(transaction=True)

HELLO = {"type": "talk", "phrase": "hello"}


@pytest.fixture
async def pages(at_table, ana, ben):
    """Ana's page in English, Ben's in Spanish; both show the table."""
    both = await at_table(ana, "en"), await at_table(ben, "es")
    for page in both:
        await page.next()
    return both


@database_sync_to_async
def do(match, user, act):
    talk(match.pk, user, act, timezone.now())


@database_sync_to_async
def remarks():
    return list(Remark.objects.order_by("pk").values_list("phrase", "text"))


async def test_both_hear_one_phrase_each_in_the_own_language(pages):
    anas, bens = pages
    await anas.send(HELLO)
    for page, words in ((anas, "Ana: Hello!"), (bens, "Ana: ¡Hola!")):
        message = await page.next()
        assert words in message["html"]["talk"]
        assert (message["since"], message["ply"], message["events"]) == (page.ply, page.ply, [])
        assert set(message["html"]) <= {"talk", "menu"}, "no more travels"
    assert "Conversación: 1 sin leer" in bens.regions["menu"]
    assert await remarks() == [("hello", "")]


async def test_watchers_are_sent_nothing_and_may_not_speak(pages, at_table, cleo):
    anas, bens = pages
    watchers = [await at_table(None), await at_table(cleo)]
    for page in watchers:
        await page.next()
        assert page.regions["talk"] == ""
    await anas.send(HELLO)
    await bens.next()
    for page in watchers:
        assert await page.ping() == []
        await page.send(HELLO)
        assert (await page.next())["code"] in ("log_in_first", "not_your_table")
    assert await remarks() == [("hello", "")]


async def test_a_reader_who_still_looks_at_a_show_hears_it_there(match, at_table, ana, ben):
    await database_sync_to_async(play_to)(match, Phase.DISCARD, deal=2)
    page = await at_table(ben)
    await page.next()
    shown = page.ply
    await do(match, ana, Say(phrase="nice_hand"))
    message = await page.next()
    assert "Ana: Nice hand!" in message["html"]["talk"]
    assert page.ply == shown, "the show stays"


async def test_who_is_muted_is_not_delivered_and_nothing_tells_him(match, pages, ana):
    anas, bens = pages
    await anas.send({"type": "talk", "action": "mute"})
    assert "Hear the other again" in (await anas.next())["html"]["talk"]
    assert await bens.ping() == []
    await bens.send(HELLO)
    assert "Ben: ¡Hola!" in (await bens.next())["html"]["talk"]
    assert await anas.ping() == []
    assert "Ben" not in anas.regions["talk"]


async def test_chat_begins_and_ends_with_the_consent_of_both(match, pages, ana, ben):
    anas, bens = pages
    await anas.send({"type": "talk", "action": "chat_on"})
    await anas.next()
    assert "Ana quiere chatear." in (await bens.next())["html"]["talk"]
    await bens.send({"type": "talk", "action": "chat_on"})
    for page in pages:
        assert 'name="text"' in (await page.next())["html"]["talk"]
    await bens.send({"type": "talk", "action": "text", "text": "<b>hola</b>"})
    for page in pages:
        assert "Ben: &lt;b&gt;hola&lt;/b&gt;" in (await page.next())["html"]["talk"]
    await do(match, ana, SWITCHES["chat_off"])
    for page in pages:
        assert 'name="text"' not in (await page.next())["html"]["talk"]
    await bens.send({"type": "talk", "action": "text", "text": "hola"})
    assert (await bens.next())["code"] == "chat_is_off"


async def test_what_was_in_sight_loses_its_mark_in_every_tab(match, pages, at_table, ana, ben):
    _anas, bens = pages
    other_tab = await at_table(ben, "es")
    await other_tab.next()
    await do(match, ana, Say(phrase="hello"))
    for page in (bens, other_tab):
        assert "sin leer" in (await page.next())["html"]["menu"]
    newest = await database_sync_to_async(lambda: Remark.objects.get().pk)()
    await bens.send({"type": "talk", "heard": str(newest)})
    for page in (bens, other_tab):
        assert "sin leer" not in (await page.next())["html"]["menu"]
    assert await database_sync_to_async(lambda: Seat.objects.get(match=match, user=ben).heard)() == newest


@pytest.mark.parametrize(
    "about",
    [
        {},
        {"phrase": None},
        {"phrase": ["hello"]},
        {"phrase": {"hello": 1}},
        {"phrase": "HELLO"},
        {"action": "text", "text": "\ud800\x00"},
        {"action": "text", "text": {"a": 1}},
        {"action": ["mute"]},
        {"heard": 10**30},
        {"heard": True},
        {"heard": {}},
    ],
)
async def test_hostile_talk_is_answered_and_the_game_goes_on(match, pages, about):
    anas, _bens = pages
    await anas.send({"type": "talk", **about})
    message = await anas.next()
    assert message["type"] == "error"
    assert message["code"] != "failed"
    await anas.send(await plain_frame(match, 0))
    assert (await anas.next())["type"] == "table"
    assert await remarks() == []


async def test_too_much_is_refused_in_the_readers_words_and_what_was_said_stays(pages):
    _anas, bens = pages
    for _ in range(6):
        await bens.send(HELLO)
        await bens.next()
    await bens.send(HELLO)
    message = await bens.next()
    assert message["code"] == "talk_too_fast"
    assert "6 veces por minuto" in message["message"]
    assert len(await remarks()) == 6

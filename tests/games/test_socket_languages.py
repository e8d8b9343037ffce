"""Each page hears in the language that it was drawn in."""

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from channels.db import database_sync_to_async
from django.utils import timezone

from games.engine.moves import Discard
from games.engine.state import Phase
from games.models import Match
from games.services import lobby

from .players import play_to
from .sockets import frame_of

pytestmark = pytest.mark.django_db(transaction=True)

SPANISH = {
    "%(name)s lays two cards away.": "%(name)s se descarta de dos.",
    "%(rank)s of %(suit)s": "%(rank)s de %(suit)s",
    "You do not play at this table.": "No juega usted en esta mesa.",
    "count": "cuenta",
    "anyone": "cualquiera",
    "game to %(target)d, %(counting)s, %(clock)s, open for %(age)s": "a %(target)d, abierta desde hace %(age)s",
}


@pytest.fixture(autouse=True)
def spanish_words(tmp_path, settings):
    """A few words that are Spanish for sure, however far the site has been translated."""
    catalog = Catalog(locale="es")
    for english, spanish in SPANISH.items():
        catalog.add(english, spanish)
    folder = tmp_path / "es" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "django.mo").open("wb") as file:
        write_mo(file, catalog)
    settings.LOCALE_PATHS = [tmp_path]


async def test_two_players_hear_of_one_move_each_in_their_own_language(at_table, match, ana, ben):
    state = await database_sync_to_async(play_to)(match, Phase.DISCARD)
    pages = {"en": await at_table(ana, "en"), "es": await at_table(ben, "es")}
    for page in pages.values():
        await page.next()
    await pages["en"].send(frame_of(Discard(state.hands[0][:2]), "1.discard"))
    messages = {language: await page.next() for language, page in pages.items()}
    assert messages["en"]["events"][0]["text"] == "Ana lays two cards away."
    assert messages["es"]["events"][0]["text"] == "Ana se descarta de dos."
    assert "lays two cards away" in messages["en"]["html"]["log"]
    assert "se descarta de dos" in messages["es"]["html"]["log"]
    assert "<span>cuenta</span>" in pages["es"].regions["count"]
    assert "<span>count</span>" in pages["en"].regions["count"]


async def test_watchers_of_two_languages_do_not_share_a_drawing(at_table, match):
    state = await database_sync_to_async(play_to)(match, Phase.DISCARD)
    pages = {"en": await at_table(None, "en"), "es": await at_table(None, "es")}
    for page in pages.values():
        await page.next()
    await database_sync_to_async(play_to)(match, Phase.PLAY)
    texts = {name: (await page.until(state.ply + 1))[0]["events"][0]["text"] for name, page in pages.items()}
    assert texts == {"en": "Ana lays two cards away.", "es": "Ana se descarta de dos."}


async def test_a_refusal_is_in_the_language_of_the_page(at_table, cleo):
    for language, sentence in (("en", "You do not play at this table."), ("es", "No juega usted en esta mesa.")):
        page = await at_table(cleo, language)
        await page.next()
        await page.send({"type": "move", "action": "cut"})
        assert (await page.next())["message"] == sentence


@pytest.mark.parametrize("asked", ["", "xx", "es-MX;q=1", "EN", "%00", "../es", "es&language=en"])
async def test_an_unknown_language_is_english(at_table, cleo, asked):
    page = await at_table(cleo, asked)
    await page.next()
    await page.send({"type": "move", "action": "cut"})
    expected = "No juega usted en esta mesa." if asked.startswith("es&") else "You do not play at this table."
    assert (await page.next())["message"] == expected


async def test_the_lobby_speaks_the_language_of_the_page(open_page, ana):
    @database_sync_to_async
    def offer():
        lobby.create_match(ana, lobby.Terms(opponent=Match.Opponent.OPEN), timezone.now())

    await offer()
    page = await open_page("/ws/lobby/?language=es")
    assert "a 121, abierta desde hace 0\N{NO-BREAK SPACE}minutos" in (await page.next())["html"]["open"]

"""What the sockets of the lobby and of a table bring to two of whom one blocks the other."""

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from accounts.conduct.blocks import block, unblock
from accounts.models import User
from games.models import Match
from games.services import lobby
from games.services.talk import talk
from games.talking import Say
from tests.games.players import NOW
from tests.games.sockets import OpenPage

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes of the open tables are told without being gathered."""
    monkeypatch.setattr("games.consumers.lobby.GATHERING", 0)


@pytest.mark.parametrize("who_blocks", ["host", "reader"])
async def test_an_open_table_leaves_the_lobby_of_the_other_and_comes_back_with_the_block_lifted(
    open_page: OpenPage, ana: User, ben: User, who_blocks: str
) -> None:
    first, second = (ana, ben) if who_blocks == "host" else (ben, ana)
    table = await database_sync_to_async(lobby.create_match)(ana, lobby.Terms(Match.Opponent.OPEN), timezone.now())
    reader = await open_page("/ws/lobby/", ben)
    address = table.get_absolute_url()
    assert address in (await reader.next())["html"]["open"]
    await database_sync_to_async(block)(first, second, NOW)
    while address in (await reader.next())["html"].get("open", address):
        pass
    stranger = await open_page("/ws/lobby/")
    assert address in (await stranger.next())["html"]["open"], "others are offered it"
    await database_sync_to_async(unblock)(first, second)
    while address not in (await reader.next())["html"].get("open", ""):
        pass


async def test_what_the_blocked_one_said_leaves_the_page_of_who_blocks_and_words_are_refused(
    at_table: OpenPage, match: Match, ana: User, ben: User
) -> None:
    await database_sync_to_async(talk)(match.pk, ben, Say(phrase="hello"), NOW)
    page, other = await at_table(ana), await at_table(ben)
    await page.next()
    await other.next()
    assert "Ben: Hello!" in page.regions["talk"]
    await database_sync_to_async(block)(ana, ben, NOW)
    while "Ben: Hello!" in page.regions["talk"]:
        await page.next()
    await other.ping()
    assert "Ben: Hello!" in other.regions["talk"], "who said it has it still"
    await other.send({"type": "talk", "phrase": "hello"})
    assert (await other.next())["code"] == "talk_is_over"

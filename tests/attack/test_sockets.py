"""Who is told what by sockets: the table of who may what is whole and true for them, too."""

from collections.abc import Callable

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from accounts.conduct import sanctions
from accounts.models import User
from tests.attack.places import sockets
from tests.attack.table import ROLES, SOCKETS
from tests.attack.world import World
from tests.games.conftest import no_drawing_of_an_earlier_loop, open_page
from tests.games.players import position
from tests.games.sockets import OpenPage, SocketClosed, SocketPage

__all__ = ["no_drawing_of_an_earlier_loop", "open_page"]
pytestmark = pytest.mark.django_db(transaction=True)

FORBIDDEN = 4403
PATHS = [pattern for pattern, told in SOCKETS.items() if "4404" not in told]


@pytest.fixture
def enter(world: World, open_page: OpenPage) -> Callable[..., object]:
    """Opens the socket of this pattern in the browser of a role."""

    async def enter_as(role: str, pattern: str) -> SocketPage:
        cookie = world.browsers[role].cookies.get("sessionid")
        address = await database_sync_to_async(world.address)(role, pattern)
        return await open_page(address, session=cookie.value if cookie else "")

    return enter_as


async def first(page: SocketPage) -> str:
    """The type of the first message, or the code with which the socket is closed."""
    try:
        return str((await page.next())["type"])
    except SocketClosed as closed:
        return str(closed.code)


def test_every_socket_has_a_row_and_every_row_a_socket() -> None:
    assert set(SOCKETS) == set(sockets())


async def test_every_socket_tells_everybody_what_the_table_says(enter) -> None:
    wrong = []
    for pattern, row in SOCKETS.items():
        for role, told in zip(ROLES, row.split(), strict=True):
            got = await first(await enter(role, pattern))
            wrong += [f"{role} {pattern}: {got}, not {told}"] if got != told else []
    assert wrong == []


@pytest.mark.parametrize("pattern", PATHS)
async def test_who_is_banned_meanwhile_is_thrown_out_of_every_socket(world: World, enter, pattern: str) -> None:
    pages = {role: await enter(role, pattern) for role in ("player", "muted")}
    for page in pages.values():
        await page.next()
    player, staff = [await database_sync_to_async(User.objects.get)(username=name) for name in ("player", "admin")]
    ban = database_sync_to_async(sanctions.give)
    await ban(player, sanctions.Kind.BAN, "You threatened.", staff, timezone.now())
    assert await pages["player"].closed() == FORBIDDEN
    await pages["muted"].ping()


async def test_who_is_muted_says_nothing_and_the_other_hears_nothing(world: World, enter) -> None:
    table = next(pattern for pattern in PATHS if "match_id" in pattern)
    page = await enter("muted", table)
    await page.next()
    await page.send({"type": "talk", "phrase": "hello"})
    assert (await page.next())["code"] == "silenced"
    assert not await database_sync_to_async(world.muted.remarks.exists)()


@pytest.mark.parametrize("role", ["nobody", "stranger", "moderator", "admin", "banned"])
async def test_who_is_not_at_the_table_moves_nothing_by_a_socket(world: World, enter, role: str) -> None:
    """Whatever is sent before the close has come."""
    table = next(pattern for pattern in PATHS if "match_id" in pattern)
    before = await database_sync_to_async(position)(world.match)
    page = await enter(role, table)
    for kind in ("move", "talk", "table", "ping", "school"):
        await page.send({"type": kind, "action": "cut", "seed": "x", "decision": "0.cut.0", "move_id": "x"})
    assert await page.closed() in (4401, FORBIDDEN)
    assert page.regions == {}
    assert await database_sync_to_async(position)(world.match) == before

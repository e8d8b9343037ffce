"""A page comes with its table in it, so its socket brings no more than what it does not show yet."""

import re
from html import unescape
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from accounts.models import User
from games.compact import mark
from games.engine.state import Phase, State
from games.models import Match
from games.render import REGIONS

from .players import browser_of, play_to, play_until, started

pytestmark = pytest.mark.django_db(transaction=True)

REGION = re.compile(r'<(section|div) id="region-(\w+)"[^>]*>(.*?)</\1>', re.DOTALL)
reach = database_sync_to_async(play_to)


@database_sync_to_async
def load(match: Match, user: User | None, language: str = "en") -> tuple[str, dict[str, str]]:
    """The page as a browser gets it: the path of its socket, and the regions that it shows."""
    headers = {"accept-language": language}
    browser = browser_of(user, headers=headers) if user else Client(headers=headers)
    html = browser.get(match.get_absolute_url()).content.decode()
    regions = {name: inner.strip() for _tag, name, inner in REGION.findall(html)}
    assert set(regions) == set(REGIONS)
    path = re.search(r'data-socket="([^"]+)"', html)
    assert path
    return unescape(path[1]), regions


@database_sync_to_async
def move_on(match: Match, state: State) -> State:
    return play_until(match, lambda later: later.ply > state.ply)


@pytest.fixture
def whole(at_table: Any) -> Any:
    """All regions that a reader's page has to show now, as a socket brings them to a page that names none."""

    async def bring(user: User | None) -> dict[str, str]:
        page = await at_table(user)
        await page.next()
        assert set(page.regions) == set(REGIONS)
        return dict(page.regions)

    return bring


@pytest.mark.parametrize("language", ["en", "es", "sw"])
@pytest.mark.parametrize("phase", [Phase.CUT, Phase.DISCARD, Phase.PLAY])
async def test_a_page_that_shows_the_table_already_is_sent_no_region(open_page, match, ana, ben, phase, language):
    state = await reach(match, phase)
    for reader in (ana, ben, None):
        path, _regions = await load(match, reader, language)
        message = await (await open_page(path, reader)).next()
        assert (message["since"], message["ply"], message["html"]) == (None, state.ply, {})


async def test_of_what_the_page_came_with_nothing_is_taken_to_make_up_what_changes(open_page, match, ana, whole):
    """The page has no text of it, only what it drew: so each region comes whole for the first time."""
    state = await reach(match, Phase.PLAY)
    path, regions = await load(match, ana)
    page = await open_page(path, ana)
    await page.next()
    for _ in range(4):
        state = await move_on(match, state)
        await page.until(state.ply)
        assert regions | page.regions == await whole(ana)


async def test_what_happens_between_the_page_and_its_socket_is_brought_and_no_more(open_page, match, ana, whole):
    state = await reach(match, Phase.DISCARD)
    for reader in (ana, None):
        path, regions = await load(match, reader)
        state = await move_on(match, state)
        page = await open_page(path, reader)
        assert (await page.next())["ply"] == state.ply
        present = await whole(reader)
        assert page.regions == {name: inner for name, inner in present.items() if inner != regions[name]} != {}


async def test_a_clock_that_went_on_is_brought_alone(open_page, ana, ben, clock):
    match = await database_sync_to_async(started)(ana, ben, allowance=20, bank=60)
    path, _regions = await load(match, ana)
    clock.pass_by(7)
    page = await open_page(path, ana)
    assert set((await page.next())["html"]) == {"near", "far"}
    assert "0:13 + 1:00" in page.regions["near"]


async def test_a_page_that_asks_for_the_table_gets_all_of_it(open_page, match, ana, whole):
    path, _regions = await load(match, ana)
    page = await open_page(path, ana)
    await page.next()
    await page.send({"type": "table"})
    await page.next()
    assert page.regions == await whole(ana)


async def test_what_another_reader_was_shown_keeps_nothing_from_this_one(open_page, match, ana, ben, whole):
    """The page of another player, of a watcher, in another language."""
    await reach(match, Phase.DISCARD)
    present = await whole(ana)
    for reader, language in ((ben, "en"), (None, "en"), (ana, "es")):
        path, regions = await load(match, reader, language)
        page = await open_page(path.replace("language=es", "language=en"), ana)
        await page.next()
        assert regions | page.regions == present
        assert "mine" in page.regions


@pytest.mark.parametrize(
    "named", ["", ".", "....", "AAAAAAAA", "%00.%ff", "ü", "a" * 4000, ".".join(["AAAAAAAA"] * 400)]
)
async def test_what_no_page_shows_is_brought_whatever_is_named(open_page, match, ana, whole, named):
    page = await open_page(f"/ws/table/{match.pk}/?language=en&shows={named}", ana)
    await page.next()
    assert page.regions == await whole(ana)


def test_a_mark_tells_who_reads_the_log_of_a_proxy_nothing_of_a_hand(settings):
    """It is not to be had from the text of a region by guessing at the cards."""
    before = mark("mine", "5H JH")
    settings.SECRET_KEY = "another"
    assert mark("mine", "5H JH") != before != mark("near", "5H JH")

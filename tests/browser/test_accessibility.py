"""axe finds nothing: each page in each language, and each moment of a game in each theme."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from accounts.models import Theme
from tests.browser.addresses import OF_PLAYERS, OF_STRANGERS
from tests.browser.positions import BRING, MOMENTS, PLAY_OUT
from tests.browser.visitors import PHONE, WIDE
from tests.live import LiveSite, Player

pytestmark = pytest.mark.browser

CHOOSE = """
from accounts.models import User
answer = User.objects.filter(username__in=names).update(theme=theme)
"""


def stumbling_blocks(page: Page) -> list[str]:
    """What axe finds on the page, a line each."""
    found = Axe().run(page).response["violations"]
    return [
        f"{page.url}: {violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found
        for node in violation["nodes"]
    ]


at_the_desk_and_in_ci = pytest.mark.parametrize(
    ("language", "every"), [("en", 6), *(pytest.param(code, 1, marks=pytest.mark.long) for code in ("en", "es", "sw"))]
)


@pytest.fixture(scope="module")
def players(live_site: LiveSite) -> list[Player]:
    return live_site.players("Axel", "Wilhelmina-Rosalin")


@pytest.mark.long
@pytest.mark.parametrize("theme", Theme.values)
def test_every_moment_of_a_game(live_site, visitors, players, theme):
    names = [player.name for player in players]
    live_site.run(CHOOSE, names=names, theme=theme)
    pages = [visitors.enter(live_site, players[0], viewport=size) for size in (WIDE, PHONE)]
    found = []
    for moment in MOMENTS:
        match, _able = live_site.run(BRING, moment=moment, names=names, terms={"allowance": 20, "bank": 120})
        for page in pages:
            page.goto(f"/table/{match}/")
            found += [f"{moment}: {block}" for block in stumbling_blocks(page)]
    assert found == []


@at_the_desk_and_in_ci
def test_every_page(live_site, visitors, players, language, every):
    ana = players[0]
    match = live_site.run(PLAY_OUT, names=[player.name for player in players], seed=3)
    stranger = visitors.enter(live_site, locale=language)
    player = visitors.enter(live_site, ana, locale=language)
    visitors.expected.append("404")
    found = []
    for page, addresses in ((stranger, (*OF_STRANGERS, "/no-such-page/")), (player, OF_PLAYERS)):
        for address in addresses[::every]:
            page.goto(address.format(name=ana.name, other=players[1].name, match=match))
            found += stumbling_blocks(page)
    assert found == []

"""Large letters on little room: every page at 320 pixels, as a wide screen is at 400 %, and with letters spaced out.

Both are what WCAG asks for (1.4.10 and 1.4.12): nothing scrolls sideways, no word is cut off or lies on another.
"""

import pytest
from playwright.sync_api import Page

from games.models import DAY
from tests.browser.addresses import OF_PLAYERS, OF_STRANGERS
from tests.browser.legible import faults
from tests.browser.positions import BRING, MOMENTS, PLAY_OUT
from tests.browser.test_room_for_words import speaking
from tests.browser.visitors import PHONE, WIDE, telling_what_is_missing

pytestmark = pytest.mark.browser

NAMES = ["Wilhelmina-Rosalinde", "Maximiliana-Theodora"]  # as long as a name can be
ZOOMED = {"width": 320, "height": 256}  # 1280 x 1024 at 400 %
LIVE, SLOW = {"allowance": 20, "bank": 7200}, {"allowance": 3 * DAY, "bank": 3 * DAY}
TABLES = [*((moment, LIVE) for moment in MOMENTS), ("discard", SLOW), ("muggins", SLOW)]
# As a sheet of the page's own, for its policy lets no style in from elsewhere.
SPACE_OUT = """(isSpaced) => {
  const sheet = new CSSStyleSheet();
  if (isSpaced) sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-bottom: 2em !important; }
  `);
  document.adoptedStyleSheets = [sheet];
}"""

at_the_desk_and_in_ci = pytest.mark.parametrize(
    ("language", "every"), [("sw", 10), *(pytest.param(code, 1, marks=pytest.mark.long) for code in ("en", "es", "sw"))]
)


def faults_of(page: Page) -> list[str]:
    """What cannot be read at 400 %, and what with the letters spaced out on a wide screen and on a phone."""
    found = []
    for screen, is_spaced in ((ZOOMED, False), (WIDE, True), (PHONE, True)):
        page.set_viewport_size(screen)
        page.evaluate(SPACE_OUT, is_spaced)
        found += [f"{page.url} at {screen['width']}: {fault}" for fault in faults(page)]
    return found


@pytest.fixture(scope="module")
def players(live_site):
    """Both wait for each other at one table, so the head of every page says that somebody waits."""
    both = live_site.players(*NAMES)
    live_site.run(BRING, moment="discard", names=NAMES, terms={})
    return both


@at_the_desk_and_in_ci
def test_every_page_can_be_read(live_site, visitors, players, language, every):
    match = live_site.run(PLAY_OUT, names=NAMES, seed=3)
    stranger, player = visitors.enter(live_site), visitors.enter(live_site, players[0])
    found = []
    for page, addresses in ((stranger, OF_STRANGERS), (player, OF_PLAYERS)):
        speaking(page, language)
        for address in addresses[::every]:
            with telling_what_is_missing(page):
                page.goto(address.format(name=NAMES[1], other=NAMES[1], match=match))
            found += faults_of(page)
    assert found == []


@at_the_desk_and_in_ci
def test_every_moment_of_a_game_can_be_read(live_site, visitors, players, language, every):
    pages = {player.name: speaking(visitors.enter(live_site, player), language) for player in players}
    found = []
    for moment, terms in TABLES[::every]:
        match, name = live_site.run(BRING, moment=moment, names=NAMES, terms=terms)
        with telling_what_is_missing(pages[name]):
            pages[name].goto(f"/table/{match}/")
        found += [f"{moment}: {fault}" for fault in faults_of(pages[name])]
    assert found == []

"""Whatever a clock has to tell, in whatever language: the players' names can be read and nothing lies on anything."""

from itertools import combinations

import pytest
from playwright.sync_api import Locator

from games.models import DAY
from tests.browser.languages import LANGUAGES
from tests.browser.pages import TablePage
from tests.browser.positions import BRING
from tests.browser.test_layout import NAMES, ROUNDING, SCREENS, Box, look_at
from tests.browser.test_layout import around as box_around
from tests.browser.test_room_for_words import speaking
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser

CLOCKS = {
    "live": {"allowance": 20, "bank": 7200},
    "slow": {"allowance": 3 * DAY, "bank": 3 * DAY},
}
# A slow game plays the last cards of a long pile by itself.
CASES = [("discard", "live"), ("long pile", "live"), ("discard", "slow"), ("play", "slow")]
WIDTHS = SCREENS | {
    "laptop": {"width": 1024, "height": 700},
    "narrowest wide": {"width": 900, "height": 700},
    "broad": {"width": 1920, "height": 1080},
}
ENOUGH_TO_KNOW_IT = 48  # pixels, of a name of twenty letters
# What is told of a player, one box each; what is for the ear alone is left out.
TOLD = """line => [...line.querySelectorAll(".who > *, .times > *")]
  .filter((one) => !getComputedStyle(one).clipPath.startsWith("inset"))
  .map((one) => [one.getBoundingClientRect(), one.parentElement])
  .filter(([box]) => box.width && box.height)
  .map(([box, line]) => {
    const isCut = getComputedStyle(line).overflowX === "hidden";
    const right = isCut ? Math.min(box.right, line.getBoundingClientRect().right) : box.right;
    return [box.left, box.top, right, box.bottom];
  })"""


@pytest.fixture(scope="module")
def matches(live_site):
    players = {player.name: player for player in live_site.players(*NAMES)}
    brought = {
        (moment, clock): live_site.run(BRING, moment=moment, names=NAMES, terms=CLOCKS[clock])[0]
        for moment, clock in CASES
    }
    return players[NAMES[0]], brought


@pytest.fixture(scope="module")
def tables(browser, live_site, matches):
    visitors = Visitors(browser)
    player, _brought = matches
    page = visitors.enter(live_site, player)
    yield {language: TablePage(page, language) for language in LANGUAGES}
    visitors.leave()
    assert visitors.complaints == []


def check(line: Locator, screen: dict[str, int]) -> None:
    boxes = [Box(*corners) for corners in line.evaluate(TOLD)]
    around = box_around(line)
    assert around is not None
    assert around.left >= 0
    assert around.right <= screen["width"]
    assert all(around.left - ROUNDING <= box.left and box.right <= around.right + ROUNDING for box in boxes), screen
    assert not [pair for pair in combinations(boxes, 2) if pair[0].overlaps(pair[1])], screen
    name = line.locator(".name").bounding_box()
    assert name is not None
    assert name["width"] >= ENOUGH_TO_KNOW_IT, screen


@pytest.mark.long
@pytest.mark.parametrize(("moment", "clock"), CASES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_can_be_read_beside_its_clock(tables, matches, language, moment, clock):
    table = tables[language]
    speaking(table.page, language)
    table.open(matches[1][moment, clock])
    for screen in WIDTHS.values():
        look = look_at(table, screen)
        assert not look.has_sideways_scroll, screen
        for line in table.page.locator(".player").all():
            check(line, screen)
        places = {name: box for name, box in look.places.items() if name not in ("button", "menu", "hand", "own clock")}
        assert [pair for pair in combinations(places, 2) if places[pair[0]].overlaps(places[pair[1]])] == [], screen

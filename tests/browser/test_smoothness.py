"""A phone a quarter as fast as this machine is never held up, and no click is lost while something moves."""

import pytest

from tests.browser.pages import MARK, TablePage, wait_until
from tests.browser.test_motion import NOTE, moved
from tests.browser.traces import traced
from tests.browser.visitors import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.timed]

# Chromium's own throttle is no help: it slows down by interrupting the thread, and so counts as work what only waits.
SLOWER = 4  # times
LONGEST_TASK = 50  # milliseconds, as the browsers count a task as long
LONGEST_DEAL = 180  # seconds, at the pace of the cards

# Where a player clicks next, and how much is moving then. In one cheap look: what Playwright asks of a page otherwise
# are tasks of the page, too. A hand is heard to its end before anybody goes on.
NEXT = """() => {
  const find = (what) => document.querySelector(what);
  if (find(".aloud")) return null;
  const chosen = document.querySelectorAll("#region-mine input:checked").length;
  const card = chosen < 2 && find("#region-mine input[type=checkbox]:not(:checked)");
  const one = find("button[form=go-on]") ?? find("#region-mine .lay:enabled") ?? find("#region-mine [value=go]")
    ?? (card ? card.closest("li").querySelector(".card") : find("#region-mine [value=discard]:enabled"));
  if (!one || one.getAnimations({ subtree: true }).length) return null;
  const { left, top, width, height } = one.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, moving: document.getAnimations().length };
}"""
IS_HEARD = "Boolean(document.querySelector('.combinations .counted'))"
IS_NEXT_DEAL = "table.dataset.ply > 20 && Boolean(document.querySelector('#region-mine [value=discard]'))"
HOW_MUCH_MOVES = "document.getAnimations().length"
# Changes whenever a click has been taken.
TAKEN = f"() => ({MARK})() + document.querySelectorAll('#region-mine input:checked').length"


@pytest.fixture
def tables(live_site, visitors):
    """The phones of two players who have cut. Both have been touched: that opens the device for sounds, in one."""
    players = live_site.players("Ana", "Ben")
    match = live_site.match(*players)
    tables = []
    for player in players:
        page = visitors.enter(live_site, player, paced=True, viewport=PHONE)
        page.add_init_script(NOTE)
        tables.append(TablePage(page).open(match))
        page.locator("html.live").wait_for()
        page.locator(".board").first.click()
        page.evaluate(NEXT)
    return tables


def test_no_task_is_long_and_no_click_is_lost_through_a_deal(browser, tables):
    """From the discards to the cards of the next deal: cards fly, pegs walk, hands are counted aloud."""
    moving: list[int] = []
    heard: set[bool] = set()

    def play() -> bool:
        for table in tables:
            moving.append(click_next(table))
            heard.add(table.page.evaluate(IS_HEARD))
        return all(table.page.evaluate(IS_NEXT_DEAL) for table in tables)

    with traced(browser, LONGEST_TASK / SLOWER) as tasks:
        wait_until(play, tables[0].page, LONGEST_DEAL)
        wait_until(lambda: not any(table.page.evaluate(HOW_MUCH_MOVES) for table in tables), tables[0].page)
    for table in tables:
        flown = " ".join(moved(table.page))
        assert "rank-" in flown, "no card flew"
        assert "-front" in flown, "no peg walked"
    assert True in heard
    assert sum(number > 0 for number in moving) > 3
    assert tasks.found == []


def click_next(table: TablePage) -> int:
    """Click what a player would; how much was moving, 0 when there was nothing to click. A lost click fails."""
    page = table.page
    spot = page.evaluate(NEXT)
    if spot is None:
        return 0
    before = page.evaluate(TAKEN)
    page.mouse.click(spot["x"], spot["y"])
    wait_until(lambda: page.evaluate(TAKEN) != before, page)
    return int(spot["moving"])

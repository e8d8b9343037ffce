"""What an update changes is seen to change: cards fly, pegs walk, hands are counted aloud. Nothing waits for it."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lines import LOSSES
from tests.browser.pages import GO_AWAY, TablePage, play_until, wait_until
from tests.browser.positions import BRING

pytestmark = pytest.mark.browser

# Notes every animation that the page begins: of what, and from where.
NOTE = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (keyframes, options) {
  moved.push({ what: this.id || this.className, path: keyframes.map(({ transform }) => transform) });
  return animate.call(this, keyframes, options);
};
"""
COUNT = """
from games.selectors import find_match
from games.state import load
answer = str(load(find_match(match)).count)
"""


@pytest.fixture
def enter(live_site, visitors):
    """Opens the table of two players at a moment, both pages with motion or without."""

    def bring(moment: str, names: list[str], paced: bool = True) -> dict[str, TablePage]:
        players = live_site.players(*names)
        match, able = live_site.run(BRING, moment=moment, names=names, terms={})
        tables = {}
        for player in sorted(players, key=lambda player: player.name != able):
            page = visitors.enter(live_site, player, paced=paced)
            page.add_init_script(NOTE)
            tables[player.name] = TablePage(page).open(match)
        return tables

    return bring


# How the lines of a count are drawn, and what is in them.
LOOK = """lines => lines.flatMap((line) => [line, ...line.querySelectorAll("*")]).map((one) => {
  const { color, backgroundColor, padding, borderWidth, borderRadius, position, font, width } = getComputedStyle(one);
  return [one.localName, color, backgroundColor, padding, borderWidth, borderRadius, position, font, width].join();
})"""
SLOWLY = "table => { table.dataset.pace = 60000 }"  # there a card flies for half a minute


def moved(page: Page) -> dict[str, list[str]]:
    return {move["what"]: move["path"] for move in page.evaluate("moved")}


def test_a_card_flies_from_the_hand_to_the_pile_on_both_pages(enter):
    own, other = enter("play", ["Ana", "Ben"]).values()
    laid = own.laid.count()
    card = own.mine.locator(".lay:enabled .card").first.get_attribute("class")
    own.play()
    for table in (own, other):
        expect(table.laid).to_have_count(laid + 1)
        start = moved(table.page)[card][0]
        assert start.startswith("translate(")
        assert "translate(0px, 0px)" not in start


@pytest.mark.long
def test_the_front_peg_walks_from_hole_to_hole(enter):
    own, _other = enter("show of a rich dealer", ["Cleo", "Dora"]).values()
    before = own.scores
    own.go_on()
    wait_until(lambda: own.scores != before, own.page)
    scored = sum(own.scores) - sum(before)
    assert scored > 8
    walks = [path for what, path in moved(own.page).items() if what.startswith("tall-")]
    assert len(walks) == 1, "the other pegs stand, and the narrow board is not drawn"
    # From hole to hole, but for the gaps between groups of five: a hop more or less for each of them.
    assert scored - 1 <= len(walks[0]) - 1 <= scored * 1.4 + 4
    assert len(set(walks[0])) == len(walks[0])


@pytest.mark.long
def test_a_hand_is_counted_aloud_and_can_be_had_at_once(enter):
    own, _other = enter("show of a rich dealer", ["Eve", "Fay"]).values()
    expect(own.page.locator(".aloud")).to_have_count(0)  # what a page begins with has been heard
    own.go_on()
    said, all_of_it = (own.show.locator(name) for name in (".combinations .counted", ".combinations li"))
    expect(said.first).to_be_visible()
    expect(own.show.locator(".shown-cards .raised").first).to_be_visible()
    assert said.count() < all_of_it.count()
    expect(own.show.locator(".total")).to_be_hidden()
    own.page.locator(".board").click()
    expect(all_of_it.last).to_be_visible()
    expect(own.show.locator(".total")).to_be_visible()
    expect(own.show.locator(".raised")).to_have_count(0)
    look = all_of_it.evaluate_all(LOOK)
    own.page.reload()
    assert look == all_of_it.evaluate_all(LOOK), "once it is said it looks like what was never said aloud"


@pytest.mark.long
def test_whoever_goes_on_waits_for_no_more_to_be_said(enter):
    own, _other = enter("show of a rich dealer", ["Moe", "Nan"]).values()
    own.main.evaluate(SLOWLY)
    own.go_on()
    expect(own.show.locator(".combinations .counted").first).to_be_visible()
    own.go_on()  # returns when the page has taken it, which would be minutes later


@pytest.mark.parametrize("way", ["skipped", *(pytest.param(way, marks=pytest.mark.long) for way in ("hidden", "anew"))])
def test_a_count_that_is_overtaken_on_its_way_up_ends_at_the_present_one(live_site, enter, visitors, way):
    visitors.expected += LOSSES
    own, other = enter("play", [f"Kim{way}", f"Leo{way}"]).values()
    other.main.evaluate(SLOWLY)
    own.play()
    expect(other.mine.locator(".lay:enabled").first).to_be_visible()
    match way:
        case "skipped":
            other.page.locator(".board").click()
        case "hidden":
            other.page.evaluate(GO_AWAY)
        case "anew":
            other.page.context.set_offline(True)
            expect(other.reconnecting).to_be_visible()
            other.page.context.set_offline(False)
            expect(other.reconnecting).to_be_hidden()
    if way != "hidden":  # there it is the next update that ends it
        expect(count_of(other)).to_have_text(live_site.run(COUNT, match=own.match))
    other.play()
    if way != "hidden":  # there nothing climbs any more
        other.page.locator(".board").click()
    for table in (own, other):
        expect(count_of(table)).to_have_text(live_site.run(COUNT, match=own.match))


def count_of(table: TablePage) -> Locator:
    return table.page.locator(".count-words b")


@pytest.mark.long
def test_who_wants_no_motion_sees_everything_at_once(enter):
    own, other = enter("show of a rich dealer", ["Gus", "Hal"], paced=False).values()
    own.go_on()
    expect(own.show.locator(".total")).to_be_visible()
    play_until(lambda: own.task == "play" or other.task == "play", own, other)
    assert moved(own.page) == moved(other.page) == {}


@pytest.mark.long
def test_a_click_on_what_still_flies_is_not_lost(enter):
    own, other = enter("play", ["Ivy", "Jon"]).values()
    other.main.evaluate(SLOWLY)
    own.play()
    expect(other.mine.locator(".lay:enabled").first).to_be_visible()
    assert other.page.evaluate("document.getAnimations().length")
    laid = other.laid.count()
    other.play()
    expect(own.laid).to_have_count(laid + 1)

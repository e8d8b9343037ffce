"""What a browser keeps of the cut accuses no honest site, and lets no site put another seed in the player's name."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lines import LOSSES, Line
from tests.browser.pages import TablePage, wait_until
from tests.browser.test_checking import RECORD, RESIGN, open_check, verdicts

pytestmark = pytest.mark.browser

ABORT = RESIGN.replace("endings.resign", "endings.abort")
KEPT = """() => {
  const { match, player } = document.getElementById("table").dataset;
  return JSON.parse(localStorage.getItem(`seeds ${match} ${player}`));
}"""
REFUSE_STORAGE = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("The operation is insecure.", "SecurityError"); },
})"""


class Cutting:
    """A match that nobody has cut yet: Ada's table in one browser, and what becomes of it."""

    def __init__(self, live_site: Any, visitors: Any, ada: str) -> None:
        self.site, self.visitors = live_site, visitors
        self.ada, self.bob = live_site.players(ada, f"Bob of {ada}")
        self.match = live_site.match(self.ada, self.bob, cut=False)
        self.page: Page = visitors.enter(live_site, self.ada)
        self.page.clock.install()
        self.line = Line(self.page)
        self.table = self.line.open(self.match)

    def open(self, page: Page) -> TablePage:
        return TablePage(page).open(self.match)

    def tab(self) -> TablePage:
        return self.open(self.page.context.new_page())

    def device(self) -> TablePage:
        return self.open(self.visitors.enter(self.site, self.ada))

    def bob_cuts(self) -> None:
        self.open(self.visitors.enter(self.site, self.bob)).cut()

    @property
    def kept(self) -> dict[str, Any]:
        return dict(self.page.evaluate(KEPT))

    def verdict(self, how: str = RESIGN) -> str:
        """What Ada's browser says of what it kept, once the match is over."""
        self.site.run(how, match=self.match, name=self.bob.name)
        return self.look_again()

    def look_again(self) -> str:
        open_check(self.page, self.match)
        whens = ("right", "wrong", "unknown", "uncut", "elsewhere")
        return next(when for when in whens if "kept" in verdicts(self.page, when))

    def tell_another_seed(self) -> None:
        record = self.site.run(RECORD, match=self.match)
        for seat in record["seats"]:
            if seat["name"] == self.ada.name:
                seat["seed"] = "the site's own"
        self.page.route("**/record.json", lambda route: route.fulfill(json=record))


@pytest.fixture
def cutting(live_site, visitors):
    return lambda ada: Cutting(live_site, visitors, ada)


def test_what_was_sent_and_taken_is_kept_and_a_swap_at_the_end_is_wrong(cutting):
    game = cutting("Ada")
    game.table.cut("mine")
    assert game.kept["sent"] == ["mine"]
    game.page.reload()
    game.bob_cuts()
    expect(game.page.locator("#own-seed")).to_have_text("mine")
    wait_until(lambda: game.kept.get("taken") == "mine", game.page)
    assert game.verdict() == "right"
    game.tell_another_seed()
    assert game.look_again() == "wrong"


@pytest.mark.long
def test_a_swap_that_the_browser_was_never_told_of_is_said_with_what_was_sent(cutting):
    """Closed after the cut: the other seed may still come from another browser of the player's."""
    game = cutting("Ava")
    game.table.cut("mine")
    game.page.goto("about:blank")
    game.bob_cuts()
    assert game.verdict() == "right"
    game.tell_another_seed()
    assert game.look_again() == "elsewhere"
    expect(game.page.locator("[data-part=kept] [data-when=elsewhere] code")).to_have_text("mine")


@pytest.mark.long
def test_of_two_tabs_that_cut_the_one_that_came_first_counts_and_both_are_known(cutting):
    game = cutting("Amy")
    other = game.tab()
    game.line.state = "deaf"
    other.cut("of the other tab")
    game.page.get_by_text("Your part of the shuffle").click()
    game.page.locator("#seed").fill("of this tab")
    game.table.button("Cut the cards").click()
    expect(game.table.notice).to_be_visible()
    game.line.mend()
    assert game.kept["sent"] == ["of the other tab", "of this tab"]
    game.bob_cuts()
    assert game.verdict() == "right"


@pytest.mark.long
def test_a_cut_that_another_device_had_made_is_not_called_a_swap(cutting):
    game = cutting("Ann")
    game.line.state = "deaf"
    game.device().cut("of the phone")
    game.table.button("Cut the cards").click()
    expect(game.table.notice).to_be_visible()
    game.line.mend()
    game.page.reload()
    game.bob_cuts()
    wait_until(lambda: game.kept.get("taken") == "of the phone", game.page)
    assert game.verdict() == "elsewhere"


@pytest.mark.long
def test_a_cut_that_never_arrived_is_not_missed(cutting):
    game = cutting("Ali")
    game.line.state = "dead"
    game.table.button("Cut the cards").click()
    wait_until(lambda: game.line.lost > 0, game.page)
    assert len(game.kept["sent"]) == 1
    game.page.goto("about:blank")
    assert game.verdict(ABORT) == "uncut"


@pytest.mark.long
def test_a_cut_by_form_while_the_line_is_broken_is_kept(cutting, visitors):
    visitors.expected += LOSSES
    game = cutting("Abe")
    game.line.cut()
    expect(game.table.reconnecting).to_be_visible()
    game.table.cut("by form")
    game.bob_cuts()
    assert game.verdict() == "right"


@pytest.mark.long
def test_a_seed_that_is_refused_and_written_anew_is_right(cutting):
    game = cutting("Ane")
    game.page.get_by_text("Your part of the shuffle").click()
    game.page.locator("#seed").fill("señal")
    game.table.button("Cut the cards").click()
    expect(game.table.notice).to_be_visible()
    game.page.locator("#seed").fill("signal")
    game.table.button("Cut the cards").click()
    game.bob_cuts()
    wait_until(lambda: game.kept.get("taken") == "signal", game.page)
    assert game.kept["sent"] == ["señal", "signal"]
    assert game.verdict() == "right"


@pytest.mark.long
def test_the_seal_is_that_of_the_first_look(cutting):
    """However often the table is opened, and whatever seal it shows by then."""
    game = cutting("Aya")
    seal = game.table.main.get_attribute("data-commitment")
    game.table.main.evaluate("table => table.dataset.commitment = 'another'")
    game.table.cut("mine")
    assert game.kept["seal"] == seal
    game.bob_cuts()
    assert game.verdict() == "right"


@pytest.mark.long
def test_a_browser_that_keeps_nothing_plays_and_checks_all_the_same(live_site, visitors):
    cleo, dov = live_site.players("Cleo without", "Dov without")
    match = live_site.match(cleo, dov, cut=False)
    page = visitors.enter(live_site, cleo)
    page.add_init_script(REFUSE_STORAGE)
    TablePage(page).open(match).cut()
    TablePage(visitors.enter(live_site, dov)).open(match).cut()
    live_site.run(RESIGN, match=match, name=dov.name)
    open_check(page, match)
    assert verdicts(page, "unknown") == {"kept"}
    assert verdicts(page, "right") == {"commitment", "decks", "moves", "result"}

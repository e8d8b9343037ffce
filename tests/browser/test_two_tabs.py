"""One player, two tabs or devices: both show the same table, and a move counts once."""

import pytest
from playwright.sync_api import expect

from tests.browser.lines import Line
from tests.browser.pages import TablePage, play_until, wait_until
from tests.browser.positions import BRING
from tests.browser.visitors import PHONE

pytestmark = pytest.mark.browser


def test_a_move_in_one_shows_in_the_other(live_site, visitors):
    ana, ben = live_site.players("Ana", "Ben")
    match = live_site.match(ana, ben)
    here = TablePage(visitors.enter(live_site, ana)).open(match)
    there = TablePage(here.page.context.new_page()).open(match)
    phone = TablePage(visitors.enter(live_site, ana, viewport=PHONE)).open(match)
    here.discard(3, 5)
    for other in (there, phone):
        expect(other.hand).to_have_count(4)
        assert other.cards == here.cards
        assert other.task == ""


@pytest.mark.long
def test_a_show_that_was_read_on_one_device_is_read_on_the_other(live_site, visitors):
    gil, hal = live_site.players("Gil", "Hal")
    match, _who = live_site.run(BRING, moment="show", names=["Gil", "Hal"], terms={})
    gils, hals = (TablePage(visitors.enter(live_site, player)).open(match) for player in (gil, hal))
    phone = TablePage(visitors.enter(live_site, gil, viewport=PHONE)).open(match)
    expect(phone.button("Go on")).to_be_visible()
    play_until(lambda: gils.task == "discard", gils)
    expect(phone.mine.get_by_role("checkbox")).to_have_count(6)
    expect(hals.button("Go on")).to_be_visible()  # nobody waits for the other's reading


@pytest.mark.long
def test_the_click_of_a_stale_tab_is_told_and_changes_nothing(live_site, visitors):
    cleo, dora = live_site.players("Cleo", "Dora")
    match = live_site.match(cleo, dora)
    here = TablePage(visitors.enter(live_site, cleo)).open(match)
    stale = TablePage(visitors.enter(live_site, cleo, java_script_enabled=False)).open(match)
    here.discard(1, 2)
    ply, kept = here.ply, here.cards
    stale.discard(5, 6)
    expect(stale.page.get_by_role("status")).to_have_text("It is not your turn.")
    assert (stale.cards, stale.ply) == (kept, ply)
    assert here.cards == kept


@pytest.mark.long
def test_a_click_that_crossed_the_other_tabs_move_is_told_by_the_socket(live_site, visitors):
    eve, fay = live_site.players("Eve", "Fay")
    match = live_site.match(eve, fay)
    here = TablePage(visitors.enter(live_site, eve)).open(match)
    page = visitors.enter(live_site, eve)
    line = Line(page)
    stale = line.open(match)
    stale.choose(5, 6)
    line.state = "deaf"
    here.discard(1, 2)
    kept = here.cards
    wait_until(lambda: line.lost > 0, page)
    line.mend()
    stale.mine.get_by_role("button").click()
    expect(stale.notice).to_contain_text("It is not your turn.")
    expect(stale.hand).to_have_count(4)
    here.page.reload()
    assert stale.cards == here.cards == kept

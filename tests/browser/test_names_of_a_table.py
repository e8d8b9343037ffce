"""The tab and the heading of a table say who plays there, from the moment somebody sits down."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import LobbyPage

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_whoever_opened_a_table_reads_the_names_as_soon_as_somebody_sits_down(live_site, visitors):
    ana, ben = live_site.players("Ana", "Ben")
    live_site.match(ana, ben)  # waits for both
    hers = LobbyPage(visitors.enter(live_site, ana)).open().set_table("Play anyone")
    expect(hers.page).to_have_title("(1) A table · Cribsite")
    LobbyPage(visitors.enter(live_site, ben)).open().sit_down("Ana")
    expect(hers.page).to_have_title("(1) Ana and Ben · Cribsite")
    expect(hers.page.get_by_role("heading", level=1)).to_have_text("Ana and Ben")

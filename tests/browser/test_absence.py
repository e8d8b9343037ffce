"""Somebody closes the page in the middle of a game: what the other is shown, hears, and may do; and a return."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.pages import COME_BACK, TablePage
from tests.browser.positions import BRING
from tests.browser.test_layout import around
from tests.browser.visitors import PHONE, WIDE
from tests.browser.weeks import site_with_calendar, turn_to

pytestmark = pytest.mark.browser

SCREENS = {"phone": PHONE, "wide": WIDE}
NAMES = ["Wilhelmina-Rosalinde", "Maximiliana-Theodora"]  # as long as a name can be


class Evening:
    """Two at a table of a site whose calendar a test turns; the one who is to play will close the page."""

    def __init__(self, calendar, visitors):
        self.calendar, self.visitors = calendar, visitors
        players = {player.name: player for player in calendar.site.players(*NAMES)}
        terms = {"allowance": 3600, "bank": 7200}
        self.match, name = calendar.site.run(BRING, moment="play", names=NAMES, terms=terms)
        self.leaver = players.pop(name)
        (self.stayer,) = players.values()
        self.leaves = self.come(self.leaver)
        self.stays = self.come(self.stayer)

    def come(self, player):
        """To the table, whose socket is heard once."""
        page = self.visitors.enter(self.calendar.site, player, viewport=PHONE)
        return TablePage(page).open_and_hear(self.match)

    def go(self, table):
        """Away from the table, whose script has ended by then; a page that is closed may run a moment longer."""
        table.page.goto("about:blank")
        table.page.close()

    def pass_by(self, seconds):
        """The page of the one who stays comes to the front after that time, and asks whether all is well."""
        turn_to(self.calendar.page, self.calendar.now + timedelta(seconds=seconds))
        self.stays.page.evaluate(COME_BACK)

    def places(self, screen):
        page = self.stays.page
        page.set_viewport_size(screen)
        assert not self.stays.has_sideways_scroll
        selectors = (".far .player", ".board svg", ".count", ".starter .card", ".near .player", ".hand")
        found = {one: around(page.locator(one).locator("visible=true")) for one in selectors}
        return {one: (round(box.left), round(box.top)) for one, box in found.items()}


@pytest.fixture(scope="module")
def calendar(static_files, migrated, tmp_path_factory):
    """Stays until all pages are closed, which would complain of its end."""
    with site_with_calendar(tmp_path_factory.mktemp("evening"), migrated) as started:
        yield started


@pytest.fixture
def evening(calendar, visitors):
    return Evening(calendar, visitors)


def test_who_closes_the_page_is_shown_as_gone_may_return_and_may_be_claimed(evening):
    stays, gone = evening.stays, evening.stays.far.locator(".gone")
    before = {name: evening.places(screen) for name, screen in SCREENS.items()}
    expect(gone).to_have_count(0)
    evening.go(evening.leaves)
    evening.pass_by(60)
    expect(gone).to_contain_text("gone 1:00")
    sentence = f"{evening.leaver.name} is gone. When the countdown is over you may claim the game."
    expect(stays.mine).to_contain_text(sentence)
    expect(stays.spoken.get_by_text(sentence)).to_have_count(1)
    expect(gone).to_contain_text("0:5")  # it ticks, and is not said again
    assert stays.spoken.get_by_text(sentence).count() == 1
    for name, screen in SCREENS.items():
        assert evening.places(screen) == before[name], name
        place, name_of_player = around(gone), around(stays.far.locator(".name"))
        assert place.left > 0, place.right < screen["width"]
        assert not place.overlaps(name_of_player)

    back = evening.come(evening.leaver)
    expect(back.notice).to_contain_text("was told that you were gone.")
    expect(gone).to_have_count(0)
    expect(stays.spoken).to_contain_text(f"{evening.leaver.name} is back.")
    evening.go(back)

    evening.pass_by(60)
    expect(gone).to_be_visible()
    evening.pass_by(60)
    expect(stays.mine).to_contain_text("You may claim the game (⋯), call it off, or wait.")
    stays.open_menu()
    expect(stays.button("Call it off alone")).to_be_visible()
    stays.button("Claim the game").click()
    expect(stays.heading("You win.")).to_be_visible()
    expect(stays.show).to_contain_text(f"{evening.leaver.name} left the game.")

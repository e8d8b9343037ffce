"""A deal as a screen reader has it: nothing is looked for but by role and name, nothing known but what is read out."""

import re

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.pages import wait_until

pytestmark = pytest.mark.browser

CARD = re.compile(r"^(?:ace|[a-z]+) of (?:clubs|diamonds|hearts|spades)$")
PLAY = re.compile(rf"{CARD.pattern[:-1]} Play the (?:[2-9AJQK]|10) for \d+$")
BUTTONS = ("Cut the cards", re.compile("^Lay away 2 "), PLAY, "Go", "Go on")


class Reader:
    """Knows the table by its accessibility tree alone."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.table = page.get_by_role("main")

    @property
    def heard(self) -> list[str]:
        return self.page.get_by_role("log").get_by_role("paragraph").all_inner_texts()

    @property
    def listed(self) -> list[str]:
        """What has happened in this deal, as the table lists it."""
        return self.table.get_by_role("list").last.get_by_role("listitem").all_inner_texts()

    @property
    def cards_to_lay_away(self) -> Locator:
        return self.table.get_by_role("checkbox", name=CARD, checked=False)

    def open_button(self) -> Locator | None:
        if self.cards_to_lay_away.count() == 6:
            self.cards_to_lay_away.first.press("Space")
            self.cards_to_lay_away.last.press("Space")
        found = (self.table.get_by_role("button", name=name, exact=True, disabled=False) for name in BUTTONS)
        return next((button.first for button in found if button.count()), None)

    def act(self) -> str:
        """Press what can be pressed, as soon as something can; its name. Returns when the table has taken it."""
        wait_until(lambda: self.open_button() is not None, self.page)
        button = self.open_button()
        assert button is not None
        name, before = button.aria_snapshot(), self.listed
        button.press("Enter")
        wait_until(lambda: self.listed != before, self.page)
        return name


def test_a_deal_is_played_by_roles_and_names_and_heard_once_in_its_order(live_site, visitors):
    page = visitors.enter(live_site)
    page.goto("/")
    page.get_by_role("button", name="Play the computer now").press("Enter")
    reader = Reader(page)
    pressed: list[str] = []
    heard: list[str] = []
    listed: list[str] = []
    while not listed or reader.cards_to_lay_away.count() < 6:
        if reader.table.get_by_role("button", name="Go on").count():
            heard, listed = reader.heard, reader.listed
        pressed.append(reader.act())

    assert 'button "Cut the cards"' in pressed[0]
    assert sum("Play the" in name for name in pressed) in (3, 4)  # the site plays a last card that is no choice
    assert sum("Go on" in name for name in pressed) == 3
    assert listed[0].startswith("Deal 1: ")
    assert len([line for line in listed if "hand counts" in line or "crib counts" in line]) == 3
    newest = min(len(heard), len(listed))  # a live region lets go of what it said long ago
    assert newest >= 20
    assert heard[-newest:] == listed[-newest:]

"""What a player prefers, set in the settings and met at the table."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import SettingsPage, TablePage, play_until

pytestmark = pytest.mark.browser


@pytest.fixture
def begin(live_site, visitors):
    """Two pages at a new match; the first player has set a preference in the settings before."""

    def open_tables(preference, *names):
        players = live_site.players(*names)
        match = live_site.match(*players)
        pages = [visitors.enter(live_site, player) for player in players]
        SettingsPage(pages[0]).open().prefer(preference)
        return [TablePage(page).open(match) for page in pages]

    return open_tables


def test_a_card_is_chosen_first_and_then_laid(begin):
    anas, bens = begin("Ask before a card is laid", "Ana", "Ben")
    play_until(lambda: anas.task == "play", anas, bens)
    button = anas.mine.get_by_role("button")
    expect(button).to_be_disabled()
    expect(button).to_have_text("Choose a card")
    held = anas.cards
    for place in (1, 2):
        anas.choose(place)
        act = anas.mine.get_by_role("radio").nth(place - 1).get_attribute("data-act")
        expect(button).to_have_text(act)
        assert act.startswith("Play the ")
        assert anas.cards == held
    button.click()
    expect(anas.hand).to_have_count(len(held) - 1)
    assert anas.cards == [held[0], *held[2:]]


def test_the_button_says_the_count_that_the_card_makes(begin):
    cleos, doras = begin("Ask before a card is laid", "Cleo", "Dora")
    play_until(lambda: cleos.task == "play" and cleos.laid.count() == 1, cleos, doras)
    count = int(cleos.count.inner_text().split()[0])
    index = cleos.hand.first.locator(".card b").inner_text()
    value = {"A": 1, "J": 10, "Q": 10, "K": 10}.get(index) or int(index)
    cleos.choose(1)
    expect(cleos.mine.get_by_role("button")).to_have_text(f"Play the {index} for {count + value}")


def test_keys_choose_and_enter_lays_where_the_site_asks_first(begin):
    eves, fays = begin("Ask before a card is laid", "Eve", "Fay")
    play_until(lambda: eves.task == "play", eves, fays)
    held = eves.cards
    eves.page.keyboard.press("1")
    assert eves.cards == held
    eves.page.keyboard.press("Enter")
    expect(eves.hand).to_have_count(len(held) - 1)


def test_the_site_says_go_for_whoever_prefers_so(begin):
    guss, hals = begin("Say go for me when I have no card that fits", "Gus", "Hal")
    asked = set()

    def go_was_said() -> bool:
        asked.add(guss.task)
        return "Gus says go." in hals.spoken.inner_text()

    play_until(go_was_said, guss, hals)
    assert "go" not in asked
    assert "play" in asked

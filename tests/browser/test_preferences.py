"""What a player prefers, set in the settings and met at the table."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pages import SettingsPage, TablePage, play_until
from tests.browser.positions import BRING

pytestmark = pytest.mark.browser


@pytest.fixture
def begin(live_site, visitors):
    """Two pages at a match where one card is laid; whoever plays the next has set a preference in the settings."""

    def open_tables(preference, *names):
        players = {player.name: player for player in live_site.players(*names)}
        match, able = live_site.run(BRING, moment="play", names=list(names), terms={})
        in_order = sorted(players, key=lambda name: name != able)
        pages = [visitors.enter(live_site, players[name]) for name in in_order]
        SettingsPage(pages[0]).open().prefer(preference)
        return [TablePage(page).open(match) for page in pages]

    return open_tables


@pytest.mark.long
def test_a_card_is_chosen_first_and_then_laid(begin):
    anas, _bens = begin("Ask before a card is laid", "Ana", "Ben")
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


@pytest.mark.long
def test_the_button_says_the_count_that_the_card_makes(begin):
    cleos, _doras = begin("Ask before a card is laid", "Cleo", "Dora")
    count = int(cleos.count.inner_text().split()[0])
    index = cleos.hand.first.locator(".card b").inner_text()
    value = {"A": 1, "J": 10, "Q": 10, "K": 10}.get(index) or int(index)
    cleos.choose(1)
    expect(cleos.mine.get_by_role("button")).to_have_text(f"Play the {index} for {count + value}")


@pytest.mark.long
def test_keys_choose_and_enter_lays_where_the_site_asks_first(begin):
    eves, _fays = begin("Ask before a card is laid", "Eve", "Fay")
    held = eves.cards
    eves.page.keyboard.press("1")
    assert eves.cards == held
    eves.page.keyboard.press("Enter")
    expect(eves.hand).to_have_count(len(held) - 1)


@pytest.mark.long
def test_the_site_says_go_for_whoever_prefers_so(begin):
    own, other = begin("Say go for me when I have no card that fits", "Gus", "Hal")
    name = own.page.get_by_role("banner").get_by_role("link", name=re.compile("^(Gus|Hal)$")).inner_text()
    asked = set()

    def go_was_said() -> bool:
        asked.add(own.task)
        return f"{name} says go." in other.spoken.inner_text()

    play_until(go_was_said, own, other)
    assert "go" not in asked
    assert "play" in asked

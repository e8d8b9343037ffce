"""Every page fits a phone of 360 pixels, in every language, with long names, also of the site, and somebody waiting."""

import pytest
from playwright.sync_api import Page

from tests.browser.addresses import OF_PLAYERS, OF_STRANGERS
from tests.browser.languages import every_language
from tests.browser.pages import SitePage
from tests.browser.positions import BRING
from tests.browser.test_room_for_words import speaking
from tests.browser.visitors import PHONE

pytestmark = pytest.mark.browser

CALL_THE_SITE = """
from cribsite.site import stored_settings
wishes = stored_settings()
wishes.name = "The Cribbage Club of Llanfairpwllgwyngyll"[:40]
wishes.save()
"""
NAMES = ["Wilhelmina-Rosalinde", "Maximiliana-Theodora"]  # as long as a name can be


def too_wide(page: Page, addresses: tuple[str, ...], **about: str) -> list[str]:
    """Those of the addresses whose pages can be scrolled sideways."""
    found = []
    for address in (address.format(**about) for address in addresses):
        answer = page.goto(address)
        assert answer is not None
        assert answer.ok, address
        if SitePage(page).has_sideways_scroll:
            found.append(address)
    return found


@pytest.fixture(scope="module")
def players(live_site):
    """Both wait for each other at one table, and have finished a game at another."""
    live_site.run(CALL_THE_SITE)
    both = live_site.players(*NAMES)
    live_site.run(BRING, moment="discard", names=NAMES, terms={})
    return both


@pytest.fixture(scope="module")
def finished(live_site, players):
    match, _reader = live_site.run(BRING, moment="over", names=NAMES, terms={"target": 61})
    return str(match)


@every_language
def test_no_page_of_a_player_scrolls_sideways(live_site, visitors, players, finished, language):
    page = speaking(visitors.enter(live_site, players[0], viewport=PHONE), language)
    assert too_wide(page, OF_PLAYERS, name=NAMES[1], other=NAMES[1], match=finished) == []


@every_language
def test_no_page_of_a_stranger_scrolls_sideways(live_site, visitors, players, language):
    page = visitors.enter(live_site, viewport=PHONE, locale=language)
    assert too_wide(page, OF_STRANGERS, name=NAMES[0]) == []

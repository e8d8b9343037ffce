"""The replay in a browser: links, keys and the scrubber lead through the game, and the address says where one is."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import SitePage
from tests.browser.positions import PLAY_OUT
from tests.browser.visitors import PHONE

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def match(live_site) -> str:
    players = live_site.players("Ana", "Ben")
    return str(live_site.run(PLAY_OUT, names=[player.name for player in players], seed=3))


def open_replay(page: Page, match: str, where: str = "") -> None:
    page.goto(f"/table/{match}/replay/{where}")


def last_ply(page: Page) -> int:
    text = page.locator(".where").inner_text()
    return int(text.split()[-1])


def expect_ply(page: Page, match: str, ply: int, query: str = "") -> None:
    """The address, the words and the scrubber all say so."""
    expect(page).to_have_url(re.compile(rf"/table/{match}/replay/{ply}/{re.escape(query)}$"))
    expect(page.locator(".where")).to_have_text(re.compile(rf"\s*Move {ply} of \d+\s*"))


def test_keys_lead_through_the_game(live_site, visitors, match):
    page = visitors.enter(live_site)
    open_replay(page, match, "1/?seat=1")
    last = last_ply(page)
    page.evaluate("window.neverLoadedAnew = true")
    page.keyboard.press("ArrowRight")
    expect_ply(page, match, 2, "?seat=1")
    page.keyboard.press("PageDown")
    expect(page.locator(".deals [aria-current]")).to_contain_text("Deal 1:")
    page.keyboard.press("PageDown")
    expect(page.locator(".deals [aria-current]")).to_contain_text("Deal 2:")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageUp")
    expect(page.locator(".deals [aria-current]")).to_contain_text("Deal 2:")
    page.keyboard.press("End")
    expect_ply(page, match, last, "?seat=1")
    expect(page.locator(".outcome")).to_contain_text("wins by 61 to")
    page.keyboard.press("ArrowLeft")
    expect_ply(page, match, last - 1, "?seat=1")
    page.keyboard.press("Home")
    expect_ply(page, match, 1, "?seat=1")
    assert page.evaluate("window.neverLoadedAnew")


@pytest.mark.long
def test_the_scrubber_leads_to_any_move(live_site, visitors, match):
    page = visitors.enter(live_site)
    open_replay(page, match, "1/")
    page.get_by_role("slider").fill("20")
    expect_ply(page, match, 20)
    page.get_by_role("slider").fill("9")
    expect_ply(page, match, 9)
    shared = visitors.enter(live_site)
    shared.goto(page.url)
    felts = [one.locator(".felt").inner_html() for one in (shared, page)]
    assert felts[0] == felts[1], "a page that was led there shows the same"


@pytest.mark.long
def test_links_do_it_all_where_no_scripts_run(live_site, visitors, match):
    page = visitors.enter(live_site, java_script_enabled=False)
    open_replay(page, match)
    expect(page.locator("#scrubber")).to_be_hidden()
    expect(page.locator("#region-mine .card")).to_have_count(6)
    expect(page.locator("#region-far .card.back")).to_have_count(0)
    last = last_ply(page)
    page.get_by_role("link", name="On", exact=True).click()
    page.get_by_role("link", name="Deal on", exact=True).click()
    page.get_by_role("link", name="Last", exact=True).click()
    expect_ply(page, match, last)
    page.locator(".replay-lines a").first.click()
    page.get_by_role("link", name="As Ben saw it", exact=True).click()
    expect(page.locator("#region-far .card.back")).to_have_count(6)


@pytest.mark.long
def test_nothing_sticks_out_on_a_phone(live_site, visitors, match):
    page = visitors.enter(live_site, viewport=PHONE)
    open_replay(page, match)
    last = last_ply(page)
    for ply in range(1, last + 1, 7):
        open_replay(page, match, f"{ply}/")
        assert not SitePage(page).has_sideways_scroll, ply
        expect(page.locator(".steps")).to_be_in_viewport(ratio=1)

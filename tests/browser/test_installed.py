"""Installed on a phone or not: what the browser keeps of the site, and what it shows when there is no line."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from cribsite.installable import NEEDED_OFF_LINE
from tests.browser.pages import LobbyPage, TablePage, wait_until

pytestmark = pytest.mark.browser

LOSSES = ["net::ERR_", "WebSocket connection to"]  # which Chromium tells the console
IS_IN_CHARGE = "navigator.serviceWorker.controller?.state === 'activated'"
KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) kept.push(url.replace(location.origin, ""));
  }
  return kept;
}"""
# Instead of each file that is kept, nothing.
SPOIL = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) await cache.put(request, new Response(""));
  }
}"""


def taken_over(page: Page) -> None:
    wait_until(lambda: bool(page.evaluate(IS_IN_CHARGE)), page)


@pytest.fixture
def browser(browser_with_windows):
    return browser_with_windows


@pytest.fixture
def table(live_site, visitors):
    """Opens the table of a new player who reads one language; the worker is in charge of the page."""

    def open_table(name, other, language="en"):
        player, opponent = live_site.players(name, other, language=language)
        match = live_site.match(player, opponent)
        page = TablePage(visitors.enter(live_site, player), language).open(match)
        taken_over(page.page)
        return page

    return open_table


def test_the_browser_would_install_it(live_site, visitors):
    page = visitors.enter(live_site)
    page.goto("/")
    session = page.context.new_cdp_session(page)
    read = session.send("Page.getAppManifest")
    assert read["errors"] == []
    manifest = json.loads(read["data"])
    assert manifest["display"] == "standalone"
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors] == ["in-incognito"]  # as all that the tests open
    for icon in manifest["icons"]:
        answer = page.request.get(icon["src"])
        assert answer.headers["content-type"] == icon["type"]


@pytest.mark.parametrize(
    ("language", "name", "said"),
    [
        ("en", "Ana", "You are off line"),
        pytest.param("es", "Bea", "No tienes conexión", marks=pytest.mark.long),
        pytest.param("sw", "Cai", "Huna mtandao", marks=pytest.mark.long),
    ],
)
def test_without_a_line_a_page_says_so_and_takes_up_again_by_itself(table, visitors, language, name, said):
    visitors.expected += LOSSES
    mine = table(name, f"{name}-other", language)
    mine.page.context.set_offline(True)
    mine.page.reload()
    expect(mine.page.get_by_role("heading", level=1)).to_have_text(said)
    assert mine.page.evaluate("getComputedStyle(document.querySelector('.panel')).borderRadius") != "0px"
    mine.page.context.set_offline(False)
    expect(mine.hand).to_have_count(6)


@pytest.mark.long
def test_a_site_that_was_down_is_taken_up_again_although_the_device_was_never_off_line(own_site, visitors):
    visitors.expected += LOSSES
    page = visitors.enter(own_site)
    page.goto("/rules/")
    taken_over(page)
    own_site.kill()
    page.reload()
    expect(page.get_by_role("heading", name="You are off line")).to_be_visible()
    own_site.start()
    expect(page.get_by_role("heading", name="off line")).to_be_hidden()
    assert page.url.endswith("/rules/")


def test_nothing_is_kept_but_the_page_without_a_line_and_the_files_that_it_is_made_of(table):
    mine = table("Dora", "Eve")
    mine.page.goto("/settings/")
    mine.page.goto("/")
    kept = mine.page.evaluate(KEPT)
    pages = [path for path in kept if not path.startswith("/static/")]
    assert pages == ["/offline/?language=en"]
    files = [re.fullmatch(r"/static/(.+)\.[0-9a-f]{12}(\.\w+)", path) for path in kept if path.startswith("/static/")]
    assert sorted("".join(file.groups()) for file in files) == sorted(NEEDED_OFF_LINE)
    page = mine.page.evaluate("caches.match('/offline/?language=en').then((kept) => kept.text())")
    assert "You are off line" in page
    assert "Dora" not in page
    assert "csrf" not in page


def test_with_a_line_every_file_is_had_without_what_is_kept(table):
    """A page waits neither for the browser's store to be read nor for it to be written."""
    mine = table("Joy", "Kit")
    mine.page.evaluate(SPOIL)
    mine.page.goto("/")
    assert mine.page.evaluate(IS_IN_CHARGE)
    spoilt = mine.page.evaluate("[...document.styleSheets].filter(({ cssRules }) => !cssRules.length).length")
    assert spoilt == 0


def test_whoever_logs_out_is_out(table):
    mine = table("Fay", "Gus")
    mine.page.goto("/accounts/logout/")
    mine.page.get_by_role("main").get_by_role("button").click()
    expect(LobbyPage(mine.page).link("Log in").first).to_be_visible()
    mine.page.goto("/settings/")
    assert "/accounts/login/" in mine.page.url


@pytest.mark.long
def test_another_language_is_the_languages_of_the_page_without_a_line_too(table, visitors):
    visitors.expected += LOSSES
    mine = table("Hal", "Ida")
    mine.page.get_by_role("button", name="Español").click()
    kept = "caches.match('/offline/?language=%s').then(Boolean)"
    wait_until(lambda: bool(mine.page.evaluate(kept % "es")), mine.page)
    wait_until(lambda: not mine.page.evaluate(kept % "en"), mine.page)
    mine.page.context.set_offline(True)
    mine.page.goto("/")
    expect(mine.page.get_by_role("heading", level=1)).to_have_text("No tienes conexión")

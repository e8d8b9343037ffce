"""Two clicks from the front door to the first deal; what was played stays on signing up."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import LobbyPage, SitePage, TablePage, play_until
from tests.browser.visitors import PHONE, SMALL_PHONE, WIDE, Visitors
from tests.live import PASSWORD

pytestmark = pytest.mark.browser

COUNT_GUESTS = """
from accounts.models import User
answer = User.objects.filter(is_guest=True).count()
"""
every_language = pytest.mark.parametrize("language", ["en", "es", "sw"])
every_screen = pytest.mark.parametrize("viewport", [WIDE, PHONE, SMALL_PHONE], ids=["wide", "phone", "small"])


def sign_up(page, name, language="en"):
    site = SitePage(page, language)
    page.get_by_label(site.words("Name"), exact=True).fill(name)
    page.get_by_label("Email").fill(f"{name}@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.get_by_role("checkbox").check()
    page.get_by_role("main").get_by_role("button").click()


def test_a_stranger_plays_a_deal_two_clicks_after_opening_the_site_signs_up_and_finds_the_game_in_my_games(
    live_site, visitors
):
    page = visitors.enter(live_site, viewport=PHONE, has_touch=True)
    page.goto("/")
    site = SitePage(page)
    site.button("Play the computer now").click()
    table = TablePage(page).arrived()
    table.cut()
    play_until(lambda: table.task == "discard", table)
    assert len(table.cards) == 6
    play_until(lambda: table.task == "read", table)
    play_until(lambda: table.task == "discard", table)
    match = table.match

    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Sign up").click()
    sign_up(page, "Juma")
    expect(page.get_by_role("banner").get_by_role("link", name="Juma", exact=True)).to_be_visible()

    table = TablePage(page).open(match)
    expect(table.near).to_contain_text("Juma")
    table.open_menu()
    site.link("Resign").click()
    site.button("Resign").click()
    page.goto("/games/")
    game = page.get_by_role("listitem").filter(has_text="Juma and Easy (computer)")
    expect(game).to_contain_text("resigned")
    expect(game.get_by_role("link", name="Replay")).to_be_visible()


@pytest.mark.long
def test_two_tabs_press_and_sit_at_one_table(live_site, visitors):
    first = visitors.enter(live_site)
    second = first.context.new_page()
    for tab in (first, second):
        tab.goto("/")
    tables = []
    for tab in (first, second):
        SitePage(tab).button("Play the computer now").click()
        tables.append(TablePage(tab).arrived().match)
    assert tables[0] == tables[1]


@pytest.mark.long
def test_two_taps_are_one_guest_who_keeps_the_seat(live_site, visitors):
    (saida,) = live_site.players("Saida")
    host = LobbyPage(visitors.enter(live_site, saida)).open().set_table("Send a link")
    ways = {"/": "Play the computer now", host.page.get_by_label("Send this link").input_value(): "Sit down as a guest"}
    for address, words in ways.items():
        before = live_site.run(COUNT_GUESTS)
        stranger = visitors.enter(live_site, viewport=SMALL_PHONE)
        stranger.goto(address)
        SitePage(stranger).button(words).dblclick(delay=0)
        expect(TablePage(stranger).arrived().near).to_contain_text("Guest")
        assert live_site.run(COUNT_GUESTS) == before + 1


def test_a_stranger_with_a_link_sits_down_as_a_guest_and_both_begin(live_site, visitors):
    (pili,) = live_site.players("Pili")
    host = LobbyPage(visitors.enter(live_site, pili)).open().set_table("Send a link")
    link = host.page.get_by_label("Send this link").input_value()
    stranger = visitors.enter(live_site, viewport=SMALL_PHONE)
    stranger.goto(link)
    SitePage(stranger).button("Sit down as a guest").click()
    guests = TablePage(stranger).arrived()
    expect(host.far).to_contain_text("Guest")
    play_until(lambda: host.task == "discard" and guests.task == "discard", host, guests)


@pytest.mark.long
def test_a_stranger_with_a_link_who_signs_up_comes_back_to_that_table(live_site, visitors):
    (zuri,) = live_site.players("Zuri")
    host = LobbyPage(visitors.enter(live_site, zuri)).open().set_table("Send a link")
    link = host.page.get_by_label("Send this link").input_value()
    stranger = visitors.enter(live_site)
    stranger.goto(link)
    stranger.get_by_role("main").get_by_role("link", name="Sign up").click()
    sign_up(stranger, "Neema")
    SitePage(stranger).button("Sit down").click()
    assert TablePage(stranger).arrived().match == host.match


@pytest.mark.long
def test_without_javascript_the_front_door_opens_as_well(live_site, visitors):
    page = visitors.enter(live_site, java_script_enabled=False)
    page.goto("/")
    page.get_by_role("button", name="Play the computer now").click()
    page.get_by_role("button", name="Cut the cards").click()
    expect(page.get_by_role("button", name="Lay away 2")).to_be_visible()


@pytest.fixture(scope="module")
def first_pages(live_site, browser):
    """What strangers come to, by their language."""
    visitors = Visitors(browser)
    pages = {language: visitors.enter(live_site, locale=language) for language in ("en", "es", "sw")}
    for page in pages.values():
        page.goto("/")
    yield pages
    visitors.leave()
    assert visitors.complaints == []


@every_language
@every_screen
def test_the_first_screen_says_what_it_is_has_the_button_and_shows_the_table(first_pages, language, viewport):
    page = first_pages[language]
    page.set_viewport_size(viewport)
    site = SitePage(page, language)
    for part in (page.get_by_role("heading", level=1), site.button("Play the computer now")):
        box = part.bounding_box()
        assert box["y"] + box["height"] <= viewport["height"]
    example = page.locator(".example").bounding_box()
    assert example["y"] < viewport["height"] - 100
    assert not site.has_sideways_scroll


@every_language
@every_screen
def test_nothing_on_the_table_of_the_first_page_covers_another(first_pages, language, viewport):
    page = first_pages[language]
    page.set_viewport_size(viewport)
    parts = [".who", ".far-cards", ".region.board", ".said", ".stack", ".laid", ".starter", ".dial", ".hand"]
    boxes = page.evaluate(
        """(parts) => parts.flatMap((part) => [...document.querySelectorAll(`.example ${part}`)].map((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          return [part, left, top, right, bottom];
        }))""",
        parts,
    )
    table = page.locator(".example").bounding_box()
    assert len(boxes) == len(parts) + 1
    for part, left, top, right, bottom in boxes:
        assert table["x"] <= left, part
        assert right <= table["x"] + table["width"], part
        for other, left2, top2, right2, bottom2 in boxes:
            together = {part, other}
            if part == other or together == {".who", ".far-cards"}:
                continue
            is_apart = right <= left2 + 1 or right2 <= left + 1 or bottom <= top2 + 1 or bottom2 <= top + 1
            assert is_apart, (part, other)

"""Two players talk at their table: each reads the own language, nothing lies on cards or button, one tap mutes."""

from itertools import combinations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import TablePage
from tests.browser.positions import BRING
from tests.browser.test_accessibility import stumbling_blocks
from tests.browser.test_layout import CORNERS, SCREENS, Box, around
from tests.browser.visitors import PHONE, Visitors
from tests.live import LiveSite, Player

pytestmark = pytest.mark.browser

PHRASES = {"hello", "good_luck", "well_played", "nice_hand", "sorry", "thanks", "one_moment", "rematch"}


def brought(site: LiveSite, *players: Player, moment: str = "play") -> str:
    match, _who = site.run(BRING, moment=moment, names=[player.name for player in players], terms={})
    return str(match)


def talk(page: Page) -> Locator:
    return page.locator("#region-talk")


def say(table: TablePage, words: str) -> None:
    talk(table.page).get_by_text(table.words("Say something")).click()
    table.button(words).click()


def test_a_phrase_is_at_once_on_both_pages_and_spoken_once_in_the_readers_language(
    live_site: LiveSite, visitors: Visitors
) -> None:
    ana, ben = live_site.players("Ana", "Ben")
    match = brought(live_site, ana, ben)
    anas = TablePage(visitors.enter(live_site, ana)).open(match)
    bens = TablePage(visitors.enter(live_site, ben, locale="es"), "es").open(match)
    assert {button.get_attribute("value") for button in anas.page.locator("[name=phrase]").all()} == PHRASES
    say(anas, "Good luck!")
    expect(talk(anas.page).get_by_role("listitem")).to_have_text("Ana: Good luck!")
    expect(talk(bens.page).get_by_role("listitem")).to_have_text("Ana: ¡Buena suerte!")
    expect(bens.spoken.get_by_text("Ana: ¡Buena suerte!")).to_have_count(1)
    expect(anas.spoken).not_to_contain_text("Good luck")
    expect(anas.page.get_by_text("Say something")).to_be_focused()
    expect(anas.button("Good luck!")).to_be_hidden()
    say(bens, "Thank you!")
    expect(talk(anas.page).get_by_role("listitem").last).to_have_text("Ben: Thank you!")
    expect(bens.spoken.get_by_text("Ana: ¡Buena suerte!")).to_have_count(1)
    anas.page.reload()
    expect(talk(anas.page).get_by_role("listitem")).to_have_count(2)
    expect(anas.spoken).not_to_contain_text("Ben: Thank you!")


@pytest.mark.long
def test_on_a_phone_the_menu_says_that_there_is_something_new_until_it_was_in_sight(
    live_site: LiveSite, visitors: Visitors
) -> None:
    cleo, dora = live_site.players("Cleo", "Dora")
    match = brought(live_site, cleo, dora)
    cleos = TablePage(visitors.enter(live_site, cleo, viewport=PHONE)).open(match)
    doras = TablePage(visitors.enter(live_site, dora)).open(match)
    say(doras, "Hello!")
    news = cleos.page.locator(".more.news")
    expect(news).to_be_visible()
    cleos.open_menu()
    assert stumbling_blocks(cleos.page) == []
    cleos.link("Talk: 1 new").click()
    expect(talk(cleos.page).get_by_text("Dora: Hello!")).to_be_in_viewport()
    expect(news).to_have_count(0)
    expect(cleos.page.get_by_role("link", name="Talk", exact=True)).to_have_count(1)
    cleos.page.reload()
    expect(cleos.page.locator(".more")).to_be_visible()
    expect(news).to_have_count(0)


@pytest.mark.long
def test_one_tap_mutes_and_one_brings_it_back(live_site: LiveSite, visitors: Visitors) -> None:
    eva, fred = live_site.players("Eva", "Fred")
    match = brought(live_site, eva, fred)
    evas = TablePage(visitors.enter(live_site, eva, viewport=PHONE)).open(match)
    freds = TablePage(visitors.enter(live_site, fred)).open(match)
    say(freds, "Hello!")
    expect(talk(evas.page)).to_contain_text("Fred: Hello!")
    evas.button("Mute").click()
    expect(talk(evas.page)).not_to_contain_text("Fred: Hello!")
    say(freds, "Sorry!")
    expect(talk(freds.page)).to_contain_text("Fred: Sorry!")
    say(evas, "Good luck!")
    expect(talk(freds.page)).to_contain_text("Eva: Good luck!")
    expect(evas.spoken).not_to_contain_text("Sorry")
    expect(talk(evas.page)).not_to_contain_text("Fred")
    evas.button("Hear the other again").click()
    expect(talk(evas.page)).to_contain_text("Fred: Sorry!")


def test_free_words_are_written_once_both_want_them_and_a_draft_outlives_what_happens(
    live_site: LiveSite, visitors: Visitors
) -> None:
    gil, hal = live_site.players("Gil", "Hal")
    match = brought(live_site, gil, hal)
    tables = [TablePage(visitors.enter(live_site, player)).open(match) for player in (gil, hal)]
    gils, hals = tables
    for table in tables:
        expect(table.page.get_by_label("Your message")).to_have_count(0)
        table.page.get_by_text("Say something").click()
        table.button("Switch chat on").click()
    draft = gils.page.get_by_label("Your message")
    draft.fill("Shall we play 1 2 3")
    hals.page.get_by_label("Your message").press_sequentially("12 <b>34</b> g?")
    hals.page.get_by_label("Your message").press("Enter")
    expect(talk(gils.page).get_by_text("Hal: 12 <b>34</b> g?")).to_be_visible()
    expect(hals.page.get_by_label("Your message")).to_have_value("")
    before = gils.ply
    player = next(table for table in tables if table.task == "play")
    player.play()
    expect(gils.main).not_to_have_attribute("data-ply", str(before))
    expect(draft).to_have_value("Shall we play 1 2 3")
    draft.press("Enter")
    expect(talk(hals.page).get_by_text("Gil: Shall we play 1 2 3")).to_be_visible()
    expect(draft).to_have_value("")
    assert stumbling_blocks(gils.page) == []


@pytest.mark.long
def test_without_javascript_it_is_said_read_and_muted_by_forms(live_site: LiveSite, visitors: Visitors) -> None:
    ida, jon = live_site.players("Ida", "Jon")
    match = brought(live_site, ida, jon)
    idas = TablePage(visitors.enter(live_site, ida, java_script_enabled=False)).open(match)
    jons = TablePage(visitors.enter(live_site, jon, java_script_enabled=False, viewport=PHONE)).open(match)
    say(idas, "Nice hand!")
    expect(talk(idas.page)).to_contain_text("Ida: Nice hand!")
    jons.open(match)
    expect(talk(jons.page)).to_contain_text("Ida: Nice hand!")
    jons.button("Mark as read").click()
    expect(jons.button("Mark as read")).to_have_count(0)
    jons.button("Mute").click()
    expect(talk(jons.page)).not_to_contain_text("Ida")


@pytest.mark.long
def test_talk_lies_on_nothing_in_any_phase_on_any_screen(live_site: LiveSite, visitors: Visitors) -> None:
    players = live_site.players("Wilhelmina-Rosalinde", "Maximiliana-Theodora")
    table = TablePage(visitors.enter(live_site, players[0]))
    for moment in ("discard", "long pile", "show", "over"):
        table.open(brought(live_site, *players, moment=moment))
        for words in ("One moment, please.", "Well played!", "Nice hand!"):
            say(table, words)
            expect(talk(table.page)).to_contain_text(words)
        table.page.get_by_text("Say something").click()
        for screen, size in SCREENS.items():
            table.page.set_viewport_size(size)
            assert covered(table) == [], f"{moment}, {screen}"
            assert not table.has_sideways_scroll, f"{moment}, {screen}"
            assert size["width"] > 900 or too_small_for_a_thumb(table) == [], f"{moment}, {screen}"


def covered(table: TablePage) -> list[tuple[str, str]]:
    """What of the table lies under the talk or the log, or they on one another."""
    beside = {"talk": talk(table.page), "log": table.page.locator("#region-log")}
    on_the_table = {
        "card": table.page.locator(".felt .card"),
        "button": table.page.locator(".felt :is(.button, .button-quiet)"),
        "count": table.count,
        "board": table.page.get_by_role("img", name="Cribbage board"),
    }
    boxes = {name: box for name, place in beside.items() if (box := around(place)) is not None}
    for name, place in on_the_table.items():
        boxes |= {f"{name} {n}": Box(*corners) for n, corners in enumerate(place.evaluate_all(CORNERS))}
    pairs = combinations(boxes, 2)
    return [(one, other) for one, other in pairs if one in beside and boxes[one].overlaps(boxes[other])]


def too_small_for_a_thumb(table: TablePage) -> list[str]:
    heights = """all => all
      .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 44)
      .map((one) => one.textContent)"""
    small: list[str] = talk(table.page).locator("button, summary").evaluate_all(heights)
    return small

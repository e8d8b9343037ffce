"""Everybody reads the own language, at the same table and at the same moment."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import TablePage, play_until

pytestmark = pytest.mark.browser


def language_of(table: TablePage) -> str | None:
    return table.page.locator("html").get_attribute("lang")


@pytest.mark.long
def test_three_people_at_one_table_read_it_in_three_languages(live_site, visitors):
    (ana,) = live_site.players("Ana", language="es")
    (ben,) = live_site.players("Ben", language="sw")
    match = live_site.match(ana, ben)
    anas = TablePage(visitors.enter(live_site, ana), "es").open(match)
    bens = TablePage(visitors.enter(live_site, ben), "sw").open(match)
    watcher = TablePage(visitors.enter(live_site, locale="en")).open(match)
    tables = [anas, bens, watcher]
    assert [language_of(table) for table in tables] == ["es", "sw", "en"]

    anas.discard()
    lays_away = [table.words("%(name)s lays two cards away.", name="Ana") for table in tables]
    assert len(set(lays_away)) == 3
    for table, sentence in zip(tables, lays_away, strict=True):
        expect(table.spoken).to_contain_text(sentence)  # by the socket
        expect(table.log.last).to_have_text(sentence)

    bens.discard()
    for table in tables:
        expect(table.page.get_by_role("figure", name=table.words("starter"))).to_be_visible()
    assert language_of(anas) == "es"
    # The same game: buttons, cards and counts in each player's own words, to the end of the deal.
    play_until(lambda: "read" in (anas.task, bens.task), anas, bens)
    anas.go_on()
    bens.go_on()


def test_the_foot_changes_the_language_of_the_table_and_of_its_socket(live_site, visitors):
    cleo, dora = live_site.players("Cleo", "Dora")
    match = live_site.match(cleo, dora)
    cleos = TablePage(visitors.enter(live_site, cleo)).open(match)
    doras = TablePage(visitors.enter(live_site, dora)).open(match)
    cleos.page.get_by_role("contentinfo").get_by_role("button", name="Español").click()
    cleos = TablePage(cleos.page, "es").arrived()
    expect(cleos.page.locator("html")).to_have_attribute("lang", "es")
    assert cleos.match == match
    doras.discard()
    expect(cleos.spoken).to_have_text(cleos.words("%(name)s lays two cards away.", name="Dora"))
    cleos.discard()
    assert language_of(doras) == "en"


def test_a_stranger_reads_the_language_of_the_browser(live_site, visitors):
    page = visitors.enter(live_site, locale="sw")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "sw")
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_refusal_comes_in_the_readers_language(live_site, visitors):
    (eve,) = live_site.players("Eve", language="es")
    (fay,) = live_site.players("Fay")
    match = live_site.match(eve, fay)
    page = visitors.enter(live_site, eve, java_script_enabled=False)
    eves = TablePage(page, "es").open(match)
    eves.choose(1)
    eves.mine.get_by_role("button").click()
    sentence = eves.words("Choose two cards to lay away, no more and no less.")
    assert sentence != "Choose two cards to lay away, no more and no less."
    expect(page.get_by_role("status")).to_have_text(sentence)

"""Everything goes by plain forms where a browser runs no scripts."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import LobbyPage, SignUpPage, TablePage, play_until, read_on, reload_until
from tests.live import PASSWORD

pytestmark = pytest.mark.browser


def sign_up(site, visitors, name) -> Page:
    page = visitors.enter(site, java_script_enabled=False)
    SignUpPage(page).sign_up(name, PASSWORD)
    return page


def test_a_newcomer_plays_more_than_a_deal_against_the_computer(live_site, visitors):
    page = sign_up(live_site, visitors, "Ana")
    table = LobbyPage(page).set_table("Easy computer")
    done = set()
    while not {"cut", "discard", "play", "read", "second discard"} <= done:
        task = table.task
        done.add(f"second {task}" if "read" in done and task == "discard" else task)
        table.do(task)
    assert max(table.scores) > 0


def test_each_hand_of_the_show_stays_until_its_reader_goes_on(live_site, visitors):
    page = sign_up(live_site, visitors, "Cleo")
    table = LobbyPage(page).set_table("Club computer")
    play_until(lambda: table.task == "read", table)
    titles = []
    while table.task == "read":
        titles.append(table.show.get_by_role("heading").inner_text())
        page.reload()
        assert table.show.get_by_role("heading").inner_text() == titles[-1]
        table.go_on()
    hands = {"Cleo's hand", "Club (computer)'s hand"}
    assert set(titles[:2]) == hands
    assert titles[2] in {"Cleo's crib", "Club (computer)'s crib"}
    assert titles[2].removesuffix("crib") == titles[1].removesuffix("hand")  # the dealer's hand comes second
    assert table.task == "discard"


def test_two_people_play_a_deal(live_site, visitors):
    dora, emil = sign_up(live_site, visitors, "Dora"), sign_up(live_site, visitors, "Emil")
    doras = LobbyPage(dora).set_table("Send a link")
    emil.goto(doras.mine.get_by_role("textbox").input_value())
    emil.get_by_role("button", name="Sit down").click()
    emils = TablePage(emil).arrived()
    reload_until(lambda: "read" in (doras.task, emils.task), doras, emils)
    read_on(doras, emils)
    assert doras.scores == emils.scores[::-1]
    assert max(doras.scores) > 0


def test_the_page_looks_again_by_itself_only_while_its_reader_waits(live_site, visitors):
    page = sign_up(live_site, visitors, "Fay")
    look_again = page.locator("meta[http-equiv=refresh]")
    table = LobbyPage(page).set_table("Play anyone")
    assert look_again.count() == 0  # while there is something to do, nothing half done is taken away
    table.cut()
    expect(look_again).to_have_attribute("content", "10")


def test_resigning_asks_first(live_site, visitors):
    page = sign_up(live_site, visitors, "Gus")
    table = LobbyPage(page).set_table("Easy computer")
    play_until(lambda: table.task == "play", table)
    table.open_menu()
    table.link("Resign").click()
    table.link("Back to the table").click()
    assert table.task == "play"
    table.open_menu()
    table.link("Resign").click()
    table.button("Resign").click()
    expect(table.heading("Easy (computer) wins.")).to_be_visible()
    expect(table.show).to_contain_text("Gus resigned.")


def test_a_move_without_its_cards_is_told_and_changes_nothing(live_site, visitors):
    page = sign_up(live_site, visitors, "Hal")
    table = LobbyPage(page).set_table("Easy computer")
    play_until(lambda: table.task == "discard", table)
    before = table.ply, table.cards
    table.choose(1, 2, 3)
    table.mine.get_by_role("button").click()
    expect(page.get_by_role("status")).to_have_text("Choose two cards to lay away, no more and no less.")
    assert (table.ply, table.cards) == before

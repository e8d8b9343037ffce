"""Everything goes by plain forms where a browser runs no scripts."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import LobbyPage, SignUpPage, TablePage, play_until, read_on, reload_until
from tests.live import PASSWORD

pytestmark = pytest.mark.browser


def enter(site, visitors, name) -> LobbyPage:
    """The lobby as a player has it who is logged in."""
    (player,) = site.players(name)
    return LobbyPage(visitors.enter(site, player, java_script_enabled=False)).open()


@pytest.mark.long
def test_a_newcomer_plays_more_than_a_deal_against_the_computer(live_site, visitors):
    page = visitors.enter(live_site, java_script_enabled=False)
    SignUpPage(page).sign_up("Ana", PASSWORD)
    table = LobbyPage(page).set_table("Easy computer")
    done = set()
    while not {"cut", "discard", "play", "read", "second discard"} <= done:
        task = table.task
        done.add(f"second {task}" if "read" in done and task == "discard" else task)
        table.do(task)
    assert max(table.scores) > 0


@pytest.mark.long
def test_each_hand_of_the_show_stays_until_its_reader_goes_on(live_site, visitors):
    table = enter(live_site, visitors, "Cleo").set_table("Club computer")
    play_until(lambda: table.task == "read", table)
    titles = []
    while table.task == "read":
        titles.append(table.show.get_by_role("heading").inner_text())
        table.page.reload()
        assert table.show.get_by_role("heading").inner_text() == titles[-1]
        table.go_on()
    hands = {"Cleo's hand", "Club (computer)'s hand"}
    assert set(titles[:2]) == hands
    assert titles[2] in {"Cleo's crib", "Club (computer)'s crib"}
    assert titles[2].removesuffix("crib") == titles[1].removesuffix("hand")  # the dealer's hand comes second
    assert table.task == "discard"


@pytest.mark.long
def test_two_people_play_a_deal(live_site, visitors):
    doras = enter(live_site, visitors, "Dora").set_table("Send a link")
    emil = enter(live_site, visitors, "Emil").page
    emil.goto(doras.mine.get_by_role("textbox").input_value())
    emil.get_by_role("button", name="Sit down").click()
    emils = TablePage(emil).arrived()
    reload_until(lambda: "read" in (doras.task, emils.task), doras, emils)
    read_on(doras, emils)
    assert doras.scores == emils.scores[::-1]
    assert max(doras.scores) > 0


def test_the_page_looks_again_by_itself_only_while_its_reader_waits(live_site, visitors):
    table = enter(live_site, visitors, "Fay").set_table("Play anyone")
    look_again = table.page.locator("meta[http-equiv=refresh]")
    assert look_again.count() == 0  # while there is something to do, nothing half done is taken away
    table.cut()
    expect(look_again).to_have_attribute("content", "10")


@pytest.mark.long
def test_resigning_asks_first(live_site, visitors):
    table = enter(live_site, visitors, "Gus").set_table("Easy computer")
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
    table = enter(live_site, visitors, "Hal").set_table("Easy computer")
    play_until(lambda: table.task == "discard", table)
    before = table.ply, table.cards
    table.choose(1, 2, 3)
    table.mine.get_by_role("button").click()
    expect(table.page.get_by_role("status")).to_have_text("Choose two cards to lay away, no more and no less.")
    assert (table.ply, table.cards) == before

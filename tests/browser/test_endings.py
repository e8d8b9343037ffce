"""How games end otherwise than at the game hole, and how the next one begins."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import LobbyPage, TablePage, play_until
from tests.browser.positions import BRING

pytestmark = pytest.mark.browser


@pytest.fixture
def begin(live_site, visitors):
    """The pages of two players at a new match; both have cut."""

    def open_tables(*names, **terms):
        players = live_site.players(*names)
        match = live_site.match(*players, **terms)
        return [TablePage(visitors.enter(live_site, player)).open(match) for player in players]

    return open_tables


@pytest.mark.long
def test_time_ends_the_game_by_itself_on_both_pages(live_site, visitors):
    names = ["Ana", "Ben"]
    players = live_site.players(*names)
    match, slow = live_site.run(BRING, moment="play", names=names, terms={"allowance": 5, "bank": 1})
    tables = {player.name: TablePage(visitors.enter(live_site, player)).open(match) for player in players}
    (quick,) = set(names) - {slow}
    expect(tables[quick].heading("You win.")).to_be_visible()
    for table in tables.values():
        expect(table.show).to_contain_text(f"The time of {slow} was over.")


@pytest.mark.long
def test_both_agree_to_call_it_off(begin):
    eves, fays = begin("Eve", "Fay")
    eves.open_menu()
    eves.link("Call it off").click()
    eves.button("Call it off").click()
    fays.open_menu()  # it shines, without a reload
    fays.button("Agree to call it off").click()
    for table in (eves, fays):
        expect(table.show).to_contain_text("Both players agreed to call it off.")


@pytest.mark.long
def test_a_game_is_aborted_before_the_first_discard_and_resigned_after(begin):
    guss, hals = begin("Gus", "Hal")
    guss.discard()
    guss.open_menu()
    expect(guss.link("Resign")).to_be_visible()
    expect(guss.link("Abort")).to_have_count(0)
    hals.open_menu()
    hals.link("Abort").click()
    hals.button("Abort").click()
    for table in (guss, hals):
        expect(table.heading("The match ended without a winner.")).to_be_visible()
        expect(table.show).to_contain_text("It was aborted and counts for nobody.")


def test_who_resigns_is_asked_first_and_the_other_wins_at_once(live_site, visitors):
    players = live_site.players("Ida", "Jon")
    match, _who = live_site.run(BRING, moment="play", names=["Ida", "Jon"], terms={})
    idas, jons = (TablePage(visitors.enter(live_site, player)).open(match) for player in players)
    idas.open_menu()
    idas.link("Resign").click()
    expect(idas.page.get_by_role("heading", level=1)).to_contain_text("Do you want to resign?")
    assert jons.task != "over"
    idas.button("Resign").click()
    expect(jons.heading("You win.")).to_be_visible()
    expect(idas.heading("Jon wins.")).to_be_visible()


def test_one_offers_a_rematch_and_the_other_accepts(live_site, visitors):
    names = ["Kim", "Leo"]
    kim, leo = live_site.players(*names)
    match, _reader = live_site.run(BRING, moment="over", names=names, terms={"target": 61})
    kims, leos = (TablePage(visitors.enter(live_site, player)).open(match) for player in (kim, leo))
    old, first_dealer = kims.match, dealer_of_first_deal(live_site, kims.match)
    leos.button("Offer a rematch").click()
    kims.button("Accept the rematch").click()  # it came by the socket
    leos.arrived()
    assert kims.match == leos.match != old
    kims.cut()
    leos.cut()
    for table in (kims, leos):
        expect(table.mine.get_by_role("checkbox")).to_have_count(6)
    assert kims.cut_cards == []
    assert dealer_of_first_deal(live_site, kims.match) == ({"Kim", "Leo"} - {first_dealer}).pop()


DEALER = """
from games.engine.events import DealEvent
from games.models import Match
from games.state import events_of
stored = Match.objects.get(pk=match)
deal = next(event for row in stored.records.all() for event in events_of(row) if isinstance(event, DealEvent))
answer = stored.seats.get(number=deal.dealer).user.username
"""


def dealer_of_first_deal(site, match: str) -> str:
    return site.run(DEALER, match=match)


@pytest.mark.long
def test_the_computer_plays_again_at_once(live_site, visitors):
    (mia,) = live_site.players("Mia")
    table = LobbyPage(visitors.enter(live_site, mia)).open().set_table("Easy computer")
    play_until(lambda: table.task == "play", table)
    table.open_menu()
    table.link("Resign").click()
    table.button("Resign").click()
    old = table.match
    table.button("Offer a rematch").click()
    expect(table.button("Cut the cards")).to_be_visible()
    assert table.match != old

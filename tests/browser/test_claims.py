"""Hands that the players count themselves, by clicks."""

import pytest
from playwright.sync_api import expect

from games.engine import DECK, score_hand
from games.words import card_name
from tests.browser.pages import LobbyPage, TablePage, card_names, play_until
from tests.browser.positions import BRING
from tests.browser.visitors import SMALL_PHONE

pytestmark = pytest.mark.browser

CARDS = {card_name(card): card for card in DECK}


def worth_of_what_is_shown(table: TablePage) -> int:
    """Points of the hand or crib on the table, whose fifth card is the starter."""
    *hand, starter = (CARDS[name] for name in card_names(table.show.locator(".shown-cards")))
    is_crib = table.show.get_by_role("heading").inner_text().endswith("crib")
    return score_hand(hand, starter, crib=is_crib).points


def begin(site, visitors, names, count_mode) -> list[TablePage]:
    """The tables of the two as both have them, pone first, who has a hand to count that is worth something."""
    players = {player.name: player for player in site.players(*names)}
    match, able = site.run(BRING, moment="count", names=list(names), terms={"count_mode": count_mode})
    in_order = sorted(players, key=lambda name: name != able)
    return [TablePage(visitors.enter(site, players[name])).open(match) for name in in_order]


def test_days_are_asked_for_where_days_are_played(live_site, visitors):
    host = visitors.enter(live_site, *live_site.players("Tom"))
    LobbyPage(host).open()
    host.get_by_text("On other terms").click()
    days = [host.get_by_label(label) for label in ("Days a move", "Days in the bank", "A vacation does not stop")]
    for pace, is_slow in (("steady", False), ("slow", True), ("none", False)):
        host.get_by_label("Clock:").select_option(pace)
        for field in days:
            expect(field).to_be_visible(visible=is_slow)
    host.get_by_label("Clock:").select_option("slow")
    host.get_by_label("Days in the bank").fill("999")
    host.get_by_label("Clock:").select_option("none")
    expect(host.get_by_label("Days in the bank")).to_be_visible()  # for the browser will want it mended


@pytest.mark.long
def test_on_own_terms_the_players_count(live_site, visitors):
    """The first opens the table by the long form, the second sits down; they play until a hand is to be counted."""
    host, guest = (visitors.enter(live_site, player) for player in live_site.players("Una", "Vic"))
    hosts = LobbyPage(host).open().set_table_on_own_terms(counting="the players (muggins)")
    guests = LobbyPage(guest).open().sit_down("Una")
    play_until(lambda: "count" in (hosts.task, guests.task), hosts, guests)


def points(value: int) -> str:
    return "1 point" if value == 1 else f"{value} points"


@pytest.mark.long
def test_a_claim_below_the_true_value_scores_the_claim(live_site, visitors):
    pone, dealer = begin(live_site, visitors, ("Ana", "Ben"), "manual")
    score, worth = pone.scores[0], worth_of_what_is_shown(pone)
    claim = max(0, worth - 1)
    pone.claim(claim)
    assert pone.scores[0] == score + claim
    for table in (pone, dealer):
        expect(table.show).to_contain_text(points(worth))
        expect(table.button("Go on")).to_be_visible()


@pytest.mark.long
def test_a_claim_above_the_true_value_scores_the_true_value(live_site, visitors):
    pone, _dealer = begin(live_site, visitors, ("Cleo", "Dora"), "manual")
    score, worth = pone.scores[0], worth_of_what_is_shown(pone)
    pone.claim(29)
    assert pone.scores[0] == score + worth
    expect(pone.show).to_contain_text(points(worth))


def test_the_opponent_takes_what_was_missed_with_muggins(live_site, visitors):
    pone, dealer = begin(live_site, visitors, ("Eve", "Fay"), "muggins")
    worth = worth_of_what_is_shown(pone)
    assert worth > 0
    pone.claim(0)
    expect(dealer.show.get_by_role("spinbutton")).to_be_visible()
    before = dealer.scores[0]
    dealer.call_muggins(worth)
    assert dealer.scores[0] == before + worth
    expect(pone.spoken).to_contain_text("and is right.")


@pytest.mark.long
def test_a_wrong_muggins_scores_nothing_and_the_true_count_is_shown(live_site, visitors):
    pone, dealer = begin(live_site, visitors, ("Gus", "Hal"), "muggins")
    worth = worth_of_what_is_shown(pone)
    pone.claim(worth)
    expect(dealer.show.get_by_role("spinbutton")).to_be_visible()
    expect(dealer.show).not_to_contain_text(points(worth))  # hidden still
    before = dealer.scores[0]
    dealer.call_muggins(29 if worth < 29 else 1)
    assert dealer.scores[0] == before
    expect(dealer.show).to_contain_text(points(worth))
    expect(pone.spoken).to_contain_text("calls muggins for 29 and is wrong.")


@pytest.mark.long
def test_the_opponent_may_let_it_pass(live_site, visitors):
    pone, dealer = begin(live_site, visitors, ("Ida", "Jon"), "muggins")
    worth = worth_of_what_is_shown(pone)
    pone.claim(0)
    expect(dealer.button("Let it pass")).to_be_visible()
    before = dealer.scores[0]
    dealer.let_pass()
    assert dealer.scores[0] == before
    expect(pone.show).to_contain_text(points(worth))


def test_a_tap_on_a_number_claims_it(live_site, visitors):
    pone, _dealer = begin(live_site, visitors, ("Mia", "Ned"), "manual")
    score, worth = pone.scores[0], worth_of_what_is_shown(pone)
    pone.tap_number(worth)
    assert pone.scores[0] == score + worth


def test_muggins_is_called_by_a_tap_on_what_was_missed(live_site, visitors):
    pone, dealer = begin(live_site, visitors, ("Oda", "Pit"), "muggins")
    pone.tap_number(0)
    expect(dealer.heading("Muggins?")).to_be_visible()
    expect(dealer.show).to_contain_text("Oda claims 0." if pone.near.get_by_text("Oda").count() else "Pit claims 0.")
    dealer.tap_number(29)
    expect(pone.spoken).to_contain_text("calls muggins for 29")


@pytest.mark.long
@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_tapped_combinations_add_up_to_the_claim(live_site, visitors, java_script_enabled):
    """Every pair of cards is put forward; what counts is summed, and the sum is what is claimed."""
    names = ("Quin", "Rosa") if java_script_enabled else ("Sam", "Tess")
    players = live_site.players(*names)
    match, able = live_site.run(BRING, moment="count", names=list(names), terms={"count_mode": "manual"})
    player = next(player for player in players if player.name == able)
    page = visitors.enter(live_site, player, viewport=SMALL_PHONE, java_script_enabled=java_script_enabled)
    table = TablePage(page).open(match)
    *hand, starter = (CARDS[name] for name in card_names(table.show.locator(".shown-cards")))
    pairs = [reason for reason in score_hand(hand, starter).reasons if len(reason.cards) == 2]
    table.button("By combinations").click()
    for reason in pairs:
        table.put_forward(*map(card_name, reason.cards))
    total = sum(reason.points for reason in pairs)
    if java_script_enabled and pairs:
        expect(table.spoken).to_contain_text("Right: ")
    before = table.scores[0]
    table.button("Count %(points)s", points=total).click()
    expect(table.button("Go on")).to_be_visible()
    assert table.scores[0] == before + total


@pytest.mark.long
def test_no_claim_is_sent_that_is_no_number_of_points(live_site, visitors):
    pone, _dealer = begin(live_site, visitors, ("Kim", "Leo"), "manual")
    for nonsense in ("", "30", "-1"):
        pone.show.get_by_role("spinbutton").fill(nonsense)
        pone.button("Count").click()
        assert pone.task == "count"
    pone.claim(0)

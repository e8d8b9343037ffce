"""A socket that is gone for a while loses nothing: the page says so, plays on by forms, and comes back by itself."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.lines import LOSSES, Line
from tests.browser.pages import COME_BACK, GO_AWAY, TablePage, play_until, read_on, reload_until, wait_until

pytestmark = pytest.mark.browser

DISCARDS = """
from games.models import MoveRecord
answer = MoveRecord.objects.filter(match_id=match, kind="discard").count()
"""
RESIGN = """
from django.utils import timezone
from accounts.models import User
from games.services import endings
answer = endings.resign(match, User.objects.get(username=name), timezone.now())
"""
KEPT = "table => `kept ${table.dataset.match} ${table.dataset.player}`"
AT_ONCE = 2_000  # milliseconds: sooner than any of the page's own waits could do it


@pytest.fixture
def begin(live_site, visitors):
    """Opens both tables of a new match, and lays a line to the first, whose clock can be put forward; both have cut."""

    def open_tables(*names, **about):
        players = live_site.players(*names)
        match = live_site.match(*players)
        pages = [visitors.enter(live_site, player, **about) for player in players]
        pages[0].clock.install()
        line = Line(pages[0])
        return [line.open(match), TablePage(pages[1]).open(match), line]

    return open_tables


def far_cards(table: TablePage):
    return table.far.locator(".card")


def test_the_page_says_so_and_comes_back_with_what_happened_meanwhile(begin):
    anas, bens, line = begin("Ana", "Ben")
    line.cut()
    expect(anas.reconnecting).to_be_visible()
    bens.discard()
    assert far_cards(anas).count() == 6
    line.mend()
    expect(far_cards(anas)).to_have_count(4)
    expect(anas.reconnecting).to_be_hidden()
    assert anas.task == "discard"


@pytest.mark.long
def test_what_was_changed_and_changed_back_while_the_line_was_cut_is_shown_as_it_is(begin):
    """Once anything was brought, what the page came with is no longer what it shows."""
    mias, _neds, line = begin("Mel", "Nia")
    mias.button("Mute").click()
    expect(mias.button("Hear the other again")).to_be_visible()
    line.cut()
    tab = TablePage(mias.page.context.new_page()).open(mias.match)
    tab.button("Hear the other again").click()
    expect(tab.button("Mute")).to_be_visible()
    line.mend()
    expect(mias.button("Mute")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("is_whole", [False, pytest.param(True, marks=pytest.mark.long)], ids=["begun", "whole"])
def test_moves_go_by_forms_while_there_is_no_socket(begin, is_whole):
    """A deal is begun by them, or played to its end."""
    cleos, doras, line = begin(f"Cleo{is_whole}", f"Dora{is_whole}")
    line.cut()
    doras.discard()
    cleos.discard(1, 6)
    expect(cleos.hand).to_have_count(4)
    reload_until(lambda: cleos.laid.count() == 2, cleos, doras)
    if not is_whole:
        return
    reload_until(lambda: "read" in (cleos.task, doras.task), cleos, doras)
    read_on(cleos, doras)
    assert cleos.scores == doras.scores[::-1]


@pytest.mark.long
def test_a_socket_that_is_dead_without_a_word_is_found_out_on_return(begin):
    """A phone that slept: its socket looks open and carries nothing any more."""
    eves, fays, line = begin("Eve", "Fay")
    eves.page.evaluate(GO_AWAY)
    line.state = "dead"
    fays.discard()
    wait_until(lambda: line.lost > 0, eves.page)
    line.mend()
    eves.page.evaluate(COME_BACK)
    expect(far_cards(eves)).to_have_count(4)


@pytest.mark.long
def test_on_return_the_page_does_not_wait_for_its_next_attempt(begin):
    guss, hals, line = begin("Gus", "Hal")
    line.cut()
    while line.attempts < 7:  # the waits in between grow to ten seconds
        guss.page.clock.fast_forward(10_000)
    hals.discard()
    line.mend()
    guss.page.evaluate(COME_BACK)
    expect(far_cards(guss)).to_have_count(4, timeout=AT_ONCE)


@pytest.mark.long
def test_an_update_that_got_lost_is_healed_by_the_next_ping(begin):
    idas, jons, line = begin("Ida", "Jon")
    line.state = "deaf"
    jons.discard()
    wait_until(lambda: line.lost > 0, idas.page)
    line.mend()
    idas.page.clock.fast_forward(25_000)
    expect(far_cards(idas)).to_have_count(4, timeout=AT_ONCE)


@pytest.mark.long
def test_what_came_to_a_hidden_tab_is_shown_without_pauses(begin):
    """On return nobody watches an old deal at the pace of the cards: all of it is there."""
    kims, leos, _line = begin("Kim", "Leo", paced=True)
    kims.discard()
    kims.page.clock.pause_at(kims.page.evaluate("Date.now()") + 1_000)
    kims.page.evaluate(GO_AWAY)
    leos.discard()
    expect(kims.starter).to_be_visible()
    expect(leos.starter).to_be_visible()


@pytest.mark.long
def test_a_device_without_a_network_says_so_and_takes_up_again(begin, visitors):
    visitors.expected += LOSSES
    mias, neds, _line = begin("Mia", "Ned")
    mias.page.context.set_offline(True)
    expect(mias.reconnecting).to_be_visible()
    neds.discard()
    mias.page.context.set_offline(False)
    expect(far_cards(mias)).to_have_count(4, timeout=AT_ONCE)
    expect(mias.reconnecting).to_be_hidden()


@pytest.mark.long
def test_a_move_that_is_made_off_line_is_sent_once_when_the_line_is_back(begin, visitors, live_site):
    visitors.expected += LOSSES
    mias, neds, _line = begin("Moe", "Nan")
    mias.page.context.set_offline(True)
    expect(mias.reconnecting).to_be_visible()
    mias.choose(1, 2)
    mias.mine.get_by_role("button").click()  # which leads to no page of the browser's own
    mias.mine.get_by_role("button").click(force=True)
    expect(mias.notice).to_contain_text("Your move is kept")
    mias.page.context.set_offline(False)
    expect(mias.hand).to_have_count(4)
    expect(mias.notice).to_be_hidden()
    expect(neds.page.locator("#region-log")).to_contain_text("lays two cards away")
    assert live_site.run(DISCARDS, match=mias.match) == 1


def test_a_move_that_is_made_off_line_outlives_its_page(begin, visitors, live_site):
    visitors.expected += LOSSES
    mias, neds, _line = begin("Mae", "Nic")
    mias.page.context.set_offline(True)
    expect(mias.reconnecting).to_be_visible()
    mias.choose(1, 2)
    mias.mine.get_by_role("button").click()
    expect(mias.notice).to_contain_text("Your move is kept")
    match = mias.match
    mias.page.goto("about:blank")
    mias.page.context.set_offline(False)
    for _visit in range(2):
        mias.open(match)
        expect(mias.hand).to_have_count(4)
        expect(mias.notice).to_be_hidden()
        assert live_site.run(DISCARDS, match=match) == 1
    expect(neds.page.locator("#region-log")).to_contain_text("lays two cards away")


@pytest.mark.long
def test_what_is_kept_but_is_no_move_any_more_leaves_the_page_as_it_is(begin, live_site):
    owens, _pias, _line = begin("Owen", "Pia")
    key = owens.main.evaluate(KEPT)
    decision = owens.page.locator("input[name=decision]").input_value()
    for kept in ("{", "null", "5", '"x"', "[]", "{}", '{"type":"move"}', f'{{"decision":"{decision}"}}', "{" * 9000):
        remember(owens, key, kept)
        expect(owens.page.locator("html.live")).to_be_attached()
        assert owens.page.evaluate("key => localStorage.getItem(key)", key) is None, kept
    foreign = {"type": "move", "action": "discard", "cards": ["XX", "5H"], "decision": decision}
    for kept in (foreign, foreign | {"action": "sing"}, foreign | {"move_id": "me"}, foreign | {"cards": None}):
        remember(owens, key, json.dumps(kept))
        expect(owens.notice).to_be_visible()
        wait_until(lambda: owens.page.evaluate("key => localStorage.getItem(key)", key) is None, owens.page)
    assert live_site.run(DISCARDS, match=owens.match) == 0
    owens.discard()


def remember(table: TablePage, key: str, kept: str) -> None:
    """As if the browser had kept this, for the next page of the table."""
    table.page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [key, kept])
    table.page.reload()


@pytest.mark.long
def test_a_kept_move_waits_for_its_own_player_in_a_browser_that_two_share(begin, visitors, live_site):
    visitors.expected += LOSSES
    ritas, sols, _line = begin("Rita", "Sol")
    players = {"Sol": sols.page.context.cookies(), "Rita": ritas.page.context.cookies()}
    ritas.page.context.set_offline(True)
    expect(ritas.reconnecting).to_be_visible()
    ritas.choose(1, 2)
    ritas.mine.get_by_role("button").click()
    expect(ritas.notice).to_contain_text("Your move is kept")
    match = ritas.match
    ritas.page.goto("about:blank")
    ritas.page.context.set_offline(False)
    for name, cards in (("Sol", 6), ("Rita", 4)):
        ritas.page.context.add_cookies(players[name])
        ritas.open(match)
        expect(ritas.near).to_contain_text(name)
        expect(ritas.hand).to_have_count(cards)
        expect(ritas.notice).to_be_hidden()
    assert live_site.run(DISCARDS, match=match) == 1


@pytest.mark.long
def test_a_move_whose_line_breaks_before_its_answer_goes_once_more_by_the_next(begin, visitors, live_site):
    visitors.expected += LOSSES
    ollis, pams, line = begin("Olli", "Pam")
    ollis.choose(1, 2)
    line.state = "dead"
    ollis.mine.get_by_role("button").click()
    wait_until(lambda: line.lost > 0, ollis.page)
    ollis.page.context.set_offline(True)
    line.cut()
    ollis.page.clock.fast_forward(6_000)
    expect(ollis.reconnecting).to_be_visible()
    line.mend()
    ollis.page.context.set_offline(False)
    expect(ollis.hand).to_have_count(4)
    expect(pams.page.locator("#region-log")).to_contain_text("lays two cards away")
    assert live_site.run(DISCARDS, match=ollis.match) == 1


@pytest.mark.long
def test_a_move_by_a_line_that_is_dead_without_a_word_goes_once_more_by_another(begin, live_site):
    quins, _rays, line = begin("Quin", "Ray")
    quins.choose(1, 2)
    line.let_die()
    quins.mine.get_by_role("button").click()
    wait_until(lambda: line.lost > 0, quins.page)
    quins.page.clock.fast_forward(6_000)
    expect(quins.hand).to_have_count(4)
    assert live_site.run(DISCARDS, match=quins.match) == 1


@pytest.mark.long
def test_a_move_that_the_whole_table_crossed_is_still_on_its_way(begin, visitors, live_site):
    """The line comes back, brings the table and breaks before it takes the move."""
    visitors.expected += LOSSES
    sams, _tess, line = begin("Sam", "Tess")
    line.state = "dead"
    sams.choose(1, 2)
    sams.mine.get_by_role("button").click()
    wait_until(lambda: line.lost > 0, sams.page)
    line.state = "mute"
    lost, attempts = line.lost, line.attempts
    sams.page.clock.fast_forward(6_000)
    wait_until(lambda: line.attempts > attempts and line.lost > lost, sams.page)
    expect(sams.hand).to_have_count(6)
    line.cut()
    line.mend()
    sams.page.clock.fast_forward(2_000)
    expect(sams.hand).to_have_count(4)
    assert live_site.run(DISCARDS, match=sams.match) == 1


@pytest.mark.long
def test_what_is_kept_for_a_table_that_is_over_by_then_is_told(begin, visitors, live_site):
    visitors.expected += LOSSES
    unas, _vics, _line = begin("Una", "Vic")
    unas.page.context.set_offline(True)
    expect(unas.reconnecting).to_be_visible()
    unas.choose(1, 2)
    unas.mine.get_by_role("button").click()
    expect(unas.notice).to_contain_text("Your move is kept")
    live_site.run(RESIGN, match=unas.match, name="Vic")
    unas.page.context.set_offline(False)
    expect(unas.notice).to_contain_text("The match is over")
    assert unas.task == "over"
    assert live_site.run(DISCARDS, match=unas.match) == 0


@pytest.mark.long
def test_the_site_is_killed_and_started_again_in_mid_deal(own_site, visitors):
    visitors.expected += LOSSES
    players = own_site.players("Ana", "Ben")
    match = own_site.match(*players)
    anas, bens = (TablePage(visitors.enter(own_site, player)).open(match) for player in players)
    play_until(lambda: anas.ply == bens.ply and "play" in (anas.task, bens.task), anas, bens)
    before = anas.ply, anas.scores, anas.cards, bens.cards
    own_site.kill()
    expect(anas.reconnecting).to_be_visible()
    expect(bens.reconnecting).to_be_visible()
    own_site.start()
    expect(anas.reconnecting).to_be_hidden()
    expect(bens.reconnecting).to_be_hidden()
    assert (anas.ply, anas.scores, anas.cards, bens.cards) == before
    play_until(lambda: "read" in (anas.task, bens.task), anas, bens)
    read_on(anas, bens)
    assert anas.scores == bens.scores[::-1]

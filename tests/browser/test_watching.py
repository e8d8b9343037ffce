"""Whoever only looks on sees the table live, and no card that lies face down, wherever one looks."""

import re

import pytest
from playwright.sync_api import expect

from games.engine import DECK
from games.words import card_name
from tests.browser.pages import TablePage, wait_until

pytestmark = pytest.mark.browser

CODES = {card_name(card): str(card) for card in DECK}


def hidden_cards_in(text: str, hidden: set[str]) -> list[str]:
    """Which of these cards a text names, in words or as "5H"."""
    return [name for name in hidden if name in text or re.search(rf"\b{CODES[name]}\b", text)]


@pytest.mark.long
def test_a_watcher_sees_the_table_live_and_no_hidden_card_anywhere(live_site, visitors):
    ana, ben = live_site.players("Ana", "Ben")
    match = live_site.match(ana, ben)
    players = [TablePage(visitors.enter(live_site, player)).open(match) for player in (ana, ben)]
    received: list[str] = []
    page = visitors.enter(live_site)
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(str(frame))))
    watcher = TablePage(page).open(match)
    wait_until(lambda: bool(received), page)

    cut = set(watcher.cut_cards)
    assert len(cut) in (2, 4, 6)  # ties are cut again
    laid_away: set[str] = set()
    while "read" not in [player.task for player in players]:
        hidden = laid_away | {card for player in players for card in player.cards}
        assert len(hidden) >= 4
        assert hidden_cards_in(page.content(), hidden - cut) == []
        assert hidden_cards_in("".join(received), hidden - cut) == []
        mover = next(player for player in players if player.task)
        before = set(mover.cards)
        is_discard = mover.task == "discard"
        mover.do(mover.task)
        if is_discard:
            laid_away |= before - set(mover.cards)
        wait_until(lambda: players[0].ply == players[1].ply <= watcher.ply, page)
    assert len(laid_away) == 4


def test_a_watcher_has_nothing_to_press(live_site, visitors):
    cleo, dora = live_site.players("Cleo", "Dora")
    match = live_site.match(cleo, dora)
    watcher = TablePage(visitors.enter(live_site)).open(match)
    expect(watcher.far.locator(".card")).to_have_count(6)
    assert watcher.task == ""
    assert watcher.main.get_by_role("button").count() == watcher.main.get_by_role("checkbox").count() == 0
    assert watcher.main.get_by_role("link").all_inner_texts() == ["Dora", "Cleo"]


def test_the_table_of_a_link_is_not_to_be_watched(live_site, visitors):
    eve, fay, gus = live_site.players("Eve", "Fay", "Gus")
    match = live_site.match(eve, fay, opponent="link")
    page = visitors.enter(live_site, gus)
    visitors.expected.append("404")
    page.goto(f"/table/{match}/")
    assert page.locator("#table").count() == 0

"""Two people who have never been here sign up, meet and play to the game hole by clicks."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import LobbyPage, SignUpPage, TablePage, play_until
from tests.browser.visitors import PHONE
from tests.browser.whole_games import LONGEST_GAME, STORED, VERIFY
from tests.live import PASSWORD

pytestmark = pytest.mark.browser


def meet(site, visitors):
    """Ana and Ben sign up, and Ben sits down at Ana's table: the tables as both have them."""
    ana, ben = visitors.enter(site), visitors.enter(site, paced=True, viewport=PHONE, has_touch=True)
    SignUpPage(ana).sign_up("Ana", PASSWORD)
    SignUpPage(ben).sign_up("Ben", PASSWORD)
    lobby = LobbyPage(ben)
    expect(lobby.table_of("Ana")).to_have_count(0)
    anas = LobbyPage(ana).set_table("Play anyone")
    expect(lobby.table_of("Ana")).to_be_visible()  # without a reload
    bens = lobby.sit_down("Ana")
    expect(anas.far).to_contain_text("Ben")
    return anas, bens


def test_two_newcomers_sign_up_meet_in_the_lobby_and_score(live_site, visitors):
    anas, bens = meet(live_site, visitors)
    play_until(lambda: "play" in (anas.task, bens.task), anas, bens)
    anas.page.reload()
    play_until(lambda: max(anas.scores) > 0 and anas.scores == bens.scores[::-1], anas, bens)


@pytest.mark.long
def test_two_newcomers_play_to_121(own_site, visitors):
    anas, bens = meet(own_site, visitors)
    play_until(lambda: min(anas.scores) > 0, anas, bens)
    bens.page.emulate_media(reduced_motion="reduce")
    anas.page.goto("/")
    anas.page.go_back()
    anas.page.go_forward()
    anas.page.go_back()
    play_until(lambda: anas.task == bens.task == "over", anas, bens, longest=LONGEST_GAME)

    stored = own_site.run(STORED, match=anas.match)
    assert stored["status"] == "finished"
    assert stored["reason"] == "target"
    assert max(stored["scores"]) == stored["scores"][stored["winner"]] == 121
    assert anas.scores == tuple(stored["scores"])
    assert bens.scores == anas.scores[::-1]
    winner, loser = (anas, bens) if stored["winner"] == 0 else (bens, anas)
    lost = min(stored["scores"])
    expect(winner.heading("You win by 121 to %(lost)d.", lost=lost)).to_be_visible()
    expect(loser.show).to_contain_text(f"you lose by {lost} to 121.")
    assert own_site.run(VERIFY) == "1 matches verified, no faults.\n"


@pytest.mark.long
def test_the_opponent_is_told_of_the_table_in_the_lobby(live_site, visitors):
    """Whoever went back to the lobby learns there that somebody sat down."""
    cleo, dora = (visitors.enter(live_site, player) for player in live_site.players("Cleo", "Dora"))
    LobbyPage(cleo).open().set_table("Play anyone")
    lobby = LobbyPage(cleo).open()
    LobbyPage(dora).open().sit_down("Cleo")
    notice = cleo.get_by_role("alert")
    expect(notice).to_contain_text("Somebody has sat down at your table.")
    notice.get_by_role("link", name="To the table").click()
    expect(TablePage(lobby.page).far).to_contain_text("Dora")

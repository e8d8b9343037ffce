"""Twice is once: clicks, keys and forms that come again, and pages of the past."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import LobbyPage, TablePage, play_until
from tests.browser.positions import BRING

pytestmark = pytest.mark.browser

RECORDS = """
from games.models import MoveRecord
answer = list(MoveRecord.objects.filter(match_id=match, seat=seat).order_by("ply").values_list("kind", flat=True))
"""


@pytest.fixture
def begin(live_site, visitors):
    """Opens the tables of two players, who both have cut."""

    def open_tables(*names, **about):
        players = live_site.players(*names)
        match = live_site.match(*players)
        return [TablePage(visitors.enter(live_site, player, **about)).open(match) for player in players]

    return open_tables


def moves(site, table, seat=0) -> list[str]:
    return site.run(RECORDS, match=table.match, seat=seat)


@pytest.fixture
def to_play(live_site, visitors):
    """Which of two players has to play a card: the seat; then that one's table and the other's."""

    def open_tables(*names):
        players = {player.name: player for player in live_site.players(*names)}
        match, able = live_site.run(BRING, moment="play", names=list(names), terms={})
        in_order = sorted(players, key=lambda name: name != able)
        tables = [TablePage(visitors.enter(live_site, players[name])).open(match) for name in in_order]
        return names.index(able), *tables

    return open_tables


def test_two_quick_clicks_on_a_card_play_it_once(live_site, to_play):
    seat, own, other = to_play("Ana", "Ben")
    before = moves(live_site, own, seat)
    own.hand.get_by_role("button").first.dblclick(delay=0)
    expect(own.hand).to_have_count(3)
    play_until(lambda: own.task != "" and own.ply == other.ply, other)
    assert moves(live_site, own, seat) == [*before, "play"]
    expect(own.notice).to_be_hidden()  # and nobody is told off for it


@pytest.mark.long
def test_two_cards_clicked_in_one_breath_are_one_move(live_site, to_play):
    seat, own, other = to_play("Cleo", "Dora")
    before = moves(live_site, own, seat)
    own.page.evaluate("document.querySelectorAll('.lay').forEach((card) => card.click())")
    expect(own.hand).to_have_count(3)
    play_until(lambda: own.task != "" and own.ply == other.ply, other)
    assert moves(live_site, own, seat) == [*before, "play"]
    expect(own.notice).to_be_hidden()


@pytest.mark.long
def test_enter_twice_lays_away_once_and_plays_nothing(live_site, begin):
    eves, fays = begin("Eve", "Fay")
    fays.discard()
    for key in ("1", "2", "Enter", "Enter"):
        eves.page.keyboard.press(key)
    expect(eves.starter).to_be_visible()
    expect(eves.notice).to_be_hidden()
    assert moves(live_site, eves) == ["cut", "discard"]


@pytest.mark.long
def test_enter_held_down_goes_on_by_one_hand(live_site, visitors):
    """A key that repeats is no new press."""
    gus, _hal = live_site.players("Gus", "Hal")
    match, _who = live_site.run(BRING, moment="show", names=["Gus", "Hal"], terms={})
    guss = TablePage(visitors.enter(live_site, gus)).open(match)
    first = guss.show.get_by_role("heading").inner_text()
    guss.page.keyboard.down("Enter")
    guss.page.keyboard.down("Enter")
    expect(guss.show.get_by_role("heading")).not_to_have_text(first)
    second = guss.show.get_by_role("heading").inner_text()
    for _ in range(3):  # the button that has the focus now is that of the next hand
        guss.page.keyboard.down("Enter")
    guss.page.keyboard.up("Enter")
    guss.page.reload()
    assert guss.show.get_by_role("heading").inner_text() == second
    guss.go_on()
    assert guss.show.get_by_role("heading").inner_text().endswith("crib")
    assert second.endswith("hand")


@pytest.mark.long
def test_a_press_dragged_off_the_button_is_none(live_site, begin):
    idas, _jons = begin("Ida", "Jon")
    idas.choose(1, 2)
    button = idas.mine.get_by_role("button")
    box = button.bounding_box()
    mouse = idas.page.mouse
    mouse.move(box["x"] + 20, box["y"] + 20)
    mouse.down()
    mouse.move(box["x"] + 20, box["y"] - 200)
    mouse.up()
    idas.page.reload()
    assert idas.task == "discard"
    assert moves(live_site, idas) == ["cut"]


@pytest.mark.long
def test_a_drag_from_card_to_card_chooses_none(begin):
    kims, _leos = begin("Kim", "Leo")
    kims.hand.nth(0).locator(".card").drag_to(kims.hand.nth(4).locator(".card"))
    expect(kims.mine.get_by_role("checkbox", checked=True)).to_have_count(0)


@pytest.mark.long
def test_a_third_card_takes_the_place_of_the_first(begin):
    mias, _neds = begin("Mia", "Ned")
    mias.choose(1, 4, 6)
    chosen = [box.is_checked() for box in mias.mine.get_by_role("checkbox").all()]
    assert chosen == [False, False, False, True, False, True]


def test_the_back_button_after_a_move_shows_the_table_of_now(live_site, begin):
    olas, pias = begin("Ola", "Pia")
    olas.discard()
    olas.page.goto("/")
    pias.discard()
    olas.page.go_back()
    expect(olas.starter).to_be_visible()
    assert len(olas.cards) == 4


@pytest.mark.long
def test_a_form_that_is_sent_again_counts_once(live_site, begin):
    """Back to the page of a form, and the same form once more."""
    quins, roys = begin("Quin", "Roy", java_script_enabled=False)
    quins.discard(1, 2)
    kept = quins.cards
    quins.page.go_back()
    quins.page.reload()
    assert quins.cards == kept
    roys.discard()
    quins.page.reload()
    assert moves(live_site, quins) == ["cut", "discard"]


@pytest.mark.long
def test_the_same_move_by_an_old_page_is_answered_as_before(live_site, visitors):
    sam, tess = live_site.players("Sam", "Tess")
    match = live_site.match(sam, tess)
    pages = [visitors.enter(live_site, sam, java_script_enabled=False) for _ in range(2)]
    first, second = (TablePage(page).open(match) for page in pages)
    first.discard(1, 2)
    second.discard(1, 2)
    assert second.page.get_by_role("status").count() == 0  # no reproach: it is done
    assert second.cards == first.cards
    assert moves(live_site, first) == ["cut", "discard"]


@pytest.mark.long
def test_two_clicks_on_sit_down_sit_down_once(live_site, visitors):
    uma, vic = live_site.players("Uma", "Vic")
    match = LobbyPage(visitors.enter(live_site, uma)).open().set_table("Play anyone").match
    lobby = LobbyPage(visitors.enter(live_site, vic)).open()
    lobby.table_of("Uma").get_by_role("button", name="Sit down").dblclick()
    vics = TablePage(lobby.page).arrived()
    expect(vics.far).to_contain_text("Uma")
    assert vics.match == match
    assert vics.page.get_by_role("status").count() == 0

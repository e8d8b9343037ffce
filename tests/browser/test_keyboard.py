"""The keyboard alone plays, focus stays at the table, and everything is spoken once."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import LONGEST_DEAL, MARK, TablePage, play_until, wait_until
from tests.browser.positions import BRING, PLAY_OUT

pytestmark = pytest.mark.browser

HAS_FOCUS = "document.activeElement !== document.body"
KEYS = {"cut": ["Enter"], "discard": ["6", "1", "Enter"], "go": ["g"], "read": ["Enter"]}


class Typist:
    """Plays by keys alone."""

    def __init__(self, table: TablePage) -> None:
        self.table = table
        self.used: set[str] = set()

    def do(self, task: str) -> None:
        page = self.table.page
        before = page.evaluate(MARK)
        for key in KEYS.get(task) or [self._place_of_a_card_that_fits()]:
            page.keyboard.press(key)
            self.used.add(key)
        page.wait_for_function(f"(before) => ({MARK})() !== before", arg=before)
        assert page.evaluate(HAS_FOCUS), task

    def _place_of_a_card_that_fits(self) -> str:
        fits = [button.is_enabled() for button in self.table.hand.get_by_role("button").all()]
        return str(fits.index(True) + 1)


def test_a_deal_is_played_by_keys_alone(live_site, visitors):
    ana, ben = live_site.players("Ana", "Ben")
    match = live_site.match(ana, ben, cut=False)
    anas, bens = (TablePage(visitors.enter(live_site, player)).open(match) for player in (ana, ben))
    typist = Typist(anas)

    def play() -> bool:
        own, other = anas.task, bens.task
        if "read" in (own, other):  # the first of the two whose page has come to the show
            return True
        if other:
            bens.do(other)
            if typist.used:
                assert anas.page.evaluate(HAS_FOCUS)  # whatever the opponent's move brought
        elif own:
            typist.do(own)
        return False

    wait_until(play, anas.page, LONGEST_DEAL)
    wait_until(lambda: anas.task == "read", anas.page)
    while anas.task == "read":
        typist.do("read")
    assert anas.task == "discard"
    assert typist.used >= {"6", "1", "Enter"}


@pytest.mark.long
def test_go_is_said_by_a_key(live_site, visitors):
    players = {player.name: player for player in live_site.players("Cleo", "Dora")}
    match, name = live_site.run(BRING, moment="go", names=list(players), terms={})
    tables = {player: TablePage(visitors.enter(live_site, players[player])).open(match) for player in players}
    speaker = tables.pop(name)
    (listener,) = tables.values()
    expect(speaker.button("Go")).to_be_visible()
    speaker.page.keyboard.press("G")
    expect(speaker.button("Go")).to_have_count(0)
    expect(listener.spoken).to_contain_text(f"{name} says go.")


def test_the_tab_key_leads_from_card_to_card_to_the_button(live_site, visitors):
    eve, fay = live_site.players("Eve", "Fay")
    table = TablePage(visitors.enter(live_site, eve)).open(live_site.match(eve, fay))
    page = table.page
    table.mine.get_by_role("checkbox").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    for _card in range(4):
        page.keyboard.press("Tab")
    expect(table.mine.get_by_role("button")).to_be_focused()
    kept = [card for place, card in enumerate(table.cards) if place not in (0, 2)]
    page.keyboard.press("Enter")
    expect(table.hand).to_have_count(4)
    assert table.cards == kept


@pytest.mark.long
def test_every_event_of_a_deal_is_spoken_once(live_site, visitors):
    gil, hal = live_site.players("Gil", "Hal")
    match = live_site.match(gil, hal)
    gils, hals = (TablePage(visitors.enter(live_site, player)).open(match) for player in (gil, hal))
    play_until(lambda: "read" in (gils.task, hals.task), gils, hals)
    wait_until(lambda: gils.task == "read", gils.page)
    for _hand in ("hand", "crib"):
        gils.go_on()
    told = gils.log.all_inner_texts()
    spoken = gils.spoken.get_by_role("paragraph").all_inner_texts()
    assert len(spoken) >= 20
    assert spoken == told[-len(spoken) :]
    assert not {"Deal 1: Gil deals.", "Deal 1: Hal deals."} & set(spoken)  # that was so when the page came


@pytest.mark.long
def test_a_page_that_comes_anew_speaks_only_of_what_happens_then(live_site, visitors):
    ida, jon = live_site.players("Ida", "Jon")
    match = live_site.match(ida, jon)
    idas, jons = (TablePage(visitors.enter(live_site, player)).open(match) for player in (ida, jon))
    jons.discard()
    expect(idas.spoken).to_contain_text("Jon lays two cards away.")
    idas.page.reload()
    idas.discard()
    expect(idas.spoken).to_contain_text("Ida lays two cards away.")
    assert "Jon lays" not in idas.spoken.inner_text()  # he may well score two for his heels


@pytest.mark.parametrize("where", ["", "replay/"])
def test_a_question_mark_lists_the_keys_and_nothing_is_played_meanwhile(live_site, visitors, where):
    name = f"Kit-{where.strip('/')}".strip("-")
    players = live_site.players(name, f"{name}-2")
    run = {"names": [player.name for player in players], "seed": 3, "moment": "discard", "terms": {}}
    match = live_site.run(PLAY_OUT, **run) if where else live_site.run(BRING, **run)[0]
    page = visitors.enter(live_site, players[0])
    page.goto(f"/table/{match}/{where}")
    keys = page.get_by_role("dialog", name="Keys")
    expect(page.locator("html.live")).to_be_attached()
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    page.keyboard.press("1")
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(0)
    page.keyboard.press("?")
    expect(keys).to_be_hidden()
    page.keyboard.press("?")
    keys.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()

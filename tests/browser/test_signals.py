"""A table tells its player what happens by sounds, a buzz, a notification: as chosen, never before the player acts."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import SettingsPage, TablePage, play_until, wait_until

pytestmark = pytest.mark.browser

# Notes what would be heard, felt and notified. A tone has a pitch, a rustle has none.
NOTE = """
window.told = [];
for (const name of ["OscillatorNode", "AudioBufferSourceNode"]) {
  const start = window[name].prototype.start;
  window[name].prototype.start = function (...when) {
    told.push(this.frequency ? `tone ${Math.round(this.frequency.value)}` : "rustle");
    return start.apply(this, when);
  };
}
Navigator.prototype.vibrate = () => Boolean(told.push("buzz"));
ServiceWorkerRegistration.prototype.showNotification = async (title, about) =>
  void told.push(`notice: ${title} ${about.body} ${about.data}`);
"""
HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
TURN = "tone 587"  # the first of two
CARD = "rustle"


@pytest.fixture
def browser(browser_with_windows):
    return browser_with_windows


@pytest.fixture
def begin(live_site, visitors):
    """Opens both tables of a new match; the first player has these wishes."""

    def open_tables(*names, **wishes):
        first, second = live_site.players(names[0], **wishes) + live_site.players(names[1])
        match = live_site.match(first, second)
        pages = [visitors.enter(live_site, player) for player in (first, second)]
        pages[0].add_init_script(NOTE)
        return [TablePage(page).open(match) for page in pages]

    return open_tables


def told(table: TablePage) -> list[str]:
    return list(table.page.evaluate("told"))


def test_cards_and_turns_are_heard_once_the_player_has_done_something(begin):
    anas, bens = begin("Ana", "Ben")
    bens.discard()
    expect(anas.far.locator(".card")).to_have_count(4)
    assert told(anas) == []
    play_until(lambda: anas.laid.count() >= 2 and anas.task == "play", anas, bens)
    assert CARD in told(anas)
    assert TURN in told(anas)
    assert "buzz" not in told(anas)


@pytest.mark.long
def test_what_was_not_chosen_is_not_heard(begin):
    cleos, doras = begin("Cleo", "Dora", card_sound=False, turn_buzz=True)
    play_until(lambda: cleos.laid.count() >= 2 and cleos.task == "play", cleos, doras)
    assert CARD not in told(cleos)
    assert TURN in told(cleos)
    assert "buzz" in told(cleos)


@pytest.mark.long
def test_one_tap_mutes_and_the_browser_remembers(begin):
    eves, fays = begin("Eve", "Fay", turn_buzz=True)
    mute = eves.button("No sounds")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    play_until(lambda: eves.laid.count() >= 1 and eves.task == "play", eves, fays)
    assert told(eves) == []
    eves.page.reload()
    expect(eves.button("No sounds")).to_have_attribute("aria-pressed", "true")
    eves.button("No sounds").click()
    laid = eves.laid.count()
    play_until(lambda: eves.laid.count() != laid, eves, fays)
    wait_until(lambda: CARD in told(eves), eves.page)


@pytest.mark.long
def test_who_watches_or_wants_no_sound_has_nothing_to_mute(begin, live_site, visitors):
    silent = {f"{kind}_sound": False for kind in ("card", "peg", "turn", "end")}
    jas, _kims = begin("Ja", "Kim", **silent)
    watchers = TablePage(visitors.enter(live_site)).open(jas.match)
    for table in (jas, watchers):
        expect(table.near).to_be_visible()
        expect(table.button("No sounds")).to_have_count(0)


@pytest.mark.long
def test_a_hidden_table_notifies_of_the_turn_whoever_asked_for_it(begin):
    guss, hals = begin("Gus", "Hal", turn_notice=True)
    guss.page.context.grant_permissions(["notifications"])
    play_until(lambda: hals.task == "play", guss, hals)
    assert not [notice for notice in told(guss) if notice.startswith("notice")]
    guss.page.evaluate(HIDE)
    play_until(lambda: guss.task == "play", hals)
    expected = f"notice: It is your turn. Gus and Hal /table/{guss.match}/"
    wait_until(lambda: expected in told(guss), guss.page)


def test_the_browser_is_asked_when_the_wish_is_saved_and_not_before(live_site, visitors):
    (ida,) = live_site.players("Ida")
    page = visitors.enter(live_site, ida)
    page.add_init_script("""
      Object.defineProperty(Notification, "permission", { get: () => "default" });
      Notification.requestPermission = async () => {
        localStorage.setItem("asked", "yes");
        await window.answer;
      };
    """)
    SettingsPage(page).open()
    page.get_by_label("Notify me when it is my turn").check()
    assert page.evaluate("localStorage.getItem('asked')") is None
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Your settings are saved.")
    assert page.evaluate("localStorage.getItem('asked')") == "yes"
    expect(page.get_by_label("Notify me when it is my turn")).to_be_checked()
    page.get_by_label("A colour for each suit").check()
    page.evaluate("void (window.answer = new Promise(() => {}))")  # to a question that the reader does not see
    page.get_by_role("button", name="Save").click()
    assert page.evaluate("'answer' in window"), "the first time it waits for the answer"
    page.get_by_role("button", name="Save").click()
    page.wait_for_function("!('answer' in window)")
    expect(page.get_by_label("A colour for each suit")).to_be_checked()

"""What a phone has to say in any language has the room it needs: the choices of a new table, the end of a game."""

import pytest
from playwright.sync_api import Page

from tests.browser.languages import LANGUAGES, every_language
from tests.browser.pages import TablePage
from tests.browser.positions import BRING
from tests.browser.test_layout import SCREENS, WORDS, around
from tests.browser.visitors import PHONE, WIDE

pytestmark = pytest.mark.browser

NAMES = ["Wilhelmina-Rosalinde", "Maximiliana-Theodora"]  # as long as a name can be
END = """
from django.utils import timezone
from accounts.models import User
from games.services import endings
endings.resign(match, User.objects.get(username=name), timezone.now())
answer = match
"""
# The choices that would not be read whole in the box that shows the chosen one, with its arrow.
TOO_LONG = """all => all.flatMap((select) => {
  const style = getComputedStyle(select);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 18;
  if (!select.clientWidth) return [];
  return [...select.options].filter(({ text }) => pen.measureText(text).width > room).map(({ text }) => text);
})"""

TOO_WIDE = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
SCROLLS = "one => one.scrollHeight > one.clientHeight + 1"
# Whether it lies on the slip as far as that is seen.
IS_SEEN = """(slip, one) => one.getBoundingClientRect().bottom <= slip.getBoundingClientRect().bottom"""

# As if both players had this score, and needed so much.
SCORE = """(all, [score, needs]) => all.forEach((one) => {
  one.querySelector("b").textContent = score;
  one.lastChild.textContent = ` ${needs}`;
})"""


def speaking(page: Page, language: str) -> Page:
    page.goto("/")
    with page.expect_navigation():  # else whoever goes on at once leaves the page while the choice is on its way
        page.locator(f"button[lang={language}]").click()
    return page


@pytest.fixture(scope="module")
def players(live_site):
    return live_site.players(*NAMES)


@pytest.mark.parametrize("screen", [WIDE, PHONE], ids=["wide", "phone"])
@every_language
def test_every_choice_can_be_read_whole(live_site, visitors, players, language, screen):
    page = speaking(visitors.enter(live_site, players[0], viewport=screen), language)
    for address in ("/", "/games/"):
        page.goto(address)
        page.locator("details.own-terms").evaluate("all => all.open = true")
        page.locator("[name=pace]").evaluate_all("all => all.forEach((one) => { one.value = 'slow'; })")
        for opponent in page.locator("[type=radio]").all():
            opponent.check()
            assert page.eval_on_selector_all("select", TOO_LONG) == []


@pytest.fixture(scope="module")
def ends(live_site, players):
    over, _reader = live_site.run(BRING, moment="over", names=NAMES, terms={"target": 61})
    running, reader = live_site.run(BRING, moment="long pile", names=NAMES, terms={"target": 61})
    return [over, live_site.run(END, match=running, name=reader)]


@pytest.mark.long
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_lies_on_nothing_that_the_end_of_a_game_says_or_offers(
    live_site, visitors, players, ends, language, side
):
    page = speaking(visitors.enter(live_site, players[side], viewport=PHONE), language)
    for match in ends:
        table = TablePage(page, language).open(match)
        menu = around(page.locator("#region-menu .more > summary"))
        assert menu is not None
        for words in page.locator(".outcome :is(h2, p:not(.after, .doubt, :empty), .button, .button-quiet)").all():
            box = around(words)
            assert box is not None
            assert not menu.overlaps(box), words.inner_text()
        assert page.eval_on_selector_all(f".outcome :is({WORDS})", TOO_WIDE) == []
        for offered in page.locator(".outcome :is(.button, .button-quiet)").all():
            assert table.page.locator(".slip").evaluate(IS_SEEN, offered.element_handle()), offered.inner_text()
        assert not page.locator(".slip").evaluate(SCROLLS)


@pytest.mark.long
@every_language
def test_the_board_has_its_size_whatever_the_score(live_site, visitors, players, language):
    match, reader = live_site.run(BRING, moment="discard", names=NAMES, terms={})
    player = next(player for player in players if player.name == reader)
    table = TablePage(speaking(visitors.enter(live_site, player), language), language).open(match)
    narrow = {"least": {"width": 900, "height": 700}, "narrow": {"width": 1024, "height": 768}}
    for screen, size in (SCREENS | narrow).items():
        table.page.set_viewport_size(size)
        sizes = set()
        for score in (0, 11, 111):
            needs = table.words("needs %(points)d", points=121 - score)
            table.page.locator(".board-words > span").evaluate_all(SCORE, [score, needs])
            sizes.add(around(table.page.locator(".board svg").locator("visible=true")))
        assert len(sizes) == 1, screen

"""Large letters on little room: every page at 320 pixels, as a wide screen is at 400 %, and with the letters spaced out.

Both are what WCAG asks for (1.4.10 and 1.4.12): nothing scrolls sideways, no word is cut off or lies on another.
"""

import pytest
from playwright.sync_api import Page

from tests.browser.addresses import OF_PLAYERS, OF_STRANGERS
from tests.browser.positions import BRING, MOMENTS, PLAY_OUT
from tests.browser.test_room_for_words import speaking
from tests.browser.visitors import PHONE, WIDE

pytestmark = pytest.mark.browser

NAMES = ["Wilhelmina-Rosalinde", "Maximiliana-Theodora"]  # as long as a name can be
ZOOMED = {"width": 320, "height": 256}  # 1280 x 1024 at 400 %
SPACE_OUT = """(isSpaced) => {
  const sheet = new CSSStyleSheet();
  if (isSpaced) sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-bottom: 2em !important; }
  `);
  document.adoptedStyleSheets = [sheet];
}"""
# Texts that are seen, line by line, against all that could cut them off and against each other. Cards overlap as cards
# do; a slip lies on the near player's line on purpose; what ends in an ellipsis is told in full elsewhere.
FAULTS = """() => {
  const ROUNDING = 1.5;
  const onPurpose = [".card", ".skip", "svg", "select"];
  if (document.querySelector(".slip")) onPurpose.push("#region-near", "#region-menu", ".hand");
  const faults = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
  const styles = new Map();
  const styleOf = (one) => styles.get(one) ?? styles.set(one, getComputedStyle(one)).get(one);
  const isClipped = (one) => styleOf(one).clipPath.startsWith("inset");
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const words = text.textContent.trim();
    const parent = text.parentElement;
    if (!words || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || parent.closest(onPurpose.join())) continue;
    const above = [];
    for (let one = parent; one; one = one.parentElement) above.push(one);
    if (above.some((one) => isClipped(one) || ["fixed", "sticky"].includes(styleOf(one).position))) continue;
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width && height);
    const box = { left: Math.min(...boxes.map((b) => b.left)), right: Math.max(...boxes.map((b) => b.right)),
      top: Math.min(...boxes.map((b) => b.top)), bottom: Math.max(...boxes.map((b) => b.bottom)) };
    if (!boxes.length) continue;
    const frame = parent.closest("button, summary, .button, .button-quiet, .pill, .said, .slip, .seed-words");
    let [scrollsX, scrollsY] = [false, false];
    let isShort = false;
    for (const one of above) {
      const style = styleOf(one);
      isShort ||= style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
      const edge = one.getBoundingClientRect();
      const isWide = box.left < edge.left - ROUNDING || box.right > edge.right + ROUNDING;
      const isHigh = box.top < edge.top - ROUNDING || box.bottom > edge.bottom + ROUNDING;
      const holdsX = ["hidden", "clip"].includes(style.overflowX) || one === frame;
      const holdsY = ["hidden", "clip"].includes(style.overflowY) || one === frame && style.overflowY === "visible";
      if (!isShort && (isWide && holdsX && !scrollsX || isHigh && holdsY && !scrollsY)) {
        faults.push(`cut off: ${words}`);
        break;
      }
      scrollsX ||= ["auto", "scroll"].includes(style.overflowX);
      scrollsY ||= ["auto", "scroll"].includes(style.overflowY);
    }
    if (!isShort && !scrollsX && (box.left < -ROUNDING || box.right > innerWidth + ROUNDING)) faults.push(`outside: ${words}`);
    if (!scrollsY && box.top + scrollY < -ROUNDING) faults.push(`above the page: ${words}`);
    if (!isShort && !scrollsY) lines.push(...boxes.map((b) => [b, words]));
  }
  lines.sort(([one], [other]) => one.top - other.top);
  lines.forEach(([one, words], place) => {
    const middle = (one.bottom - one.top) / 4;
    for (const [other, others] of lines.slice(place + 1)) {
      if (other.top > one.bottom) break;
      const meetX = Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2;
      const meetY = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > middle;
      if (meetX && meetY && words !== others) faults.push(`on each other: ${words} / ${others}`);
    }
  });
  return [...new Set(faults)];
}"""

some_languages = pytest.mark.parametrize(
    "language", ["sw", *(pytest.param(code, marks=pytest.mark.long) for code in ("en", "es"))]
)


def faults(page: Page) -> list[str]:
    """What is wrong with the page at 400 %, and what with its letters spaced out, on a wide screen and on a phone."""
    found = []
    for screen, is_spaced in ((ZOOMED, False), (WIDE, True), (PHONE, True)):
        page.set_viewport_size(screen)
        page.evaluate(SPACE_OUT, is_spaced)
        found += [f"{page.url} at {screen['width']}: {fault}" for fault in page.evaluate(FAULTS)]
    return found


@pytest.fixture(scope="module")
def players(live_site):
    """Both wait for each other at one table, and have finished a game at another."""
    both = live_site.players(*NAMES)
    live_site.run(BRING, moment="discard", names=NAMES, terms={})
    return both


@some_languages
def test_every_page(live_site, visitors, players, language):
    match = live_site.run(PLAY_OUT, names=NAMES, seed=3)
    stranger, player = visitors.enter(live_site), visitors.enter(live_site, players[0])
    found = []
    for page, addresses in ((stranger, OF_STRANGERS), (player, OF_PLAYERS)):
        speaking(page, language)
        for address in addresses:
            page.goto(address.format(name=NAMES[1], match=match))
            found += faults(page)
    assert found == []


@some_languages
def test_every_moment_of_a_game(live_site, visitors, players, language):
    pages = {player.name: speaking(visitors.enter(live_site, player), language) for player in players}
    found = []
    for moment in MOMENTS:
        match, name = live_site.run(BRING, moment=moment, names=NAMES, terms={"allowance": 20, "bank": 120})
        pages[name].goto(f"/table/{match}/")
        found += [f"{moment}: {fault}" for fault in faults(pages[name])]
    assert found == []

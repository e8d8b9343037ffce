"""Places never move, and all that is needed is in sight: in every phase, on small phones and on a wide screen."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator

from tests.browser.pages import TablePage
from tests.browser.positions import BRING, MOMENTS
from tests.browser.visitors import PHONE, SMALL_PHONE, WIDE, Visitors

pytestmark = pytest.mark.browser

NAMES = ["Wilhelmina-Rosalinde", "Maximiliana-Theodora"]  # as long as a name can be
SCREENS = {
    "small phone": SMALL_PHONE,
    "phone": PHONE,
    "phone on its side": {"width": 740, "height": 360},
    "tablet": {"width": 820, "height": 1180},
    "wide": WIDE,
}
ROUNDING = 1.5  # pixels


# The longest that is said over a pile: the last card, which makes four alike and a fifteen.
MUCH = (
    f"{NAMES[0]}: seven, twenty-three",
    "2 points for a fifteen.",
    "12 points for four of a kind.",
    "1 point for the last card.",
)
SAY = """(all, much) => all[0].replaceChildren(...much.map((text) => {
  const sentence = document.createElement("span");
  sentence.textContent = text;
  return sentence;
}))"""

# Whose words do not fit into it, and who is not wholly on the slip that it lies on.
WORDS = ".button, .button-quiet, .prompt, .total, h2, input[type=number]"
CUT_OFF = """all => all
  .filter((one) => {
    const slip = one.closest(".slip")?.getBoundingClientRect();
    const box = one.getBoundingClientRect();
    return one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1
      || slip && (box.top < slip.top || box.bottom > slip.bottom || box.left < slip.left || box.right > slip.right);
  })
  .map((one) => one.textContent)"""
# The numbers to tap that are in sight without a scroll, each with the shorter side of its box.
IN_SIGHT = """all => all
  .filter((one) => {
    const box = one.getBoundingClientRect();
    const room = one.parentElement.getBoundingClientRect();
    return room.top <= box.top && box.bottom <= room.bottom;
  })
  .map((one) => Math.min(one.offsetWidth, one.offsetHeight))"""
CORNERS = """all => all
  .filter((one) => one.checkVisibility())
  .map((one) => one.getBoundingClientRect())
  .filter((box) => box.width && box.height)
  .map((box) => [box.left, box.top, box.right, box.bottom])"""


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2

    def overlaps(self, other: "Box") -> bool:
        beside = self.right <= other.left + ROUNDING or other.right <= self.left + ROUNDING
        above = self.bottom <= other.top + ROUNDING or other.bottom <= self.top + ROUNDING
        return not beside and not above


class Look(NamedTuple):
    """What is where on a screen: the boxes of the places by name, what is too wide or cut off, numbers to tap."""

    screen: dict[str, int]
    places: dict[str, Box]
    has_sideways_scroll: bool
    cut_off: list[str]
    numbers: list[int]


def around(places: Locator) -> Box | None:
    """The box around all of them that are seen."""
    corners = places.evaluate_all(CORNERS)
    if not corners:
        return None
    lefts, tops, rights, bottoms = zip(*corners, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def look_at(table: TablePage, screen: dict[str, int]) -> Look:
    page = table.page
    page.set_viewport_size(screen)
    places = {
        "board": page.get_by_role("img", name="Cribbage board"),
        "count": table.count,
        "far player": table.far.locator(".player"),
        "far cards": table.far.locator(".card"),
        "near player": table.near.locator(".player"),
        "own clock": table.near.locator(".clock"),
        "what was said": table.said,
        "pile": page.locator(".laid .card, .cut-cards .card, .shown-cards .card, .last-hands .chip"),
        "hand": table.hand.locator(".card"),
        "crib": page.get_by_role("figure", name="crib").locator(".card, .slot"),
        "starter": page.get_by_role("figure", name="starter").locator(".card, .slot"),
        "slip": page.locator(".slip"),
        "button": table.main.locator(".button"),
        "menu": page.locator("#region-menu .more > summary"),
    }
    boxes = {name: box for name, place in places.items() if (box := around(place)) is not None}
    cut_off = page.eval_on_selector_all(
        ".felt :is(.button, .button-quiet, .prompt, .total, h2, input[type=number])", CUT_OFF
    )
    numbers = page.eval_on_selector_all(".number", IN_SIGHT)
    return Look(screen, boxes, table.has_sideways_scroll, cut_off, numbers)


@pytest.fixture(scope="module")
def looks(live_site, browser) -> Iterator[dict[tuple[str, str], Look]]:
    """Every moment on every screen, as the player sees it who has something to do."""
    visitors = Visitors(browser)
    players = {player.name: player for player in live_site.players(*NAMES)}
    tables = {name: TablePage(visitors.enter(live_site, player)) for name, player in players.items()}
    found = {}
    for moment in MOMENTS:
        terms = {"allowance": 20, "bank": 7200}
        match, name = live_site.run(BRING, moment=moment, names=NAMES, terms=terms)
        table = tables[name]
        table.open_and_hear(match)
        if moment == "long pile":
            table.said.evaluate_all(SAY, MUCH)
        found |= {(moment, screen): look_at(table, size) for screen, size in SCREENS.items()}
        if moment == "long pile":
            assert table.said.locator("span").count() == len(MUCH)
    yield found
    visitors.leave()
    assert visitors.complaints == []


every_moment = pytest.mark.parametrize("moment", MOMENTS)
every_screen = pytest.mark.parametrize("screen", SCREENS)


@every_screen
@every_moment
def test_all_that_is_needed_is_in_sight(looks, moment, screen):
    look = looks[moment, screen]
    assert {"board", "count", "far player"} <= set(look.places)
    outside = {
        name: box
        for name, box in look.places.items()
        if box.left < 0 or box.top < 0 or box.right > look.screen["width"] or box.bottom > look.screen["height"]
    }
    assert outside == {}
    assert not look.has_sideways_scroll
    assert look.cut_off == []


NEEDED = {
    "cut": {"button"},
    "discard": {"button", "hand", "pile", "what was said"},
    "discard after a tied cut": {"button", "hand", "pile", "what was said"},
    "play": {"hand", "pile", "starter", "crib", "what was said"},
    "long pile": {"hand", "pile", "starter", "crib", "what was said"},
    "go": {"button", "hand", "pile", "starter", "crib", "what was said"},
    "show": {"button", "pile", "starter", "crib", "slip"},
    "show of a rich dealer": {"button", "pile", "starter", "crib", "slip"},
    "count": {"button", "pile", "starter", "crib", "slip", "own clock"},
    "muggins": {"button", "pile", "starter", "crib", "slip", "own clock"},
    "over": {"button", "pile", "starter", "slip"},
}


@every_screen
@every_moment
def test_what_the_moment_needs_is_there(looks, moment, screen):
    assert NEEDED[moment] - set(looks[moment, screen].places) == set()


@every_screen
@every_moment
def test_nothing_lies_on_anything_else(looks, moment, screen):
    places = dict(looks[moment, screen].places)
    if "slip" in places:  # the button is on the slip; a phone has the near player's line beneath it
        for name in ("button", "menu", "near player", "hand"):
            places.pop(name, None)
    if moment not in ("count", "muggins"):  # where somebody counts under a clock, it is in sight all the same
        places.pop("own clock", None)
    covered = [(one, other) for one, other in combinations(places, 2) if places[one].overlaps(places[other])]
    assert covered == []


@every_screen
@every_moment
def test_the_count_is_at_the_left_and_the_starter_at_the_bottom_right(looks, moment, screen):
    places, size = looks[moment, screen].places, looks[moment, screen].screen
    count, starter, pile = places["count"], places.get("starter"), places.get("pile")
    assert count.middle < size["width"] / 4
    if pile is not None:
        assert count.right <= pile.left
    if starter is not None:
        assert starter.middle > size["width"] * 2 / 3
        assert starter.bottom > size["height"] / 2
        assert "crib" not in places or starter.bottom >= places["crib"].bottom
    if starter is not None and pile is not None:
        assert starter.left > pile.right
        assert starter.bottom > (pile.top + pile.bottom) / 2


@every_screen
def test_places_never_move(looks, screen):
    for name in ("count", "starter", "board", "far player"):
        boxes = [looks[moment, screen].places.get(name) for moment in MOMENTS]
        middles = {(round(box.middle), round(box.top)) for box in boxes if box is not None}
        assert max(x for x, _y in middles) - min(x for x, _y in middles) <= ROUNDING, name
        assert max(y for _x, y in middles) - min(y for _x, y in middles) <= ROUNDING, name


@every_screen
def test_every_card_of_six_is_broad_enough_for_a_thumb(looks, screen):
    hand = looks["discard", screen].places["hand"]
    assert (hand.right - hand.left) / 6 >= 48


@every_screen
@pytest.mark.parametrize("moment", ["count", "muggins"])
def test_what_most_hands_are_worth_is_in_sight_and_broad_enough_for_a_thumb(looks, moment, screen):
    """Two rows of numbers, one on a phone on its side; the others are a swipe away."""
    numbers = looks[moment, screen].numbers
    assert len(numbers) >= (8 if screen == "phone on its side" else 14)
    assert min(numbers) >= 44

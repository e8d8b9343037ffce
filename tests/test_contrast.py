"""Words stand out from what they stand on in every theme: 4.5 to 1 or better (WCAG 2.2, 1.4.3), shapes 3 to 1.

axe cannot tell, since the cloth is a picture: here the colours themselves are held against each other.
"""

import re
from itertools import product
from pathlib import Path

import pytest

from accounts.models import Theme

TOKENS = Path(__file__).parents[1] / "static/css/tokens.css"
CLOTHS = ("cloth", "cloth-lit", "cloth-deep", "cloth-dark", "cloth-well")
WORDS = [
    *product(("words", "dim", "brass", "warn"), CLOTHS),
    ("on-brass", "brass"),
    ("on-brass", "brass-lit"),
    *product(("ink", "red", "blue", "green"), ("paper",)),
    ("ivory", "wood"),
]
SHAPES = [
    *product(("near", "far"), ("cloth", "cloth-deep")),
    *product(("near-on-wood", "far-on-wood", "inlay"), ("wood",)),
]


def colours(theme: str) -> dict[str, str]:
    """The hexadecimal colours of a theme, by name: the usual ones, but for those that it has of its own."""
    text = TOKENS.read_text()
    found = {}
    for selector in (":root", f':root[data-theme="{theme}"]'):
        block = re.search(re.escape(selector) + r" \{(.*?)\}", text, re.DOTALL)
        found |= dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block[1])) if block else {}
    return found


def luminance(colour: str) -> float:
    """Relative luminance as WCAG defines it."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_what_the_definition_says() -> None:
    assert contrast("#000000", "#ffffff") == 21
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48  # the best known grey that just fails


@pytest.mark.parametrize("theme", Theme.values)
def test_words_can_be_read_on_every_cloth(theme: str) -> None:
    of = colours(theme)
    faint = {pair: round(contrast(of[pair[0]], of[pair[1]]), 2) for pair in WORDS}
    assert {pair: ratio for pair, ratio in faint.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("theme", Theme.values)
def test_pegs_and_lines_stand_out(theme: str) -> None:
    of = colours(theme)
    faint = {pair: round(contrast(of[pair[0]], of[pair[1]]), 2) for pair in SHAPES}
    assert {pair: ratio for pair, ratio in faint.items() if ratio < 3} == {}


def test_every_theme_is_drawn() -> None:
    drawn = set(re.findall(r'data-theme="([a-z]+)"', TOKENS.read_text()))
    assert drawn | {Theme.BAIZE} == set(Theme.values)

"""The score of a match deal by deal as a line chart: pure geometry, in the units of an SVG view box."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 320, 160
LEFT, RIGHT, TOP, BOTTOM = 30, 312, 10, 140
MOST_LABELS = 10


@dataclass(frozen=True)
class Tick:
    """A mark on an axis, `at` units from the left or the top."""

    value: int
    at: float


@dataclass(frozen=True)
class Chart:
    """`lines` by seat: the points of a polyline. `deals` are marked along the bottom, `scores` up the left side."""

    lines: tuple[str, str]
    deals: tuple[Tick, ...]
    scores: tuple[Tick, ...]
    now: float  # where the deal that is being looked at ends

    width = WIDTH
    height = HEIGHT
    left, right, top, bottom = LEFT, RIGHT, TOP, BOTTOM


def score_chart(scores: Sequence[tuple[int, int]], target: int, deal: int) -> Chart:
    """The chart of `scores`, by seat, after each deal; the first pair is the score before any deal."""
    deals = len(scores) - 1
    first, second = (
        " ".join(f"{across(number, deals):g},{up(pair[seat], target):g}" for number, pair in enumerate(scores))
        for seat in (0, 1)
    )
    apart = -(-deals // MOST_LABELS) or 1
    return Chart(
        lines=(first, second),
        deals=tuple(Tick(number, across(number, deals)) for number in range(apart, deals + 1, apart)),
        scores=tuple(Tick(score, up(score, target)) for score in (*range(0, target - 1, 30), target)),
        now=across(deal, deals),
    )


def across(deal: int, deals: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * deal / max(deals, 1), 1)


def up(score: int, target: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * score / target, 1)

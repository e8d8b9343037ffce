"""Where holes, lines and pegs of the drawn cribbage board are: pure geometry, in the units of an SVG view box.

Two layouts of one board. `tall`: streets of thirty holes side by side, run up and down in turn, for wide screens.
`strip`: the whole track in one straight line, for narrow ones. In both, two lanes run beside each other from the
start holes to the one game hole, and the holes stand in groups of five.
"""

from dataclasses import dataclass
from enum import IntEnum
from functools import cache

STREET = 30
GROUP = 5
# Who has not passed these holes when the game ends is double skunked, or skunked.
SKUNK_LINES = {121: (60, 90), 61: (30,)}


class Lane(IntEnum):
    """The values are the side of the street's middle on which a lane begins."""

    NEAR = -1
    FAR = 1


@dataclass(frozen=True)
class Point:
    x: float
    y: float

    def __str__(self) -> str:
        """As path data has it."""
        return f"{self.x:g} {self.y:g}"


@dataclass(frozen=True)
class Line:
    """A mark across both lanes, right after hole `number`."""

    number: int
    start: Point
    end: Point
    label: Point  # middle of the number's text


@dataclass(frozen=True)
class Pegs:
    front: Point
    back: Point


@dataclass(frozen=True)
class Tall:
    """Streets of thirty holes side by side; the first begins at the bottom left."""

    target: int
    width: float = 260
    height: float = 440
    step: float = 11.6
    peg: float = 6  # half its width
    label_shift: float = -8  # how far beyond its line a number is written; negative: before it
    group_gap: float = 4.4
    lane_offset: float = 10
    first_y: float = 392  # of hole 1, at the bottom
    bend_height: float = 25  # how far the outer lane goes beyond the last holes where it turns round

    @property
    def street_gap(self) -> float:
        return 62 if self.target == 121 else 104

    def street_x(self, street: int) -> float:
        streets = (self.target - 1) // STREET
        return self.width / 2 + (street - (streets - 1) / 2) * self.street_gap

    def along(self, place: int) -> float:
        """How far the hole at `place`, 0 to 29, is from the first of its street."""
        return place * self.step + place // GROUP * self.group_gap

    def hole(self, lane: Lane, number: int) -> Point:
        """The middle of a hole: -1 and 0 are the two start holes, `target` is the game hole that both lanes share."""
        if number < 1:
            return point(self.street_x(0) + lane * self.lane_offset, self.first_y + (1 - number) * self.step + 4)
        if number >= self.target:
            last = self.hole(lane, self.target - 1)
            return point(self.street_x((self.target - 2) // STREET), last.y + 2 * self.step)
        street, place = divmod(number - 1, STREET)
        upwards = street % 2 == 0
        # A lane that turns round stays on the outside or the inside of the bend, so it changes sides.
        side = lane if upwards else -lane
        distance = self.along(place) if upwards else self.along(STREET - 1 - place)
        return point(self.street_x(street) + side * self.lane_offset, self.first_y - distance)

    def groove(self, lane: Lane) -> str:
        """Path data of the groove in which the lane's holes stand."""
        path = f"M{self.hole(lane, 1)}"
        outer_radius = self.street_gap / 2 + self.lane_offset
        for first in range(1, self.target - 1, STREET):
            last = first + STREET - 1
            path += f"L{self.hole(lane, last)}"
            if last < self.target - 1:
                turn = self.hole(lane, last + 1)
                radius = (turn.x - self.hole(lane, last).x) / 2
                clockwise = int(first // STREET % 2 == 0)
                path += f"A{radius:g} {self.bend_height * radius / outer_radius:.4g} 0 0 {clockwise} {turn}"
        return path


@dataclass(frozen=True)
class Strip:
    """The whole track in a straight line from left to right."""

    target: int
    width: float = 336
    height: float = 44
    peg: float = 4.6
    label_shift: float = 7
    lane_offset: float = 9
    first_x: float = 18
    last_x: float = 322

    @property
    def step(self) -> float:
        """The gap between two groups is as wide as one and a half steps."""
        holes = self.target - 1
        return (self.last_x - self.first_x) / (holes - 1 + (holes // GROUP - 1) / 2)

    def hole(self, lane: Lane, number: int) -> Point:
        """As on the tall board."""
        if number >= self.target:
            return point(self.last_x + 8, self.height / 2)
        y = self.height / 2 - lane * self.lane_offset
        if number < 1:
            return point(self.first_x - 8 + number * self.step, y)
        return point(self.first_x + (number - 1 + (number - 1) // GROUP / 2) * self.step, y)

    def groove(self, lane: Lane) -> str:
        """As on the tall board."""
        return f"M{self.hole(lane, 1)}L{self.hole(lane, self.target - 1)}"


Layout = Tall | Strip


@dataclass(frozen=True)
class Board:
    """One layout as a template draws it."""

    layout: Layout
    holes: str  # path data: a line through each group of five, to be dashed at every `step`
    near_groove: str  # path data: from the lane's first hole to its last
    far_groove: str
    game: Point
    streets: tuple[Line, ...]
    skunks: tuple[Line, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.streets + self.skunks

    @property
    def peg_width(self) -> float:
        return 2 * self.layout.peg

    def pegs(self, lane: Lane, front: int, back: int) -> Pegs:
        """Before the first points both pegs stand in the start holes."""
        behind = back if back < front else -1
        return Pegs(self.layout.hole(lane, front), self.layout.hole(lane, behind))


@cache
def tall(target: int) -> Board:
    return drawn(Tall(target))


@cache
def strip(target: int) -> Board:
    return drawn(Strip(target))


def drawn(layout: Layout) -> Board:
    skunks = SKUNK_LINES[layout.target]
    streets = [number for number in range(STREET, layout.target - 1, STREET) if number not in skunks]
    return Board(
        layout=layout,
        holes="".join(holes(layout, lane) for lane in Lane),
        near_groove=layout.groove(Lane.NEAR),
        far_groove=layout.groove(Lane.FAR),
        game=layout.hole(Lane.NEAR, layout.target),
        streets=tuple(line_after(layout, number) for number in streets),
        skunks=tuple(line_after(layout, number) for number in skunks),
    )


def holes(layout: Layout, lane: Lane) -> str:
    groups = ((first, first + GROUP - 1) for first in range(1, layout.target, GROUP))
    return "".join(dashed(layout.hole(lane, first), layout.hole(lane, last)) for first, last in ((-1, 0), *groups))


def dashed(first: Point, last: Point) -> str:
    """Goes a little beyond the last hole: a dash on the very end of a path might be left out."""
    x, y = (last.x - first.x) / 40, (last.y - first.y) / 40
    return f"M{first}L{point(last.x + x, last.y + y)}"


def line_after(layout: Layout, number: int) -> Line:
    """Stands in the middle of the gap before the next group, and goes a third of the lanes' distance beyond both."""
    near, far = layout.hole(Lane.NEAR, number + 1), layout.hole(Lane.FAR, number + 1)
    beyond = layout.hole(Lane.NEAR, number + 2)
    step = point((beyond.x - near.x) / layout.step, (beyond.y - near.y) / layout.step)
    back = layout.step * 0.75
    x, y = near.x - step.x * back, near.y - step.y * back
    across_x, across_y = far.x - near.x, far.y - near.y
    return Line(
        number,
        point(x - across_x / 3, y - across_y / 3),
        point(x + across_x * 4 / 3, y + across_y * 4 / 3),
        point(x + across_x / 2 + step.x * layout.label_shift, y + across_y / 2 + step.y * layout.label_shift),
    )


def point(x: float, y: float) -> Point:
    """Hundredths are finer than any screen draws the board."""
    return Point(round(x, 2), round(y, 2))

"""Where the holes, lines and pegs of the drawn board are."""

import math
import re
from itertools import pairwise

import pytest

from games.board import Board, Lane, Layout, Point, strip, tall

BOARDS = [pytest.param(draw(target), id=f"{draw.__name__}-{target}") for draw in (tall, strip) for target in (121, 61)]
every_board = pytest.mark.parametrize("board", BOARDS)


def track(layout: Layout, lane: Lane) -> list[Point]:
    """The holes of one lane from its first to its last before the game hole."""
    return [layout.hole(lane, number) for number in range(1, layout.target)]


def distance(one: Point, other: Point) -> float:
    return math.hypot(one.x - other.x, one.y - other.y)


def numbers(path: str) -> list[float]:
    return [float(text) for text in re.findall(r"-?\d+\.?\d*", path)]


@every_board
def test_each_player_has_a_hole_for_every_point_and_no_two_holes_meet(board: Board) -> None:
    layout = board.layout
    holes = [layout.hole(lane, number) for lane in Lane for number in range(-1, layout.target)]
    holes.append(layout.hole(Lane.NEAR, layout.target))
    assert len(holes) == 2 * (layout.target + 1) + 1
    assert min(distance(a, b) for i, a in enumerate(holes) for b in holes[:i]) >= layout.step * 0.99


@every_board
def test_all_holes_and_pegs_are_on_the_board(board: Board) -> None:
    layout = board.layout
    for lane in Lane:
        for number in range(-1, layout.target + 1):
            at = layout.hole(lane, number)
            assert layout.peg <= at.x <= layout.width - layout.peg
            assert layout.peg <= at.y <= layout.height - layout.peg


@every_board
def test_holes_stand_in_groups_of_five(board: Board) -> None:
    for lane in Lane:
        holes = track(board.layout, lane)
        for number, (hole, following) in enumerate(pairwise(holes), start=1):
            gap = distance(hole, following)
            if number % 5:
                assert gap == pytest.approx(board.layout.step, abs=0.02)
            else:
                assert gap > board.layout.step * 1.3


@pytest.mark.parametrize(("target", "streets"), [(121, 4), (61, 2)])
def test_the_tall_board_has_streets_of_thirty_that_run_up_and_down_in_turn(target: int, streets: int) -> None:
    for lane in Lane:
        holes = track(tall(target).layout, lane)
        assert len(holes) == streets * 30
        for street in range(streets):
            ours = holes[street * 30 : street * 30 + 30]
            assert len({hole.x for hole in ours}) == 1
            climbs = [following.y < hole.y for hole, following in pairwise(ours)]
            assert climbs == [street % 2 == 0] * 29
        ends = [(holes[last], holes[last + 1]) for last in range(29, len(holes) - 1, 30)]
        assert all(before.y == after.y and before.x < after.x for before, after in ends)


@pytest.mark.parametrize("target", [121, 61])
def test_a_lane_keeps_to_one_side_of_the_other_round_every_bend(target: int) -> None:
    layout = tall(target).layout
    for last in range(30, target - 1, 30):
        widths = [abs(layout.hole(lane, last + 1).x - layout.hole(lane, last).x) for lane in Lane]
        near, far = widths
        near_is_outside = (last // 30) % 2 == 1
        assert (near > far) == near_is_outside


@pytest.mark.parametrize("target", [121, 61])
def test_on_the_strip_every_point_goes_to_the_right_and_the_opponent_runs_above(target: int) -> None:
    layout = strip(target).layout
    near, far = (track(layout, lane) for lane in Lane)
    assert all(hole.x < following.x for lane in (near, far) for hole, following in pairwise(lane))
    assert all(above.x == below.x and above.y < below.y for above, below in zip(far, near, strict=True))
    assert layout.hole(Lane.NEAR, target).x > near[-1].x


@every_board
def test_both_lanes_end_in_the_same_game_hole(board: Board) -> None:
    target = board.layout.target
    assert board.layout.hole(Lane.NEAR, target) == board.layout.hole(Lane.FAR, target) == board.game


@pytest.mark.parametrize(("target", "skunks", "streets"), [(121, [60, 90], [30]), (61, [30], [])])
@pytest.mark.parametrize("draw", [tall, strip])
def test_lines_stand_after_the_last_hole_of_those_who_are_skunked(
    draw: type, target: int, skunks: list[int], streets: list[int]
) -> None:
    board = draw(target)
    assert [line.number for line in board.skunks] == skunks
    assert [line.number for line in board.streets] == streets


@every_board
def test_a_line_goes_across_both_lanes_right_before_the_next_hole(board: Board) -> None:
    layout = board.layout
    for line in board.lines:
        near, far = (layout.hole(lane, line.number + 1) for lane in Lane)
        middle = Point((near.x + far.x) / 2, (near.y + far.y) / 2)
        crossing = Point((line.start.x + line.end.x) / 2, (line.start.y + line.end.y) / 2)
        beyond = layout.hole(Lane.NEAR, line.number + 2)
        assert distance(middle, crossing) == pytest.approx(layout.step * 0.75, abs=0.02)
        assert distance(crossing, beyond) > distance(middle, beyond)
        assert distance(line.start, line.end) > distance(near, far)


@every_board
def test_the_drawing_has_one_stroke_for_each_group_and_starts_it_at_the_first_hole(board: Board) -> None:
    strokes = [numbers(stroke) for stroke in board.holes.split("M")[1:]]
    groups = (board.layout.target - 1) // 5
    assert len(strokes) == 2 * (groups + 1)  # the start holes are one more for each player
    firsts = [board.layout.hole(lane, first) for lane in Lane for first in (-1, *range(1, board.layout.target, 5))]
    assert [tuple(stroke[:2]) for stroke in strokes] == [(first.x, first.y) for first in firsts]


@every_board
def test_a_stroke_is_long_enough_for_its_last_hole_and_too_short_for_another(board: Board) -> None:
    for stroke in board.holes.split("M")[1:]:
        x, y, end_x, end_y = numbers(stroke)
        length = math.hypot(end_x - x, end_y - y) / board.layout.step
        assert 0 < length - round(length) < 0.5


@every_board
def test_pegs_stand_at_the_score_and_at_the_score_before(board: Board) -> None:
    pegs = board.pegs(Lane.FAR, 17, 12)
    assert pegs.front == board.layout.hole(Lane.FAR, 17)
    assert pegs.back == board.layout.hole(Lane.FAR, 12)


@every_board
def test_before_the_first_points_both_pegs_stand_in_start_holes_of_their_own(board: Board) -> None:
    pegs = board.pegs(Lane.NEAR, 0, 0)
    assert pegs.front == board.layout.hole(Lane.NEAR, 0)
    assert pegs.back == board.layout.hole(Lane.NEAR, -1)
    assert pegs.front != pegs.back


@every_board
def test_the_winner_stands_in_the_game_hole(board: Board) -> None:
    assert board.pegs(Lane.NEAR, board.layout.target, 50).front == board.game

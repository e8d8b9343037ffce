"""The drawn board in templates: `{% board "tall" table as board %}`."""

from dataclasses import dataclass

from django import template

from games.board import Board, Lane, Pegs, strip, tall
from games.tables import PlayerView, TableView

register = template.Library()


@dataclass(frozen=True)
class BoardView:
    board: Board
    near: Pegs
    far: Pegs


@register.simple_tag
def board(layout: str, table: TableView) -> BoardView:
    """The board in the layout `tall` or `strip` with the pegs of both players, those of a free seat at the start."""
    drawing = {"tall": tall, "strip": strip}[layout](table.target)
    return BoardView(drawing, pegs(drawing, Lane.NEAR, table.near), pegs(drawing, Lane.FAR, table.far))


def pegs(drawing: Board, lane: Lane, player: PlayerView | None) -> Pegs:
    return drawing.pegs(lane, player.score, player.back_peg) if player else drawing.pegs(lane, 0, 0)

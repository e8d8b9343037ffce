"""One parser for a move, whether it came by form, by socket or by the API."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

from games.engine.cards import Card
from games.engine.errors import UnparsableMove
from games.engine.moves import Count, Cut, Discard, Go, Move, Muggins, Pass, Play

MOST_CARDS = 6
LONGEST_TEXT = 200
CALLS = (Count.kind, Muggins.kind)


@dataclass(frozen=True)
class Submission:
    """A move as it was sent: which open decision it answers, and the id that makes it count once."""

    move: Move
    decision: str
    move_id: UUID


def parse(data: object) -> Submission:
    """Read a move from the object of API.md. Raises `UnparsableMove` with the key of what is wrong."""
    if not isinstance(data, Mapping):
        raise UnparsableMove("not_a_move")
    decision = _text(data, "decision")
    move = _move(data)
    return Submission(move, decision, _move_id(data, decision, move))


def from_form(form: Any) -> dict[str, object]:
    """The object of API.md from the fields of the table's form (a QueryDict).

    A button of its own sends `play=7D`, `count=8` or `muggins=3`: one button carries one name and value only.
    """
    data: dict[str, object] = {name: form[name] for name in ("action", "decision", "seed", "move_id") if name in form}
    data["cards"] = form.getlist("cards")
    if "play" in form:
        data |= {"action": "play", "cards": [form["play"]]}
    called = next((action for action in CALLS if action in form), None)
    if called:
        data["action"] = called
    points = form.get(called or "points", "")
    if points.isascii() and points.isdecimal() and len(points) < 4:
        data["points"] = int(points)
    return data


def _text(data: Mapping[Any, Any], name: str) -> str:
    value = data.get(name, "")
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise UnparsableMove("not_a_move")
    return value


def _move(data: Mapping[Any, Any]) -> Move:
    match data.get("action"):
        case "cut":
            return Cut(_text(data, "seed"))
        case "discard":
            return Discard(parse_cards(data.get("cards")))
        case "play":
            cards = parse_cards(data.get("cards"))
            if len(cards) != 1:
                raise UnparsableMove("play_one_card")
            return Play(cards[0])
        case "go":
            return Go()
        case "count":
            return Count(_points(data))
        case "muggins":
            return Muggins(_points(data))
        case "pass":
            return Pass()
    raise UnparsableMove("unknown_action")


def parse_cards(texts: object) -> tuple[Card, ...]:
    """The cards of a form or a frame. Raises `UnparsableMove`."""
    if not isinstance(texts, list) or len(texts) > MOST_CARDS:
        raise UnparsableMove("not_a_card")
    try:
        return tuple(Card.parse(text) for text in texts)
    except ValueError as error:
        raise UnparsableMove("not_a_card") from error


def _points(data: Mapping[Any, Any]) -> int:
    points = data.get("points")
    if not isinstance(points, int) or isinstance(points, bool):
        raise UnparsableMove("points_missing")
    return points


def _move_id(data: Mapping[Any, Any], decision: str, move: Move) -> UUID:
    """The client's id; a plain form has none."""
    text = _text(data, "move_id")
    if not text:
        return plain_move_id(decision, move)
    try:
        return UUID(text)
    except ValueError as error:
        raise UnparsableMove("move_id_is_no_uuid") from error


def plain_move_id(decision: str, move: Move) -> UUID:
    """The id of a move that came without one: the same form sent twice is one move."""
    return uuid5(NAMESPACE_OID, f"{decision!r} {move}")  # repr, for JSON may hold text that has no UTF-8


def parse_ply(value: object) -> int:
    """A ply from a form or a frame. Raises `UnparsableMove`."""
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 8:
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10_000_000:
        return value
    raise UnparsableMove("not_a_move")

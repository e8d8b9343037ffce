"""The sentences of one record read as one: nobody is named twice in a breath."""

from games.engine import Card
from games.engine.events import GoEvent, PlayEvent, PointsEvent, StarterEvent
from games.words import sentences

NAMES = ("Ana", "Ben")
FIVE, JACK = Card.parse("5H"), Card.parse("JC")


def points(seat: int, value: int, reason: str, pegged: int | None = None) -> PointsEvent:
    return PointsEvent(seat, value, value if pegged is None else pegged, reason, (FIVE,), 40)


def test_points_do_not_name_again_who_laid_the_card() -> None:
    told = [PlayEvent(0, FIVE, 15), points(0, 2, "fifteen"), points(0, 1, "last_card")]
    assert sentences(told, NAMES) == ["Ana: five, fifteen", "2 points for a fifteen.", "1 point for the last card."]


def test_points_name_whom_nobody_named_before() -> None:
    assert sentences([GoEvent(1), points(0, 1, "go")], NAMES)[1] == "Ana scores 1 point for a go."
    assert sentences([StarterEvent(JACK), points(1, 2, "heels")], NAMES)[1] == "Ben scores 2 points for his heels."


def test_points_that_did_not_all_count_are_told_in_full() -> None:
    told = [PlayEvent(0, FIVE, 15), points(0, 2, "fifteen", pegged=1)]
    assert sentences(told, NAMES)[1] == "Ana pegs 1 of 2 for a fifteen."


def test_every_event_has_its_text_though_it_be_none() -> None:
    assert len(sentences([], NAMES)) == 0
    assert len(sentences([points(0, 2, "pair"), points(0, 2, "fifteen")], NAMES)) == 2

"""Cards and reasons as short texts, so that an expectation reads as it would be said at the table."""

from collections.abc import Iterable

from games.engine import Card
from games.engine.reasons import Reason


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(name) for name in text.split())


def told(reasons: Iterable[Reason]) -> list[str]:
    """Each reason as "kind points: cards", such as "fifteen 2: 5C JS"."""
    return [f"{reason.kind} {reason.points}: {' '.join(map(str, reason.cards))}" for reason in reasons]

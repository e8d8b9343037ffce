"""Places in long lists of games, as signs to put in an address: where a page ended, and of which list."""

from dataclasses import dataclass
from datetime import datetime

from django.core import signing

SALT = "games.paging"


class WrongCursor(ValueError):
    """Not a cursor, or not one of this list."""


@dataclass(frozen=True)
class Place:
    """Right after, or `is_before` right before, the game of this end and id."""

    ended_at: datetime
    match_id: str
    is_before: bool


def cursor_of(place: Place, list_name: str) -> str:
    """The place as a sign that only the list of this name takes back."""
    return signing.dumps([list_name, place.ended_at.isoformat(), place.match_id, place.is_before], salt=SALT)


def place_of(cursor: str, list_name: str) -> Place:
    """Raises `WrongCursor`."""
    try:
        name, moment, match_id, is_before = signing.loads(cursor, salt=SALT)
    except signing.BadSignature as error:
        raise WrongCursor(cursor) from error
    if name != list_name:
        raise WrongCursor(cursor)
    return Place(datetime.fromisoformat(moment), match_id, is_before)

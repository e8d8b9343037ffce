"""The server's side of the deal: keys, seeds and decks that were committed to before anybody cut."""

import hmac
import random
import secrets
from collections.abc import Sequence
from hashlib import sha256

from django.conf import settings

from games.engine import shuffle
from games.engine.cards import Card
from games.engine.errors import MoveError
from games.models import Match


class DealKeyMissing(MoveError):
    """The key under which a match began is neither DEAL_KEY nor among DEAL_KEYS: no card of it can be dealt."""


def key_id(key: str) -> str:
    """A name for a key that tells nothing of it."""
    return sha256(f"cribsite deal key\n{key}".encode()).hexdigest()[:16]


def known_keys() -> dict[str, str]:
    """Every key of this site by its id."""
    return {key_id(key): key for key in (settings.DEAL_KEY, *settings.DEAL_KEYS)}


def commit(match: Match) -> None:
    """Fix the decks of a new match, before any seat brings its seed."""
    match.deal_salt = secrets.token_hex(32)
    match.deal_key_id = key_id(settings.DEAL_KEY)
    match.commitment = shuffle.commit_to(server_seed(match))


def server_seed(match: Match) -> bytes:
    """The seed of a match: from its salt and the key that is not in the database."""
    key = known_keys().get(match.deal_key_id)
    if key is None:
        raise DealKeyMissing("deal_key_missing", key_id=match.deal_key_id)
    return shuffle.make_server_seed(key, match.id, match.deal_salt)


def seat_seed(match: Match, seat: int, brought: str) -> str:
    """The seed that a seat's cut brings: the player's own, else the one that the commitment fixes."""
    return brought or shuffle.seed_for_seat(server_seed(match), seat)


def deck(match: Match, seeds: Sequence[str], number: int) -> tuple[Card, ...]:
    return shuffle.deck(server_seed(match), match.id, seeds, number)


def dice(match: Match, ply: int) -> random.Random:
    """Chance for a computer player: the same at every replay, foreseen by nobody without the key."""
    return random.Random(hmac.digest(server_seed(match), f"dice{ply}".encode(), "sha256"))

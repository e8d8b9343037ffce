"""Decks that neither the site nor a player can choose, from the server's seed and both seats' seeds.

The format is frozen: records of finished matches must verify for ever.
"""

import hmac
from collections.abc import Iterator, Sequence
from hashlib import sha256

from games.engine.cards import DECK, Card

HAND_SIZE = 6
STARTER_PLACE = 12


def make_server_seed(deal_key: str, match_id: str, salt: str) -> bytes:
    """32 bytes that only the holder of the deal key can compute."""
    return hmac.digest(deal_key.encode(), f"{match_id}\n{salt}".encode(), "sha256")


def commit_to(server_seed: bytes) -> str:
    """The fingerprint that is published before any seat's seed is known: SHA-256, in hex."""
    return sha256(server_seed).hexdigest()


def seed_for_seat(server_seed: bytes, seat: int) -> str:
    """The seed of a seat that brought none: fixed by the commitment, so nobody can choose it late."""
    return hmac.new(server_seed, f"seat{seat}".encode(), "sha256").hexdigest()


def deck(server_seed: bytes, match_id: str, seeds: Sequence[str], number: int) -> tuple[Card, ...]:
    """Deck `number` of a match: 0 for the cut, then one a deal. All 52 cards, top first."""
    return shuffle(_bytes_for(server_seed, match_id, seeds, number))


def shuffle(stream: Iterator[int]) -> tuple[Card, ...]:
    """Fisher and Yates, drawing bytes from `stream`; a byte that would favour low places is skipped."""
    pack = list(DECK)
    for place in range(51, 0, -1):
        choices = place + 1
        fair = 256 - 256 % choices
        byte = next(byte for byte in stream if byte < fair)
        other = byte % choices
        pack[place], pack[other] = pack[other], pack[place]
    return tuple(pack)


def _bytes_for(server_seed: bytes, match_id: str, seeds: Sequence[str], number: int) -> Iterator[int]:
    first, second = (sha256(seed.encode()).hexdigest() for seed in seeds)
    block = 0
    while True:
        label = f"cribsite-deck-1\n{match_id}\n{first}\n{second}\n{number}\n{block}"
        yield from hmac.digest(server_seed, label.encode(), "sha256")
        block += 1


def cut_cards(pack: Sequence[Card]) -> tuple[tuple[Card, Card], ...]:
    """The pairs cut from deck 0, by seat, up to the first with two ranks."""
    pairs: list[tuple[Card, Card]] = []
    for place in range(0, 52, 2):
        pairs.append((pack[place], pack[place + 1]))
        if pack[place].rank != pack[place + 1].rank:
            break
    return tuple(pairs)


def deal_hands(pack: Sequence[Card], dealer: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Six cards each by seat, one at a time, pone first."""
    pone_hand = tuple(pack[0 : 2 * HAND_SIZE : 2])
    dealer_hand = tuple(pack[1 : 2 * HAND_SIZE : 2])
    return (dealer_hand, pone_hand) if dealer == 0 else (pone_hand, dealer_hand)

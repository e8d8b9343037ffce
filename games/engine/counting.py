"""Counting the show fast, without reasons: millions of hands a second on one core.

Cards are indices 0 to 51 in the order of DECK. Nothing is checked here: five different cards are the caller's duty.

The trick: fifteens, pairs and runs depend on ranks alone, nobs on which jacks are kept, and nothing on the order of
the cards. So every card has a number, its key, such that the sum over four kept cards tells exactly that much: each
rank but the jack owns a digit in base five, each jack a bit above them. A table built at import, in a few hundredths
of a second, holds the points with each of the 52 starters for each of the 3,338 sums. To count is then to add four
keys and look up twice. Only the flush, which needs the suits of all cards, is looked at apart.
"""

from collections.abc import Iterable
from itertools import combinations_with_replacement

_RANKS = range(1, 14)
_SUITS = range(4)
_JACK = 11


def count_hand(first: int, second: int, third: int, fourth: int, starter: int, crib: bool = False) -> int:
    """The points, 0 to 29, of four kept cards with a starter, as score_hand gives them."""
    points = _ROWS[_KEY[first] + _KEY[second] + _KEY[third] + _KEY[fourth]][starter]
    if _SUIT[first] == _SUIT[second] == _SUIT[third] == _SUIT[fourth]:
        if _SUIT[starter] == _SUIT[first]:
            return points + 5
        if not crib:
            return points + 4
    return points


def count_over_starters(keep: tuple[int, int, int, int], starters: Iterable[int], crib: bool = False) -> list[int]:
    """The points of one keep with each of the starters, in their order: several times faster than one by one."""
    first, second, third, fourth = keep
    if _SUIT[first] == _SUIT[second] == _SUIT[third] == _SUIT[fourth]:
        return [count_hand(first, second, third, fourth, starter, crib) for starter in starters]
    row = _ROWS[_KEY[first] + _KEY[second] + _KEY[third] + _KEY[fourth]]
    return [row[starter] for starter in starters]


def _key(rank: int, suit: int) -> int:
    if rank == _JACK:
        return 5**12 << suit
    digit: int = 5 ** (rank - 1 if rank < _JACK else rank - 2)
    return digit


def _fifteen_points(ranks: tuple[int, ...]) -> int:
    # Six bits for each sum hold how many sets of the cards so far add to it; five cards make only 32 sets.
    sets = 1
    for rank in ranks:
        sets += sets << 6 * min(rank, 10)
    return 2 * (sets >> 6 * 15 & 63)


def _pair_points(ranks: tuple[int, ...]) -> int:
    # A point for each card from each other card of its rank makes two for each pair.
    return sum([ranks.count(rank) - 1 for rank in ranks])


def _run_points(ranks: tuple[int, ...]) -> int:
    # Five cards have room for one run of three or more, so the first one found is the longest.
    length, ways, previous = 0, 1, 0
    for rank in sorted(set(ranks)):
        if rank != previous + 1:
            if length >= 3:
                break
            length, ways = 0, 1
        length, ways, previous = length + 1, ways * ranks.count(rank), rank
    return length * ways if length >= 3 else 0


def _build_rows() -> dict[int, bytes]:
    """For each sum of four keys, the points without flush by the index of the starter.

    Starters that the kept cards exclude have an entry too, which nobody asks for.
    """
    points: dict[tuple[int, ...], int] = {
        ranks: _fifteen_points(ranks) + _pair_points(ranks) + _run_points(ranks)
        for ranks in combinations_with_replacement(_RANKS, 5)
    }
    different = [(rank, suit) for rank in _RANKS for suit in _SUITS if suit == 0 or rank == _JACK]
    rows = {}
    for keep in combinations_with_replacement(different, 4):
        ranks = [rank for rank, _ in keep]
        jacks = {suit for rank, suit in keep if rank == _JACK}
        if len(jacks) == ranks.count(_JACK):
            by_rank = [points[tuple(sorted([*ranks, starter]))] for starter in _RANKS]
            rows[sum([_key(*card) for card in keep])] = bytes(
                [count + (suit in jacks) for suit in _SUITS for count in by_rank]
            )
    return rows


_SUIT = [suit for suit in _SUITS for _ in _RANKS]
_KEY = [_key(rank, suit) for suit in _SUITS for rank in _RANKS]
_ROWS = _build_rows()

"""Make the table of mean cribs: `python -m games.analysis.make_crib_table`, about a minute.

No figure is taken from elsewhere. What a pair of cards is worth in a crib depends on what the other player lays away,
and that again on the table; so the table is computed from itself, round by round, until it no longer changes.

One round: the other player, dealt any six of the 50 cards left, lays away the two that are best by the mean of the
hand over its 46 starters with, or less, the table of the round before. All such hands are taken, each as often as it
comes, and with each all starters; the suits of discards and starter are taken in every way. It is exact but for one
thing: the other player chooses by ranks alone, as if holding cards of mixed suits, and so never for a flush.
"""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product
from math import comb

from games.analysis.crib import TABLE_FILE, Table
from games.analysis.discard import mean_hand
from games.engine.cards import DECK, Card, Rank, Suit
from games.engine.counting import count_over_starters

Pair = tuple[int, int]
STEADY = 0.0005

RANKS = tuple(map(int, Rank))
SUITS = tuple(Suit)
PAIRS: tuple[Pair, ...] = tuple(combinations_with_replacement(RANKS, 2))


@dataclass(frozen=True, slots=True)
class RankHand:
    """Six cards by rank alone: how many deals give it, and the mean hand for each pair of ranks laid away."""

    ranks: tuple[int, ...]
    deals: int
    means: dict[Pair, float]


def main() -> None:
    hands = all_rank_hands()
    points = {key: _points_by_discards(*key) for key in _table_keys()}
    own: Table = dict.fromkeys(points, 0.0)
    opponents: Table = dict.fromkeys(points, 0.0)
    change = STEADY
    while change >= STEADY:
        new_own = next_table(hands, points, opponents, sign=-1)
        new_opponents = next_table(hands, points, own, sign=1)
        change = max(_change(own, new_own), _change(opponents, new_opponents))
        own, opponents = new_own, new_opponents
        print(f"largest change: {change:.4f}", flush=True)
    _write(own, opponents)


def all_rank_hands() -> list[RankHand]:
    """The 18,395 sets of six ranks."""
    possible = (ranks for ranks in combinations_with_replacement(RANKS, 6) if max(Counter(ranks).values()) <= 4)
    return [_rank_hand(ranks) for ranks in possible]


def _rank_hand(ranks: tuple[int, ...]) -> RankHand:
    # Suits in turn: cards of one rank differ, and no four cards make a flush.
    hand = [Card(Rank(rank), SUITS[place % 4]) for place, rank in enumerate(ranks)]
    starters = [card.index for card in DECK if card not in hand]
    means = {}
    for discards in combinations(hand, 2):
        kept = [card for card in hand if card not in discards]
        means[int(discards[0].rank), int(discards[1].rank)] = mean_hand(kept, starters)
    return RankHand(ranks, _ways(Counter(ranks)), means)


def _ways(cards: Counter[int], taken: Counter[int] | None = None) -> int:
    """In how many ways the pack, without the cards taken, gives so many of each rank."""
    ways = 1
    for rank, number in cards.items():
        ways *= comb(4 - (taken[rank] if taken else 0), number)
    return ways


def _table_keys() -> list[tuple[int, int, bool]]:
    return [(low, high, suited) for low, high in PAIRS for suited in (False, True) if not (suited and low == high)]


def _points_by_discards(low: int, high: int, suited: bool) -> dict[tuple[Pair, int], float]:
    """The mean crib of a pair with the other's discards and the starter given by rank, over all suits of those."""
    mine = (Card(Rank(low), SUITS[0]), Card(Rank(high), SUITS[0 if suited else 1]))
    left = {rank: [card for card in DECK if card.rank == rank and card not in mine] for rank in RANKS}
    points: dict[tuple[Pair, int], list[int]] = defaultdict(list)
    for pair in PAIRS:
        for others in _of_ranks(pair, left):
            cards = (mine[0].index, mine[1].index, others[0].index, others[1].index)
            for rank in RANKS:
                starters = [card.index for card in left[rank] if card not in others]
                points[pair, rank] += count_over_starters(cards, starters, crib=True)
    return {key: sum(counted) / len(counted) for key, counted in points.items() if counted}


def _of_ranks(pair: Pair, left: dict[int, list[Card]]) -> Iterable[tuple[Card, ...]]:
    if pair[0] == pair[1]:
        return combinations(left[pair[0]], 2)
    return product(left[pair[0]], left[pair[1]])


def next_table(
    hands: list[RankHand], points: dict[tuple[int, int, bool], dict[tuple[Pair, int], float]], other: Table, sign: int
) -> Table:
    """The mean crib of each pair against a player who discards by the table `other`, which counts for it or against."""
    by_discards: dict[Pair, list[RankHand]] = defaultdict(list)
    for hand in hands:
        by_discards[_choose(hand, other, sign)].append(hand)
    table = {}
    for low, high in PAIRS:
        weights = _weights((low, high), by_discards)
        for suited in (False, True):
            if mean := points.get((low, high, suited)):
                table[low, high, suited] = sum(weight * mean[key] for key, weight in weights.items())
    return table


def _choose(hand: RankHand, table: Table, sign: int) -> Pair:
    return max(hand.means, key=lambda pair: hand.means[pair] + sign * table[pair[0], pair[1], False])


def _weights(mine: Pair, by_discards: dict[Pair, list[RankHand]]) -> dict[tuple[Pair, int], float]:
    """How likely the other's discards come with each rank of the starter, once `mine` are out of the pack."""
    taken = Counter(mine)
    weights: dict[tuple[Pair, int], float] = {}
    for pair, hands in by_discards.items():
        deals, held = 0, [0] * 14
        for hand in hands:
            ways = _deals_without(hand, taken)
            deals += ways
            for rank in hand.ranks:
                held[rank] += ways
        for rank in RANKS:
            if starters := deals * (4 - taken[rank]) - held[rank]:
                weights[pair, rank] = starters / (comb(50, 6) * 44)
    return weights


def _deals_without(hand: RankHand, taken: Counter[int]) -> int:
    deals = hand.deals
    for rank, number in taken.items():
        if held := hand.ranks.count(rank):
            deals = deals // comb(4, held) * comb(4 - number, held)
    return deals


def _change(before: Table, after: Table) -> float:
    return max(abs(before[key] - after[key]) for key in before)


def _write(own: Table, opponents: Table) -> None:
    with TABLE_FILE.open("w", encoding="ascii", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("low", "high", "suited", "own", "opponent"))
        for low, high, suited in sorted(own):
            pair = low, high, suited
            writer.writerow((low, high, "yes" if suited else "no", f"{own[pair]:.3f}", f"{opponents[pair]:.3f}"))


if __name__ == "__main__":
    main()

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
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod

from games.analysis.crib import TABLE_FILE, Table
from games.analysis.discard import mean_hand
from games.engine.cards import DECK, Card, Rank, Suit
from games.engine.counting import count_over_starters

Pair = tuple[int, int]
Points = dict[tuple[int, int, bool], dict[tuple[Pair, int], float]]
"""By own pair and whether it is suited, then by the other's pair and the rank of the starter."""

STEADY = 0.005
"""Points. Rounds go on to differ by up to 0.0033 as a few hands on the border swing between two discards."""

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
    hands, points = all_rank_hands(), points_of_pairs()
    own: Table = dict.fromkeys(points, 0.0)
    opponents: Table = dict.fromkeys(points, 0.0)
    change = STEADY
    while change >= STEADY:
        new_own, new_opponents = next_tables(hands, points, own, opponents)
        change = max(largest_change(own, new_own), largest_change(opponents, new_opponents))
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
    return RankHand(ranks, prod(comb(4, number) for number in Counter(ranks).values()), means)


def points_of_pairs() -> Points:
    """For each pair: the mean crib by the other's discards and the starter."""
    pairs = [(low, high, suited) for low, high in PAIRS for suited in (False, True) if not (suited and low == high)]
    return {pair: _points_by_discards(*pair) for pair in pairs}


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


def next_tables(hands: list[RankHand], points: Points, own: Table, opponents: Table) -> tuple[Table, Table]:
    """Both tables, own crib first, against players who discard by the tables of the round before.

    Into our crib the opponent lays away what gives little, into the own one what gains much.
    """
    return (
        _mean_cribs(points, _by_discards(hands, lambda pair: -opponents[*pair, False])),
        _mean_cribs(points, _by_discards(hands, lambda pair: own[*pair, False])),
    )


def _by_discards(hands: list[RankHand], crib: Callable[[Pair], float]) -> dict[Pair, list[RankHand]]:
    """The hands by the pair that a player lays away to whom a pair in the crib is worth `crib`."""
    chosen: dict[Pair, list[RankHand]] = defaultdict(list)
    for hand in hands:
        chosen[max(hand.means, key=lambda pair: hand.means[pair] + crib(pair))].append(hand)
    return chosen


def _mean_cribs(points: Points, by_discards: dict[Pair, list[RankHand]]) -> Table:
    table = {}
    for mine in PAIRS:
        weights = _weights(mine, by_discards)
        for pair in {(*mine, False), (*mine, True)} & points.keys():
            table[pair] = sum(weight * points[pair][key] for key, weight in weights.items())
    return table


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


def largest_change(before: Table, after: Table) -> float:
    return max(abs(before[key] - after[key]) for key in before)


def _write(own: Table, opponents: Table) -> None:
    with TABLE_FILE.open("w", encoding="ascii", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("low", "high", "suited", "own", "opponent"))
        for low, high, suited in sorted(own):
            pair = low, high, suited
            letters = Rank(low).letter, Rank(high).letter
            writer.writerow((*letters, "yes" if suited else "no", f"{own[pair]:.3f}", f"{opponents[pair]:.3f}"))


if __name__ == "__main__":
    main()

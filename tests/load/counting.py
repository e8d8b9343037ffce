"""How many hands are counted a second, by the fast path and by the explaining one."""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.engine import score_hand
from games.engine.cards import DECK
from games.engine.counting import count_hand, count_over_starters

ROUNDS = 5  # the best one counts: whatever else the machine does only slows it


@dataclass(frozen=True)
class Way:
    """One way to count: `count` counts `hands` hands each time it is called."""

    name: str
    how: str
    hands: int
    count: Callable[[], object]

    def hands_a_second(self) -> float:
        return self.hands / min(self._seconds() for _ in range(ROUNDS))

    def _seconds(self) -> float:
        start = time.process_time()
        self.count()
        return time.process_time() - start


def by_keep(keeps: int = 20_000) -> Way:
    dealt = [(first, second, third, fourth) for first, second, third, fourth in _dealt(keeps, 4)]
    batches = [(keep, [card for card in range(52) if card not in keep]) for keep in dealt]
    return Way(
        "fast, by keep",
        "count_over_starters: each keep with its 48 starters",
        48 * keeps,
        lambda: [count_over_starters(keep, starters) for keep, starters in batches],
    )


def one_by_one(hands: int = 200_000) -> Way:
    dealt = _dealt(hands, 5)
    return Way(
        "fast, one by one",
        "count_hand: each hand a call",
        hands,
        lambda: [count_hand(first, second, third, fourth, starter) for first, second, third, fourth, starter in dealt],
    )


def explaining(hands: int = 10_000) -> Way:
    dealt = [([DECK[card] for card in hand[:4]], DECK[hand[4]]) for hand in _dealt(hands, 5)]
    return Way(
        "explaining",
        "score_hand: every reason with its cards",
        hands,
        lambda: [score_hand(hand, starter) for hand, starter in dealt],
    )


def _dealt(hands: int, cards: int) -> Sequence[list[int]]:
    """Drawn at random, and always the same."""
    dice = random.Random(121)
    return [dice.sample(range(52), cards) for _ in range(hands)]

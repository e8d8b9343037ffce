"""A second judge of the game, written apart from the engine: by brute force over the text of the cards.

It follows a log from the cut to the end, says beforehand which moves the rules allow, and tells what each record
must peg. It knows the engine's records and nothing else of it.
"""

from dataclasses import dataclass, field
from itertools import chain, takewhile

from games.engine.moves import (
    Count,
    Cut,
    CutCards,
    Deal,
    Discard,
    Go,
    Join,
    Move,
    Muggins,
    Pass,
    Play,
    Record,
    Show,
    TurnStarter,
)

RANKS = "A23456789TJQK"

Points = tuple[int, str, int]
"""(seat, reason, points): what was scored, before the target cuts anything off."""


def rank(card: str) -> int:
    return RANKS.index(card[0]) + 1


def value(card: str) -> int:
    return min(rank(card), 10)


def total(cards: list[str]) -> int:
    return sum(map(value, cards))


def in_sequence(cards: list[str]) -> bool:
    ranks = sorted(map(rank, cards))
    return len(ranks) >= 3 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def play_points(pile: list[str]) -> list[tuple[str, int]]:
    """What the last card of the count scores by itself."""
    alike = len(list(takewhile(lambda card: card[0] == pile[-1][0], reversed(pile))))
    run = max((size for size in range(len(pile) + 1) if in_sequence(pile[len(pile) - size :])), default=0)
    scored = [
        ("fifteen", 2 * (total(pile) == 15)),
        ("thirty_one", 2 * (total(pile) == 31)),
        (["", "", "pair", "three_of_a_kind", "four_of_a_kind"][alike], alike * (alike - 1)),
        ("run", run),
    ]
    return [(reason, points) for reason, points in scored if points]


def show_points(four: list[str], starter: str, crib: bool) -> int:
    """The worth of a hand, over all 32 subsets of its five cards."""
    five = [*four, starter]
    subsets = [[five[place] for place in range(5) if mask >> place & 1] for mask in range(32)]
    points = 2 * sum(total(subset) == 15 for subset in subsets)
    points += 2 * sum(len(subset) == 2 and subset[0][0] == subset[1][0] for subset in subsets)
    runs = [len(subset) for subset in subsets if in_sequence(subset)]
    points += sum(size for size in runs if size == max(runs))
    suits = "".join(card[1] for card in five)
    if suits[0] * 5 == suits:
        points += 5
    elif suits[0] * 4 == suits[:4] and not crib:
        points += 4
    return points + (f"J{starter[1]}" in four)


@dataclass
class Referee:
    target: int
    count_mode: str
    first_dealer: int | None
    joined: bool = False
    over: bool = False
    cuts: set[int] = field(default_factory=set)
    dealer: int | None = None
    scores: list[int] = field(default_factory=lambda: [0, 0])
    winner: int | None = None
    dealt: list[list[str]] = field(default_factory=lambda: [[], []])
    away: list[list[str]] = field(default_factory=lambda: [[], []])
    held: list[list[str]] = field(default_factory=lambda: [[], []])
    starter: str | None = None
    count: list[str] = field(default_factory=list)
    last: int = 0
    said_go: set[int] = field(default_factory=set)
    to_play: int | None = None
    settled: int = 0
    claimed: int | None = None

    # What is allowed

    def awaited(self) -> set[int]:
        """Seats that have something to decide."""
        if self.over:
            return set()
        if self.dealer is None:
            return {seat for seat in (0, 1) if seat not in self.cuts and (seat == 0 or self.joined)}
        if self.starter is None:
            return {seat for seat in (0, 1) if not self.away[seat]}
        if self.to_play is not None:
            return {self.to_play}
        if self.count_mode == "automatic" or self.settled == 3:
            return set()
        owner = self.hand_in_turn()[1]
        return {owner if self.claimed is None else 1 - owner}

    def allows(self, seat: int, move: Move) -> bool:
        if seat not in self.awaited():
            return False
        if self.dealer is None:
            return isinstance(move, Cut) and len(move.seed) <= 64 and all(" " <= sign <= "~" for sign in move.seed)
        if self.starter is None:
            return isinstance(move, Discard) and self._may_lay_away(seat, [str(card) for card in move.cards])
        if self.to_play is not None:
            fitting = [card for card in self.held[seat] if total(self.count) + value(card) <= 31]
            return (isinstance(move, Play) and str(move.card) in fitting) or (isinstance(move, Go) and not fitting)
        if self.claimed is None:
            return isinstance(move, Count) and move.points in range(30)
        return isinstance(move, Pass) or (isinstance(move, Muggins) and move.points in range(1, 30))

    def _may_lay_away(self, seat: int, cards: list[str]) -> bool:
        return len(cards) == 2 and cards[0] != cards[1] and all(card in self.held[seat] for card in cards)

    def hand_in_turn(self) -> tuple[str, int, list[str]]:
        """What is counted next in the show, whose it is, and its four cards."""
        assert self.dealer is not None
        pone = 1 - self.dealer
        hands = [[card for card in self.dealt[seat] if card not in self.away[seat]] for seat in (0, 1)]
        order = [("hand", pone, hands[pone]), ("hand", self.dealer, hands[self.dealer])]
        return [*order, ("crib", self.dealer, list(chain(*self.away)))][self.settled]

    def truth(self) -> int:
        what, _owner, four = self.hand_in_turn()
        assert self.starter is not None
        return show_points(four, self.starter, what == "crib")

    # What a record brings

    def follow(self, record: Record) -> list[Points]:
        """What the record scores, in order; afterwards `scores`, `winner` and `over` stand as they must."""
        scored = self._bring(record)
        for seat, _reason, points in scored:
            if not self.over:
                self.scores[seat] = min(self.target, self.scores[seat] + points)
                self.over = self.scores[seat] == self.target
                self.winner = seat if self.over else None
        return scored

    def _bring(self, record: Record) -> list[Points]:
        match record.act:
            case Join():
                self.joined = True
            case Cut():
                self.cuts.add(record.seat or 0)
            case CutCards(pairs):
                mine, theirs = pairs[-1]
                self.first_dealer = 0 if rank(str(mine)) < rank(str(theirs)) else 1
            case Deal(hands):
                self._deal([[str(card) for card in hand] for hand in hands])
            case Discard(cards):
                assert record.seat is not None
                self.away[record.seat] = [str(card) for card in cards]
                self.held[record.seat] = [c for c in self.held[record.seat] if c not in self.away[record.seat]]
            case _:
                return self._score(record)
        return []

    def _deal(self, hands: list[list[str]]) -> None:
        self.dealer = self.first_dealer if self.dealer is None else 1 - self.dealer
        self.dealt, self.held, self.away = hands, [list(hand) for hand in hands], [[], []]
        self.starter, self.count, self.settled = None, [], 0
        self.said_go = set()

    def _score(self, record: Record) -> list[Points]:
        match record.act:
            case TurnStarter(card):
                assert self.dealer is not None
                self.starter, self.to_play = str(card), 1 - self.dealer
                return [(self.dealer, "heels", 2)] if self.starter[0] == "J" else []
            case Play(card):
                assert record.seat is not None
                return self._lay(record.seat, str(card))
            case Go():
                assert record.seat is not None
                self.said_go.add(record.seat)
                return self._pass_on()
            case Show():
                return self._settle(29)
            case Count(points):
                return self._claim(points)
            case Muggins() | Pass():
                return self._answer(record)
        raise AssertionError(f"no game goes on after {record}")

    def _lay(self, seat: int, card: str) -> list[Points]:
        self.held[seat].remove(card)
        self.count.append(card)
        self.last = seat
        return [(seat, reason, points) for reason, points in play_points(self.count)] + self._pass_on()

    def _pass_on(self) -> list[Points]:
        """Find who plays next: the other answers with a card or a go, unless nothing can or need be said."""
        other, room = 1 - self.last, 31 - total(self.count)
        if room and self.held[other] and other not in self.said_go:
            self.to_play = other
            return []
        if any(value(card) <= room for card in self.held[self.last]):
            self.to_play = self.last
            return []
        self.count, self.said_go = [], set()
        leaders = [seat for seat in (other, self.last) if self.held[seat]]
        self.to_play = leaders[0] if leaders else None
        return [(self.last, "go" if leaders else "last_card", 1)] if room else []

    def _claim(self, points: int) -> list[Points]:
        _what, owner, _four = self.hand_in_turn()
        ends = self.scores[owner] + min(points, self.truth()) >= self.target
        if self.count_mode == "manual" or points > self.truth() or ends:
            return self._settle(points)
        self.claimed = points
        return [(owner, "claim", points)]

    def _answer(self, record: Record) -> list[Points]:
        missed = self.truth() - (self.claimed or 0)
        self.claimed = None
        self.settled += 1
        if isinstance(record.act, Muggins) and record.act.points == missed:
            assert record.seat is not None
            return [(record.seat, "muggins", missed)]
        return []

    def _settle(self, most: int) -> list[Points]:
        what, owner, _four = self.hand_in_turn()
        points = min(most, self.truth())
        self.settled += 1
        return [(owner, what, points)]

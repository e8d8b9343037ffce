"""School mode: a hand that is counted combination by combination, each judged by what the hand is worth."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.engine.cards import Card
from games.engine.reasons import Reason, ReasonKind
from games.engine.scoring import HandScore, score_hand
from games.engine.state import CountMode
from games.engine.views import View

Combination = frozenset[Card]

# Fewer of these cards would count, too, if there were not more of them: what they are, and from how many cards on.
COUNTED_WHOLE = {
    ReasonKind.THREE_OF_A_KIND: 2,
    ReasonKind.FOUR_OF_A_KIND: 2,
    ReasonKind.RUN: 3,
    ReasonKind.FLUSH: 4,
}


class Verdict(StrEnum):
    FOUND = "found"
    TAKEN = "taken"
    PART = "part"  # of a combination that is counted whole
    NOTHING = "nothing"


def worth(score: HandScore, chosen: Combination) -> tuple[Reason, ...]:
    """What just these cards count for; the same cards may be a fifteen and a run."""
    return tuple(reason for reason in score.reasons if chosen == set(reason.cards))


def judge(score: HandScore, found: Collection[Combination], chosen: Combination) -> Verdict:
    """What is to be said to the cards that were chosen, after those of `found` have been."""
    if worth(score, chosen):
        return Verdict.TAKEN if chosen in found else Verdict.FOUND
    return Verdict.PART if any(_is_part(chosen, reason) for reason in score.reasons) else Verdict.NOTHING


def _is_part(chosen: Combination, reason: Reason) -> bool:
    fewest = COUNTED_WHOLE.get(reason.kind)
    return fewest is not None and len(chosen) >= fewest and chosen < set(reason.cards)


def missing(score: HandScore, found: Iterable[Combination]) -> tuple[Reason, ...]:
    """The combinations that were not yet found, in the order of counting."""
    taken = set(found)
    return tuple(reason for reason in score.reasons if frozenset(reason.cards) not in taken)


@dataclass(frozen=True)
class Hand:
    """The five cards that a player has to count, and what they are worth."""

    cards: tuple[Card, ...]
    score: HandScore


def hand_to_count(view: View) -> Hand | None:
    """What the viewer has to count and may learn at; None at any other moment.

    Never where muggins is played: there the opponent gains by what one misses.
    """
    counting = view.counting
    if counting is None or counting.seat != view.you or view.starter is None:
        return None
    if view.settings.count_mode is not CountMode.MANUAL:
        return None
    score = score_hand(counting.cards, view.starter, crib=counting.what == "crib")
    return Hand((*counting.cards, view.starter), score)


@dataclass(frozen=True)
class Attempts:
    """What was put forward for one decision; `last` is what `verdict` was said to."""

    decision: str
    found: tuple[Combination, ...] = ()
    last: Combination = frozenset()
    verdict: Verdict | None = None
    tries: int = 0

    @classmethod
    def of(cls, kept: Mapping[str, Any], decision: str) -> "Attempts":
        """From what is kept beside the seat; a new one where that is about another decision."""
        if kept.get("decision") != decision:
            return cls(decision)
        found = tuple(map(_combination, kept["found"]))
        return cls(decision, found, _combination(kept["last"]), Verdict(kept["verdict"]), kept["tries"])

    def to_json(self) -> dict[str, Any]:
        return {
            "decision": self.decision,
            "found": [sorted(map(str, cards)) for cards in self.found],
            "last": sorted(map(str, self.last)),
            "verdict": self.verdict,
            "tries": self.tries,
        }


def _combination(names: Iterable[str]) -> Combination:
    return frozenset(map(Card.parse, names))

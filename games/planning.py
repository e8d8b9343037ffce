"""Plans of slow games: answers sealed while waiting, each for one of the own next turns in the play of a deal.

Pure. What an answer plays is chosen from the seat's own `View`, and only among what is legal there.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeGuard

from games.engine.cards import Card, Rank, UnparsableCard
from games.engine.errors import UnparsableMove
from games.engine.legality import HIGHEST_COUNT
from games.engine.moves import Play
from games.engine.state import Phase, Status
from games.engine.views import View

MOST_ANSWERS = 3
FIFTEEN = 15
COUNTS = range(1, HIGHEST_COUNT)
AIMS = (FIFTEEN, HIGHEST_COUNT)
RANK_OF_LETTER = {rank.letter: rank for rank in Rank}


class Way(StrEnum):
    """How a card is chosen where none is named. Of several cards that would do, the lowest is played.

    Cards are low or high by rank; of one rank clubs are the lowest, then diamonds, hearts, spades.
    """

    LOWEST = "lowest"
    HIGHEST = "highest"
    FIFTEEN = "15"
    THIRTY_ONE = "31"
    PAIR = "pair"  # of the card just laid
    ASK = "ask"  # plays nothing: the player is asked


WAY_OF_TEXT = {str(way): way for way in Way}


class Stop(StrEnum):
    """Why an answer played nothing, or an unused one was dropped."""

    ASKED = "asked"
    CARD_GONE = "card_gone"
    CARD_PASSES_31 = "card_passes_31"
    NO_CARD = "no_card"
    LAPSED = "lapsed"


Action = Card | Way


@dataclass(frozen=True, slots=True)
class Conditions:
    """All that are given must hold.

    `falls`: the rank of the opponent's last card in the count that is running; `count_at_least`: 1 to 30;
    `makes`: 15 or 31, which a card of the own hand brings the count to.
    """

    falls: Rank | None = None
    count_at_least: int | None = None
    makes: int | None = None

    def hold(self, view: View) -> bool:
        fallen = [laid.card.rank for laid in view.pile if laid.seat != view.you][-1:]
        return (
            (self.falls is None or fallen == [self.falls])
            and (self.count_at_least is None or view.count >= self.count_at_least)
            and (self.makes is None or bool(_making(self.makes, view)))
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """What to play when the turn comes."""

    conditions: Conditions
    then: Action
    otherwise: Action = Way.ASK


def choose(answer: Answer, view: View) -> Play | Stop:
    """The card that the answer plays at the own turn; always a legal one, or the reason why there is none."""
    action = answer.then if answer.conditions.hold(view) else answer.otherwise
    if isinstance(action, Card):
        return _named(action, view)
    if action is Way.ASK:
        return Stop.ASKED
    cards = WAYS[action](view)
    return Play(cards[0]) if cards else Stop.NO_CARD


def _named(card: Card, view: View) -> Play | Stop:
    if card in _fitting(view):
        return Play(card)
    return Stop.CARD_PASSES_31 if card in own_hand(view) else Stop.CARD_GONE


def _fitting(view: View) -> list[Card]:
    """The cards that may be played now, the lowest first."""
    return sorted(choice.card for choice in view.legal if choice.card is not None)


def _making(count: int, view: View) -> list[Card]:
    return [card for card in _fitting(view) if view.count + card.value == count]


def _pairing(view: View) -> list[Card]:
    laid = view.pile[-1].card.rank if view.pile else None
    return [card for card in _fitting(view) if card.rank == laid]


WAYS: dict[Way, Callable[[View], list[Card]]] = {
    Way.LOWEST: _fitting,
    Way.HIGHEST: lambda view: _fitting(view)[::-1],
    Way.FIFTEEN: lambda view: _making(FIFTEEN, view),
    Way.THIRTY_ONE: lambda view: _making(HIGHEST_COUNT, view),
    Way.PAIR: _pairing,
}


def own_hand(view: View) -> tuple[Card, ...]:
    """The cards that the viewer still holds; none for a watcher."""
    return (view.seats[view.you].hand or ()) if view.you is not None else ()


def turns_left(view: View) -> int:
    """How many cards the viewer has still to choose in the play of this deal: the last one may be no choice."""
    if view.status is not Status.ACTIVE or view.phase not in (Phase.DISCARD, Phase.PLAY):
        return 0
    return max(0, len(own_hand(view)) - view.settings.automatic_moves)


def may_plan(view: View) -> bool:
    """Whether the viewer waits for the opponent and has cards to choose in the play of this deal."""
    return view.decision is None and turns_left(view) > 0


def parse(data: object) -> tuple[Answer, ...]:
    """One to three answers from JSON such as {"if": {"falls": "7"}, "then": "8H", "else": "ask"}.

    Without "if" the answer always plays its "then"; without "else" it asks. Raises `UnparsableMove`.
    """
    if not isinstance(data, list) or not 1 <= len(data) <= MOST_ANSWERS:
        raise UnparsableMove("plan_length", most=MOST_ANSWERS)
    return tuple(map(_answer, data))


def to_json(answers: Iterable[Answer]) -> list[dict[str, Any]]:
    """What `parse` reads, every field of an answer given."""
    return [
        {"if": _conditions_json(answer.conditions), "then": str(answer.then), "else": str(answer.otherwise)}
        for answer in answers
    ]


def _conditions_json(conditions: Conditions) -> dict[str, Any]:
    falls, least, makes = conditions.falls, conditions.count_at_least, conditions.makes
    given = {"falls": falls and falls.letter, "count_at_least": least, "makes": makes}
    return {name: value for name, value in given.items() if value is not None}


def _answer(data: object) -> Answer:
    about = _fields(data, ("if", "then", "else"))
    then = _action(about.get("then"))
    if then is Way.ASK:
        raise UnparsableMove("plan_action")
    return Answer(_conditions(about.get("if", {})), then, _action(about.get("else", "ask")))


def _fields(data: object, names: Sequence[str]) -> Mapping[str, object]:
    if not isinstance(data, dict) or not set(data) <= set(names):
        raise UnparsableMove("plan_answer")
    return data


def _conditions(data: object) -> Conditions:
    about = _fields(data, ("falls", "count_at_least", "makes"))
    return Conditions(
        falls=_rank(about.get("falls")),
        count_at_least=_count(about.get("count_at_least")),
        makes=_aim(about.get("makes")),
    )


def _rank(value: object) -> Rank | None:
    if value is None:
        return None
    if not isinstance(value, str) or value not in RANK_OF_LETTER:
        raise UnparsableMove("plan_falls")
    return RANK_OF_LETTER[value]


def _count(value: object) -> int | None:
    if value is None or _is_number_of(value, COUNTS):
        return value
    raise UnparsableMove("plan_count", most=COUNTS[-1])


def _aim(value: object) -> int | None:
    if value is None or _is_number_of(value, AIMS):
        return value
    raise UnparsableMove("plan_makes")


def _is_number_of(value: object, allowed: Sequence[int]) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value in allowed


def _action(value: object) -> Action:
    if isinstance(value, str) and value in WAY_OF_TEXT:
        return WAY_OF_TEXT[value]
    try:
        return Card.parse(value)  # type: ignore[arg-type]
    except UnparsableCard as error:
        raise UnparsableMove("plan_action") from error

"""A game of chosen cards, played by the engine and stored nowhere: for the pages that teach."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.engine.cards import DECK, Card
from games.engine.game import apply
from games.engine.moves import Cut, Deal, Discard, Go, Join, Play, Record, TurnStarter
from games.engine.state import CountMode, Settings, State, start
from games.tables import Told


@dataclass(frozen=True)
class Staged:
    """A position, and what led to it record by record."""

    state: State
    told: tuple[Told, ...] = ()

    def after(self, *records: Record) -> "Staged":
        """The position after the records. Raises a `MoveError` where the rules do not allow one."""
        state, told = self.state, list(self.told)
        for record in records:
            state, events = apply(state, record)
            told.append(Told(state.ply, events, automatic=False))
        return Staged(state, tuple(told))

    def play(self, words: Iterable[str]) -> "Staged":
        """Cards such as "5H", and "go", each by the seat whose turn it is."""
        staged = self
        for word in words:
            act = Go() if word == "go" else Play(Card.parse(word))
            staged = staged.after(Record(staged.state.to_play, act))
        return staged


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as "5H TS"."""
    return tuple(Card.parse(name) for name in text.split())


def seated(first_dealer: int | None = None, scores: tuple[int, int] = (0, 0)) -> Staged:
    """Both have sat down and count their hands themselves.

    Where `first_dealer` is named both have cut, too; else the cut decides.
    """
    settings = Settings(count_mode=CountMode.MANUAL, first_dealer=first_dealer)
    staged = Staged(replace(start(settings), scores=scores)).after(Record(1, Join()))
    if first_dealer is None:
        return staged
    return staged.after(Record(0, Cut("")), Record(1, Cut("")))


def dealt(hands: tuple[str, str], away: tuple[str, str], starter: str) -> tuple[Record, ...]:
    """The records of a deal up to its starter; all by seat: the four cards that each keeps, and the two laid away."""
    first, second = (cards(f"{kept} {two}") for kept, two in zip(hands, away, strict=True))
    return (
        Record(None, Deal((first, second))),
        Record(0, Discard(cards(away[0]))),
        Record(1, Discard(cards(away[1]))),
        Record(None, TurnStarter(Card.parse(starter))),
    )


def ready_to_play(pone: str, dealer: str) -> Staged:
    """Seat 0 is pone and leads. Where fewer than four cards are named, others fill the hand up."""
    named = cards(f"{pone} {dealer}")
    others = [str(card) for card in DECK if card not in named]
    hands = [f"{hand} {' '.join(others.pop() for _ in range(4 - len(hand.split())))}" for hand in (pone, dealer)]
    away = [f"{others.pop()} {others.pop()}" for _ in hands]
    starter = next(card for card in others if not card.startswith("J"))
    return seated(first_dealer=1).after(*dealt((hands[0], hands[1]), (away[0], away[1]), starter))

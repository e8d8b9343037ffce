"""Positions reached by playing records from chosen hands, and what happened told in short lines.

A script is a rematch in which seat 1 has the first deal, so that no cut decides anything: the pone of the first deal
is seat 0. Each method that plays records returns what they brought, one line for each event.
"""

from collections.abc import Iterable
from dataclasses import replace

from games.engine import DECK, Card
from games.engine.dealing import next_dealer
from games.engine.events import (
    ClaimEvent,
    CutEvent,
    DealEvent,
    DiscardEvent,
    EndEvent,
    Event,
    GoEvent,
    MugginsEvent,
    PassEvent,
    PlayEvent,
    PointsEvent,
    SeatEvent,
    ShowEvent,
    StarterEvent,
)
from games.engine.game import apply
from games.engine.legality import seats_to_move
from games.engine.moves import Act, Count, Cut, Deal, Discard, Go, Join, Muggins, Pass, Play, Record, Show, TurnStarter
from games.engine.state import CountMode, Settings, State, start
from tests.engine.notation import cards

PONE, DEALER = 0, 1


class Script:
    def __init__(
        self,
        *,
        scores: tuple[int, int] = (0, 0),
        target: int = 121,
        count_mode: CountMode = CountMode.AUTOMATIC,
        automatic_moves: bool = False,
        first_dealer: int | None = DEALER,
        begun: bool = True,
    ) -> None:
        self.state: State = start(Settings(target, count_mode, automatic_moves, first_dealer))
        self.events: list[Event] = []
        if begun:
            self.do(1, Join())
            self.do(0, Cut("ana"))
            self.do(1, Cut("ben"))
        self.state = replace(self.state, scores=scores)

    def do(self, seat: int | None, act: Act) -> list[str]:
        self.state, events = apply(self.state, Record(seat, act))
        self.events += events
        return [tell(event) for event in events]

    def deal(self, pone: str, dealer: str, starter: str, crib: str = "") -> "Script":
        """Stack a deal up to the starter: the four cards each keeps, and the crib, pone's two before the dealer's."""
        self.deal_hands(pone, dealer, starter, crib)
        for seat in (0, 1):
            self.discard(seat)
        self.turn(starter)
        return self

    def deal_hands(self, pone: str, dealer: str, starter: str = "", crib: str = "") -> "Script":
        """Stack a deal up to the discards. Without a crib, cards that nobody named are laid away."""
        named = cards(f"{pone} {dealer} {starter} {crib}")
        away = cards(crib) or tuple(card for card in DECK if card not in named)[:4]
        hands = ((*cards(pone), *away[:2]), (*cards(dealer), *away[2:]))
        self.do(None, Deal(hands if next_dealer(self.state) == 1 else (hands[1], hands[0])))
        return self

    def to_the_show(self, crib: str = "5S 5H 5D JH", last: str = "9H") -> "Script":
        """A whole play in which the pone pegs nothing and the dealer 2. Pone's hand is worth 7, the crib 21.

        The dealer's hand is worth 2, or nothing with TH as its last card instead of 9H.
        """
        self.deal("2C 3D 4H TS", f"6C 8D {last} QD", starter="KH", crib=crib)
        self.play(f"TS QD 4H 6C go 3D 8D 2C {last}")
        return self

    def discard(self, seat: int) -> list[str]:
        """Lay away the last two cards, as `deal_hands` stacked them."""
        return self.do(seat, Discard(self.state.hands[seat][-2:]))

    def turn(self, starter: str) -> list[str]:
        return self.do(None, TurnStarter(Card.parse(starter)))

    def play(self, text: str) -> list[str]:
        """Cards and "go", each by the seat whose turn it is."""
        lines = []
        for word in text.split():
            lines += self.do(self.state.to_play, Go() if word == "go" else Play(Card.parse(word)))
        return lines

    def show(self) -> list[str]:
        """The server counts the next hand or crib."""
        return self.do(None, Show())

    def count(self, points: int) -> list[str]:
        return self.do(self.turn_of, Count(points))

    def muggins(self, points: int) -> list[str]:
        return self.do(self.turn_of, Muggins(points))

    def let_pass(self) -> list[str]:
        return self.do(self.turn_of, Pass())

    @property
    def turn_of(self) -> int:
        """The only seat with a decision open."""
        (seat,) = seats_to_move(self.state)
        return seat


def tell(event: Event) -> str:
    """One event in a short line, such as "0 plays 7C: 22" or "0 +2 fifteen (7C 8D) = 14"."""
    match event:
        case PlayEvent(seat, card, count):
            return f"{seat} plays {card}: {count}"
        case GoEvent(seat):
            return f"{seat} says go"
        case PointsEvent(seat, points, pegged, reason, combination, score):
            worth = f"+{points}" if pegged == points else f"+{pegged} of {points}"
            return f"{seat} {worth} {reason}{_named(combination)} = {score}"
        case ShowEvent(what, seat, _cards, points, pegged):
            return f"{seat} shows {what}: {points}" + ("" if pegged == points else f", pegs {pegged}")
        case EndEvent(result):
            return (
                f"end: {result.winner} by {result.reason}, {result.scores[0]}-{result.scores[1]}, skunk {result.skunk}"
            )
    return _tell_more(event)


def _tell_more(event: Event) -> str:
    match event:
        case DealEvent(number, dealer):
            return f"deal {number} by {dealer}"
        case DiscardEvent(seat):
            return f"{seat} discards"
        case StarterEvent(card):
            return f"starter {card}"
        case ClaimEvent(seat, what, points):
            return f"{seat} claims {points} for {what}"
        case MugginsEvent(seat, points, right):
            return f"{seat} calls muggins {points}, {'right' if right else 'wrong'}"
        case PassEvent(seat):
            return f"{seat} passes"
        case SeatEvent(kind, seat):
            return f"{seat} {kind}"
        case CutEvent(pair):
            return f"cut {' '.join(map(str, pair))}"
    raise AssertionError(f"no line for {event}")


def _named(combination: Iterable[Card]) -> str:
    text = " ".join(map(str, combination))
    return f" ({text})" if text else ""

"""Who may do what now. People, computer players and programs are all judged here and nowhere else."""

from dataclasses import dataclass

from games.engine.cards import Card
from games.engine.errors import IllegalMove, NotYourTurn
from games.engine.moves import (
    LONGEST_SEED,
    MOST_POINTS_IN_A_HAND,
    Count,
    Cut,
    Discard,
    Go,
    Move,
    Muggins,
    Play,
)
from games.engine.state import SEATS, CountMode, Phase, State, Status

HIGHEST_COUNT = 31
CARDS_TO_DISCARD = 2


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing a seat may do now: a card to play, so many cards to choose, or a number within bounds."""

    action: str
    card: Card | None = None
    choose: int | None = None
    minimum: int | None = None
    maximum: int | None = None

    def admits(self, move: Move, hand: tuple[Card, ...]) -> bool:
        """Whether `move` is a way to do this with `hand`."""
        if move.kind != self.action:
            return False
        match move:
            case Play(card):
                return card == self.card
            case Discard(cards):
                return len(cards) == self.choose and len(set(cards)) == len(cards) and set(cards) <= set(hand)
            case Count(points) | Muggins(points):
                return (self.minimum or 0) <= points <= (self.maximum or 0)
            case Cut(seed):
                return len(seed) <= LONGEST_SEED and seed.isascii() and seed.isprintable()
        return True


def choices(state: State, seat: int) -> tuple[Choice, ...]:
    """Everything `seat` may do now; nothing where it has no decision open."""
    if state.status not in (Status.OPEN, Status.ACTIVE):
        return ()
    match state.phase:
        case Phase.CUT:
            seated = seat == 0 or state.status is Status.ACTIVE
            return (Choice("cut"),) if seated and state.seeds[seat] is None else ()
        case Phase.DISCARD:
            return () if state.discards[seat] else (Choice("discard", choose=CARDS_TO_DISCARD),)
        case Phase.PLAY:
            return _plays(state, seat) if state.to_play == seat else ()
        case Phase.COUNT:
            return _claims(state, seat)
    return ()


def _plays(state: State, seat: int) -> tuple[Choice, ...]:
    fitting = (card for card in state.hands[seat] if fits(state, card))
    return tuple(Choice("play", card=card) for card in fitting) or (Choice("go"),)


def _claims(state: State, seat: int) -> tuple[Choice, ...]:
    if state.settings.count_mode is CountMode.AUTOMATIC or state.being_counted is None:
        return ()
    owner = state.being_counted[1]
    if state.claim is None:
        return (Choice("count", minimum=0, maximum=MOST_POINTS_IN_A_HAND),) if seat == owner else ()
    if seat == owner:
        return ()
    return (Choice("muggins", minimum=1, maximum=MOST_POINTS_IN_A_HAND), Choice("pass"))


def fits(state: State, card: Card) -> bool:
    """Whether the count may take `card`."""
    return state.count + card.value <= HIGHEST_COUNT


def seats_to_move(state: State) -> tuple[int, ...]:
    """Seats with a decision open: both while cutting or discarding."""
    return tuple(seat for seat in SEATS if choices(state, seat))


def decision(state: State, seat: int) -> str | None:
    """The name of the seat's open decision, like "3.discard" or "3.play.2": never the same twice for a seat."""
    open_choices = choices(state, seat)
    if not open_choices:
        return None
    action = open_choices[0].action
    match action:
        case "play" | "go":
            return f"{state.deal}.play.{state.answered[seat]}"
        case "count" | "muggins":
            return f"{state.deal}.{action}.{state.counted}"
    return f"{state.deal}.{action}"


def require_legal(state: State, seat: int, move: Move) -> None:
    """Return if the rules allow it; else raise `NotYourTurn` or `IllegalMove` with the reason's key."""
    open_choices = choices(state, seat)
    if not open_choices:
        raise NotYourTurn("not_your_turn")
    if not any(choice.admits(move, state.hands[seat]) for choice in open_choices):
        raise _reason_against(state, seat, move, {choice.action for choice in open_choices})


def _reason_against(state: State, seat: int, move: Move, actions: set[str]) -> IllegalMove:
    hand = state.hands[seat]
    match move:
        case Play(card) if actions <= {"play", "go"}:
            if card not in hand:
                return IllegalMove("card_not_held", card=str(card))
            return IllegalMove("card_passes_31", card=str(card), count=state.count)
        case Go() if actions == {"play"}:
            return IllegalMove("go_while_a_card_fits")
        case Discard(cards) if actions == {"discard"}:
            return _reason_against_discard(cards, hand)
        case Count() | Muggins() if move.kind in actions:
            return IllegalMove("points_out_of_range", most=MOST_POINTS_IN_A_HAND)
        case Cut() if actions == {"cut"}:
            return IllegalMove("seed_not_printable", most=LONGEST_SEED)
    return IllegalMove("not_now")


def _reason_against_discard(cards: tuple[Card, ...], hand: tuple[Card, ...]) -> IllegalMove:
    if len(cards) != CARDS_TO_DISCARD:
        return IllegalMove("discard_two", count=len(cards))
    missing = next((card for card in cards if card not in hand), None)
    return IllegalMove("card_not_held", card=str(missing)) if missing else IllegalMove("card_twice")

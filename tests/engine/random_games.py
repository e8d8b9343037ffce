"""Whole games played at random: what the server would do, and players who choose anything that is open to them."""

from collections.abc import Callable, Iterator
from random import Random

from games.engine import DECK, Card
from games.engine.events import Event
from games.engine.game import apply, deck_number, due, server_record
from games.engine.legality import Choice, choices, seats_to_move
from games.engine.moves import Count, Cut, Discard, Go, Join, Move, Muggins, Pass, Play, Record
from games.engine.showing import true_count
from games.engine.state import CountMode, Settings, State, Status, start

Pick = Callable[[int], int]
"""Given n, one of 0 to n - 1."""
Decks = Callable[[State, int], tuple[Card, ...]]
"""Given the position and the number of a deck, that deck."""

ALL_SETTINGS = [
    Settings(target, count_mode, automatic_moves, first_dealer)
    for target, first_dealer in ((121, None), (61, 1), (121, 0))
    for count_mode in CountMode
    for automatic_moves in (False, True)
]


def deck_of(seed: int, number: int) -> tuple[Card, ...]:
    pack = list(DECK)
    Random(f"{seed} {number}").shuffle(pack)
    return tuple(pack)


def decks_of(seed: int) -> Decks:
    return lambda _state, number: deck_of(seed, number)


def next_record(state: State, decks: Decks, pick: Pick) -> Record | None:
    """What happens next; None when the match is over."""
    if state.result is not None:
        return None
    step = due(state)
    if step is not None:
        number = deck_number(state, step)
        return server_record(state, step, () if number is None else decks(state, number))
    waiting = seats_to_move(state)
    if state.status is Status.OPEN and pick(len(waiting) + 1) == 0:
        return Record(1, Join())
    seat = waiting[pick(len(waiting))]
    open_choices = choices(state, seat)
    return Record(seat, move_for(state, seat, open_choices[pick(len(open_choices))], pick))


def move_for(state: State, seat: int, choice: Choice, pick: Pick) -> Move:
    """Some way to do what the choice offers; claims and calls are often the true number, else near it."""
    match choice.action:
        case "cut":
            return Cut(("", "ana", "~" * 64)[pick(3)])
        case "discard":
            first = pick(6)
            second = (first + 1 + pick(5)) % 6
            return Discard((state.hands[seat][first], state.hands[seat][second]))
        case "play":
            assert choice.card is not None
            return Play(choice.card)
        case "count":
            return Count(min(29, max(0, true_count(state).points + (0, 0, -1, -2, 2)[pick(5)])))
        case "muggins":
            return Muggins(max(1, true_count(state).points - (state.claim or 0) + (0, 0, 1)[pick(3)]))
    return Go() if choice.action == "go" else Pass()


def random_game(
    settings: Settings, seed: int, decks: Decks | None = None
) -> Iterator[tuple[Record, State, tuple[Event, ...]]]:
    """Each record of a game played to the end, with the position after it and its events.

    Where no decks are given, any will do.
    """
    state = start(settings)
    pick = Random(seed).randrange
    decks = decks or decks_of(seed)
    while (record := next_record(state, decks, pick)) is not None:
        state, events = apply(state, record)
        yield record, state, events

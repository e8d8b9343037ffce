"""A table without a site: whole games by the real engine, where each player sees the view of its seat and no more."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from games import computer
from games.engine.cards import DECK, Card
from games.engine.game import apply, deck_number, due, server_record
from games.engine.moves import MOST_POINTS_IN_A_HAND, Count, Cut, Discard, Go, Join, Move, Muggins, Pass, Play, Record
from games.engine.state import SEATS, Settings, State, start
from games.engine.views import View, view_for

Player = Callable[[View, Random], Move]


def level(key: str) -> Player:
    """The computer player of a level."""
    return lambda view, dice: computer.choose(key, view, dice)


def play_at_random(view: View, dice: Random) -> Move:
    """Any legal move: the player that every level has to beat."""
    choice = dice.choice(view.legal)
    match choice.action:
        case "cut":
            return Cut("")
        case "discard":
            return Discard(tuple(dice.sample(view.seats[view.you].hand, choice.choose)))
        case "play":
            return Play(choice.card)
        case "go":
            return Go()
        case "count":
            return Count(dice.randint(0, MOST_POINTS_IN_A_HAND))
        case "muggins":
            return Muggins(dice.randint(1, MOST_POINTS_IN_A_HAND))
    return Pass()


def pack(game: int, number: int) -> tuple[Card, ...]:
    """Deck `number` of a game: 0 for the cut, then one a deal."""
    return tuple(Random(f"game {game} deck {number}").sample(DECK, len(DECK)))


def play_game(players: Sequence[Player], settings: Settings, game: int, dice: Random) -> Iterator[State]:
    """Every position of a game from the first cut to the end; `players` by seat, the decks those of `game`."""
    state, _events = apply(start(settings), Record(1, Join()))
    yield state
    while state.result is None:
        state, _events = apply(state, _next_record(state, players, game, dice))
        yield state


def _next_record(state: State, players: Sequence[Player], game: int, dice: Random) -> Record:
    step = due(state)
    if step is not None:
        number = deck_number(state, step)
        return server_record(state, step, () if number is None else pack(game, number))
    seat, view = next((seat, view) for seat in SEATS if (view := view_for(state, seat)).legal)
    return Record(seat, players[seat](view, dice))

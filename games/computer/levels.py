"""The levels, and the move that one of them makes."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from games.computer import club, easy
from games.engine.cards import Card
from games.engine.moves import Count, Cut, Discard, Go, Move, Muggins, Pass, Play
from games.engine.scoring import score_hand
from games.engine.views import View


@dataclass(frozen=True, slots=True)
class Level:
    """A computer player: its key, how it discards and plays, and the chance (0 to 1) that it finds a claim too low."""

    key: str
    discard: Callable[[View, Random], tuple[Card, ...]]
    play: Callable[[View, Random], Card]
    finds_missed: float


LEVELS: tuple[Level, ...] = (
    Level("easy", easy.discard, easy.play, finds_missed=0.5),
    Level("club", club.discard, club.play, finds_missed=1.0),
)
"""From the weakest to the strongest."""

_LEVEL_OF_KEY = {level.key: level for level in LEVELS}


def choose(level: str, view: View, dice: Random) -> Move:
    """The move that a level makes for `view.you`, who has a decision open: the same for the same view and dice.

    A cut brings no seed: that is the service's to give. Raises KeyError for an unknown level, ValueError where nothing
    is to decide.
    """
    player = _LEVEL_OF_KEY[level]
    match view.legal[0].action if view.legal else "nothing":
        case "cut":
            return Cut("")
        case "discard":
            return Discard(player.discard(view, dice))
        case "play":
            return Play(player.play(view, dice))
        case "go":
            return Go()
        case "count":
            return Count(_true_points(view))
        case "muggins":
            return _answer_claim(player, view, dice)
    raise ValueError("nothing to decide")


def _answer_claim(player: Level, view: View, dice: Random) -> Move:
    claimed = view.counting.claimed if view.counting else None
    missed = _true_points(view) - (claimed or 0)
    return Muggins(missed) if missed and dice.random() < player.finds_missed else Pass()


def _true_points(view: View) -> int:
    if view.counting is None or view.starter is None:
        raise ValueError("nothing is being counted")
    return score_hand(view.counting.cards, view.starter, crib=view.counting.what == "crib").points

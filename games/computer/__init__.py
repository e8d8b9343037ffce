"""The computer players: what each sees is its own seat's view, and nothing else."""

import random
from dataclasses import dataclass

from games.engine.moves import Count, Cut, Discard, Go, Move, Pass, Play
from games.engine.scoring import score_hand
from games.engine.views import View


@dataclass(frozen=True)
class Level:
    key: str


LEVELS = (Level("easy"), Level("club"))


def choose(level: str, view: View, dice: random.Random) -> Move:
    choice = dice.choice(view.legal)
    match choice.action:
        case "cut":
            return Cut("")
        case "discard":
            return Discard(tuple(dice.sample(view.seats[view.you].hand, 2)))
        case "play":
            return Play(choice.card)
        case "go":
            return Go()
        case "count":
            c = view.counting
            return Count(score_hand(c.cards, view.starter, crib=c.what == "crib").points)
    return Pass()

"""The club player: lays away and plays what the analysis finds best, and throws no dice."""

from random import Random

from games.analysis.discard import weigh_keeps
from games.analysis.play import weigh_plays
from games.analysis.sight import own_hand
from games.engine.cards import Card
from games.engine.views import View


def discard(view: View, _dice: Random) -> tuple[Card, ...]:
    return weigh_keeps(own_hand(view), own_crib=view.dealer == view.you)[0].discards


def play(view: View, _dice: Random) -> Card:
    return weigh_plays(view)[0].card

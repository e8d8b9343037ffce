"""The rules of six-card cribbage: pure, standard library only, no clock and no randomness of its own."""

from games.engine.cards import DECK, Card, Rank, Suit
from games.engine.pegging import score_play
from games.engine.scoring import score_hand

__all__ = ["DECK", "Card", "Rank", "Suit", "score_hand", "score_play"]

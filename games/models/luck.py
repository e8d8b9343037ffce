"""Running totals of the cards of all matches that are over. `games.services.cards` alone writes them."""

from django.conf import settings
from django.db import models

from games.engine.cards import Rank, Suit


def no_ranks() -> list[int]:
    return [0] * len(Rank)


def no_suits() -> list[int]:
    return [0] * len(Suit)


class CardTotals(models.Model):
    """One row for the site: what `games.card_counts.CardCount` says of all matches. Its lock is that of all totals."""

    deals = models.PositiveBigIntegerField(default=0)
    best = models.PositiveBigIntegerField(default=0)
    best_squares = models.PositiveBigIntegerField(default=0)
    dealt_ranks = models.JSONField(default=no_ranks)
    dealt_suits = models.JSONField(default=no_suits)
    starter_ranks = models.JSONField(default=no_ranks)
    starter_suits = models.JSONField(default=no_suits)
    counted_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.deals} deals"


class LevelTotals(models.Model):
    """Hands, cribs and skunks of all seats of one level of play: a computer player's key, or "" for people.

    The deals are those counted to their end, as in `SeatStatistics`.
    """

    level = models.CharField(primary_key=True, max_length=20)
    deals_as_dealer = models.PositiveBigIntegerField(default=0)
    hands_as_dealer = models.PositiveBigIntegerField(default=0)
    cribs = models.PositiveBigIntegerField(default=0)
    deals_as_pone = models.PositiveBigIntegerField(default=0)
    hands_as_pone = models.PositiveBigIntegerField(default=0)
    wins = models.PositiveBigIntegerField(default=0)
    skunks = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return self.level or "people"


class PlayerLuck(models.Model):
    """What `games.card_counts.Fortune` says of all matches of one player together."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="luck")
    cuts = models.PositiveBigIntegerField(default=0)
    cuts_won = models.PositiveBigIntegerField(default=0)
    sixes_as_dealer = models.PositiveBigIntegerField(default=0)
    best_as_dealer = models.PositiveBigIntegerField(default=0)
    sixes_as_pone = models.PositiveBigIntegerField(default=0)
    best_as_pone = models.PositiveBigIntegerField(default=0)
    starters = models.PositiveBigIntegerField(default=0)
    gained = models.BigIntegerField(default=0)
    varied = models.PositiveBigIntegerField(default=0)
    own_starters = models.PositiveBigIntegerField(default=0)
    heels = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"luck of player {self.user_id}"

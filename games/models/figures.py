"""What is counted from the logs of matches that are over."""

from django.conf import settings
from django.db import models

from games.models.matches import Seat


class SeatStatistics(models.Model):
    """The figures of one player in one match that is over: what `games.statistics.Tally` says, from the log.

    `won` is None where nobody did.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="statistics")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    ended_at = models.DateTimeField()
    won = models.BooleanField(null=True)
    skunk = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=20)  # how the match ended: `Match.reason`
    dealt_first = models.BooleanField(null=True)
    has_left = models.BooleanField()
    deals_as_dealer = models.PositiveSmallIntegerField()
    hands_as_dealer = models.PositiveSmallIntegerField()
    cribs = models.PositiveSmallIntegerField()
    pegged_as_dealer = models.PositiveSmallIntegerField()
    deals_as_pone = models.PositiveSmallIntegerField()
    hands_as_pone = models.PositiveSmallIntegerField()
    pegged_as_pone = models.PositiveSmallIntegerField()
    best_hand = models.PositiveSmallIntegerField(null=True)
    best_hand_ply = models.PositiveIntegerField(null=True)
    answer_seconds = models.FloatField(null=True)

    class Meta:
        indexes = [models.Index(fields=["user", "ended_at", "won"], name="statistics_streak")]

    def __str__(self) -> str:
        return f"statistics of seat {self.seat_id}"

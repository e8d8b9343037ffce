"""What stands beside a match and is no part of it: plans and talk."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match, Seat


class Plan(models.Model):
    """What a player of a slow game sealed for the own next turns in the play of a deal. Nobody else is shown it.

    `answers` are those that are left, as `games.planning` reads them; `dropped` names why the rest of them was dropped,
    until the player moves.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="+")
    deal = models.PositiveSmallIntegerField()
    answers = models.JSONField()
    dropped = models.CharField(max_length=20, blank=True)

    def __str__(self) -> str:
        return f"plan of seat {self.seat_id}"

    def drop(self, reason: str) -> None:
        """Give up what is left, and remember why."""
        self.answers = []
        self.dropped = reason


class Remark(models.Model):
    """What a player said to the other at their table: a phrase, which each reads in the own language, or text.

    Nobody else is shown it, and it goes with the account of whoever said it.
    """

    class Phrase(models.TextChoices):
        HELLO = "hello", _("Hello!")
        GOOD_LUCK = "good_luck", _("Good luck!")
        WELL_PLAYED = "well_played", _("Well played!")
        NICE_HAND = "nice_hand", _("Nice hand!")
        SORRY = "sorry", _("Sorry!")
        THANKS = "thanks", _("Thank you!")
        ONE_MOMENT = "one_moment", _("One moment, please.")
        REMATCH = "rematch", _("A rematch?")

    LONGEST = 200  # characters

    match = models.ForeignKey(Match, models.CASCADE, related_name="remarks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    phrase = models.CharField(max_length=12, choices=Phrase.choices, blank=True)
    text = models.CharField(max_length=LONGEST, blank=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"remark {self.pk} at {self.match_id}"

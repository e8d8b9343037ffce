"""Time away, and letters about what one was not there to see."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match


class Vacation(models.Model):
    """A player's time away, which stops the own clocks of slow games. Open while `ended_at` is empty."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations", verbose_name=_("player")
    )
    started_at = models.DateTimeField(_("started"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=models.Q(ended_at=None), name="one_vacation_at_a_time"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.started_at:%Y-%m-%d}"


class Mail(models.Model):
    """A letter to a player, written in the transaction of what it tells and sent by the referee.

    `decision` names the decision that it is about, so that none is told twice and none that is no longer open; that of
    a letter about a sanction is the number of the sanction and what became of it (`accounts.conduct.words`).
    """

    class Kind(models.TextChoices):
        TURN = "turn", _("your turn")
        DIGEST = "digest", _("digest")
        SHORT = "short", _("time is short")
        OVER = "over", _("game over")
        CHALLENGE = "challenge", _("challenge")
        VACATION = "vacation", _("vacation of the opponent")
        REPORT = "report", _("answer to a report")
        SANCTION = "sanction", _("sanction")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("no longer needed")
        GIVEN_UP = "given_up", _("given up")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mails", verbose_name=_("player"))
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="mails", verbose_name=_("match"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    decision = models.CharField(max_length=20, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.WAITING)
    written_at = models.DateTimeField(_("written"))
    next_try_at = models.DateTimeField(_("next try"))
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    trouble = models.TextField(_("trouble"), blank=True)

    class Meta:
        verbose_name = _("mail")
        verbose_name_plural = _("mails")
        indexes = [models.Index(fields=["state", "next_try_at"], name="mail_to_send")]
        constraints = [
            models.UniqueConstraint(fields=["user", "match", "kind", "decision"], name="nothing_is_told_twice"),
        ]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"

"""What is stored of how players treat one another."""

from datetime import UTC, datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

PLAYER = settings.AUTH_USER_MODEL
FOR_EVER = datetime(9000, 1, 1, tzinfo=UTC)


class Block(models.Model):
    """`player` wants nothing to do with `blocked`; it holds both ways, and the other is not told."""

    player = models.ForeignKey(PLAYER, models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(PLAYER, models.CASCADE, related_name="blocked_by")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [models.UniqueConstraint(fields=["player", "blocked"], name="nobody_is_blocked_twice")]

    def __str__(self) -> str:
        return f"{self.player_id} blocks {self.blocked_id}"


class Report(models.Model):
    """What a player says that another did, and what came of it."""

    class Category(models.TextChoices):
        WORDS = "words", _("wrote or chose a name that hurts or threatens")
        STALLING = "stalling", _("let me wait instead of losing")
        LEAVING = "leaving", _("leaves games again and again")
        HELP = "help", _("seems to play with the help of a program")
        TOGETHER = "together", _("loses to somebody on purpose, or plays with several accounts")
        OTHER = "other", _("did something else")

    class Outcome(models.TextChoices):
        ACTED = "acted", _("We found it so and acted.")
        KNOWN = "known", _("We had acted on it already.")
        NOTHING = "nothing", _("We looked into it and found nothing to act on.")
        UNCLEAR = "unclear", _("We looked into it and could not tell; we keep an eye on it.")

    LONGEST = 500  # characters

    reporter = models.ForeignKey(
        PLAYER, models.SET_NULL, null=True, related_name="reports_written", verbose_name=_("reported by")
    )
    about = models.ForeignKey(PLAYER, models.CASCADE, related_name="reports", verbose_name=_("player"))
    match = models.ForeignKey(
        "games.Match", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("match")
    )
    category = models.CharField(_("what was seen"), max_length=10, choices=Category.choices)
    words = models.CharField(_("in own words"), max_length=LONGEST, blank=True)
    at = models.DateTimeField(_("when"), db_index=True)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome.choices, blank=True)  # empty: open
    closed_by = models.ForeignKey(PLAYER, models.SET_NULL, null=True, related_name="+", verbose_name=_("answered by"))
    closed_at = models.DateTimeField(_("answered"), null=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes = [models.Index(fields=["outcome", "at"], name="reports_open")]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"


class Sanction(models.Model):
    """What staff imposed on a player.

    `ends_at` empty: for ever; `ended_at`: when it was lifted, or the referee ended it. A warning only has to be read.
    `read_at` is emptied again when there is news: a decision on the appeal, or that it was lifted.
    """

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        SILENCE = "silence", _("no phrases and no chat")
        NO_LIVE = "no_live", _("no live games")
        SUSPENSION = "suspension", _("suspended for a time")
        BAN = "ban", _("banned")

    WITH_END = (Kind.SILENCE, Kind.NO_LIVE, Kind.SUSPENSION)
    LONGEST_REASON = 2000  # characters

    player = models.ForeignKey(PLAYER, models.CASCADE, related_name="sanctions", verbose_name=_("player"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    reason = models.TextField(_("reason, as the player reads it"))
    report = models.ForeignKey(
        Report, models.SET_NULL, null=True, blank=True, related_name="sanctions", verbose_name=_("report")
    )
    given_by = models.ForeignKey(PLAYER, models.SET_NULL, null=True, related_name="+", verbose_name=_("given by"))
    given_at = models.DateTimeField(_("given"))
    ends_at = models.DateTimeField(_("ends"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True)
    read_at = models.DateTimeField(_("read by the player"), null=True)

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        indexes = [models.Index(fields=["ended_at", "ends_at"], name="sanctions_due")]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"

    @property
    def until(self) -> datetime:
        """The end that was set."""
        return self.ends_at or FOR_EVER

    @property
    def was_lifted(self) -> bool:
        """Ended by staff, before its end."""
        return self.ended_at is not None and self.ended_at < self.until


class Appeal(models.Model):
    """What a sanctioned player answers, once a sanction, and what staff decided."""

    class Decision(models.TextChoices):
        UPHELD = "upheld", _("The sanction stays as it is.")
        SHORTENED = "shortened", _("The sanction ends earlier.")
        LIFTED = "lifted", _("The sanction is lifted.")

    LONGEST = 1000  # characters

    sanction = models.OneToOneField(Sanction, models.CASCADE, related_name="appeal", verbose_name=_("sanction"))
    words = models.CharField(_("in own words"), max_length=LONGEST)
    at = models.DateTimeField(_("when"))
    decision = models.CharField(_("decision"), max_length=10, choices=Decision.choices, blank=True)  # empty: open
    answer = models.TextField(_("answer, as the player reads it"), blank=True)
    decided_by = models.ForeignKey(PLAYER, models.SET_NULL, null=True, related_name="+", verbose_name=_("decided by"))
    decided_at = models.DateTimeField(_("decided"), null=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"


class Trace(models.Model):
    """That a player came from an address or a device: a keyed hash of it, kept for 90 days after the last time."""

    class Kind(models.TextChoices):
        ADDRESS = "address", _("address")
        DEVICE = "device", _("device")

    player = models.ForeignKey(PLAYER, models.CASCADE, related_name="traces")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    mark = models.CharField(max_length=64)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [models.Index(fields=["kind", "mark"], name="traces_alike")]
        constraints = [models.UniqueConstraint(fields=["player", "kind", "mark"], name="one_trace_of_a_kind")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.player_id}"


class Clue(models.Model):
    """Something a moderator may want to look into. It has no consequence of its own."""

    class Kind(models.TextChoices):
        SHARED = "shared", _("one address or device, two accounts")
        ONE_WAY = "one_way", _("games between two accounts go one way")
        TOO_FAST = "too_fast", _("moves faster than a person's")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    player = models.ForeignKey(PLAYER, models.CASCADE, related_name="clues", verbose_name=_("player"))
    other = models.ForeignKey(PLAYER, models.CASCADE, null=True, related_name="+", verbose_name=_("other player"))
    facts = models.JSONField(default=dict)  # figures by name, as `accounts.conduct.clues` puts them into words
    at = models.DateTimeField(_("when"))
    looked_at = models.DateTimeField(_("looked into"), null=True)
    looked_by = models.ForeignKey(PLAYER, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))

    class Meta:
        verbose_name = _("clue")
        verbose_name_plural = _("clues")
        constraints = [
            models.UniqueConstraint(fields=["kind", "player", "other"], name="one_clue_of_a_kind"),
            models.UniqueConstraint(
                fields=["kind", "player"], condition=models.Q(other=None), name="one_clue_of_a_kind_alone"
            ),
        ]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"

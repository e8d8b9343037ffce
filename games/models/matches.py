"""Matches, seats and the log. The log is the match; everything else here is derived from it or stands beside it."""

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.engine.state import CountMode as EngineCountMode
from games.engine.state import Settings, Status

ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no signs that are mistaken for one another
ID_LENGTH = 12
SHORT = 1 / 5  # of the time that a slow clock had
DAY = 24 * 60 * 60  # seconds
OPEN_FOR = timedelta(days=30)  # so long a free seat is offered


def new_id() -> str:
    """A short random id, 59 bits: not to be guessed, and no count of anything."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))


class Match(models.Model):
    """One game of two seats, from the open table to its end."""

    class State(models.TextChoices):
        OPEN = Status.OPEN, _("open")
        ACTIVE = Status.ACTIVE, _("running")
        FINISHED = Status.FINISHED, _("finished")
        ABORTED = Status.ABORTED, _("aborted")
        ANNULLED = Status.ANNULLED, _("annulled")
        CANCELLED = Status.CANCELLED, _("cancelled")
        EXPIRED = Status.EXPIRED, _("expired")

    class Opponent(models.TextChoices):
        OPEN = "open", _("anyone")
        LINK = "link", _("whoever has the link")
        NAMED = "named", _("a named player")
        COMPUTER = "computer", _("the computer")

    class CountMode(models.TextChoices):
        AUTOMATIC = EngineCountMode.AUTOMATIC, _("counted by the site")
        MANUAL = EngineCountMode.MANUAL, _("counted by the players")
        MUGGINS = EngineCountMode.MUGGINS, _("counted by the players, with muggins")

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_id, editable=False)
    status = models.CharField(_("status"), max_length=10, choices=State.choices, default=State.OPEN)
    opponent = models.CharField(_("opponent"), max_length=10, choices=Opponent.choices)
    invite = models.CharField(max_length=ID_LENGTH, unique=True, null=True, editable=False)
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="challenges",
        verbose_name=_("invited player"),
    )
    target = models.PositiveSmallIntegerField(_("target"), default=121)
    count_mode = models.CharField(_("counting"), max_length=10, choices=CountMode.choices, default=CountMode.AUTOMATIC)
    automatic_moves = models.BooleanField(_("automatic moves"), default=False)
    allowance = models.PositiveIntegerField(_("seconds a decision"), null=True, blank=True)
    bank = models.PositiveIntegerField(_("seconds in the bank"), default=0)
    allows_vacation = models.BooleanField(_("a vacation stops the clock"), default=True)
    first_dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    rematch_of = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematches", verbose_name=_("rematch of")
    )
    created_at = models.DateTimeField(_("created"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    winner = models.PositiveSmallIntegerField(_("winning seat"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=20, blank=True)
    skunk = models.PositiveSmallIntegerField(_("skunk"), default=0)

    ply = models.PositiveIntegerField(_("ply"), default=0)
    snapshot = models.JSONField(editable=False)

    deal_salt = models.CharField(max_length=64, editable=False)
    deal_key_id = models.CharField(max_length=16, editable=False)
    commitment = models.CharField(_("commitment"), max_length=64, editable=False)
    server_seed = models.CharField(max_length=64, blank=True, editable=False)  # in clear once the match is over
    cards_counted = models.BooleanField(default=False, editable=False)  # in the totals of `games.models.luck`
    trouble = models.TextField(_("trouble"), blank=True, editable=False)  # what the referee last failed on

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(fields=["status", "opponent", "-created_at"], name="match_lobby"),
            models.Index(fields=["-ended_at", "id"], name="match_ended"),
            models.Index(fields=["-created_at", "-id"], name="match_created"),
            models.Index(fields=["id"], condition=~models.Q(trouble=""), name="match_in_trouble"),
            models.Index(
                fields=["ended_at"],
                condition=models.Q(cards_counted=False, ended_at__isnull=False),
                name="match_cards_to_count",
            ),
        ]

    def __str__(self) -> str:
        return self.id

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.id])

    @property
    def engine_settings(self) -> Settings:
        return Settings(self.target, EngineCountMode(self.count_mode), self.automatic_moves, self.first_dealer)

    @property
    def is_live(self) -> bool:
        """Played in one sitting: the clock counts in seconds and minutes."""
        return self.allowance is not None and self.allowance < DAY

    @property
    def is_slow(self) -> bool:
        """Played over days: the clock counts in days."""
        return self.allowance is not None and self.allowance >= DAY

    @property
    def allows_plans(self) -> bool:
        """Whether its players may seal plans; nobody waits for a computer player."""
        return self.is_slow and self.opponent != self.Opponent.COMPUTER


class Seat(models.Model):
    """One side of a match: who sits there, and what the lobby and the clock need to know quickly."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats", verbose_name=_("player")
    )
    computer = models.CharField(_("computer player"), max_length=20, blank=True)
    score = models.PositiveSmallIntegerField(_("score"), default=0)
    decision = models.CharField(_("open decision"), max_length=20, blank=True)
    read_ply = models.PositiveIntegerField(default=0)  # shows up to here have been read
    bank = models.FloatField(_("bank left"), default=0)  # seconds
    starts_at = models.DateTimeField(null=True, blank=True)  # when the running allowance begins
    frozen_at = models.DateTimeField(null=True, blank=True)  # since when a vacation stops the clock
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True, db_index=True)
    school = models.JSONField(default=dict)  # combinations put forward: `games.engine.school.Attempts`
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)  # the match's, for a player's games in order
    chats = models.BooleanField(default=False)  # wants free words at this table
    mutes = models.BooleanField(default=False)  # wants to hear nothing from the opponent
    heard = models.PositiveBigIntegerField(default=0)  # id of the newest remark that was read
    blocks_other: bool  # where `games.selectors.with_seats` has read it

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["number"]
        indexes = [models.Index(fields=["user", "-ended_at", "-match"], name="seat_history")]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_seat_of_a_number"),
            models.UniqueConstraint(fields=["match", "user"], name="nobody_plays_himself"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def is_taken(self) -> bool:
        return bool(self.user_id or self.computer)

    def set_clock(self, allowance: int, starts_at: datetime) -> None:
        """Let the allowance run from `starts_at`, then the bank."""
        self.starts_at = starts_at
        self.frozen_at = None
        self.deadline = starts_at + timedelta(seconds=allowance + self.bank)

    def is_short(self, now: datetime) -> bool:
        """Whether a slow game's running clock has a fifth of its time or less left."""
        if not self.match.is_slow or self.deadline is None or self.starts_at is None:
            return False
        return self.deadline - now <= (self.deadline - self.starts_at) * SHORT

    def freeze_clock(self, now: datetime) -> None:
        """Stop a running clock where it stands."""
        if self.starts_at is not None and self.frozen_at is None:
            self.frozen_at = now
            self.deadline = None

    def thaw_clock(self, allowance: int, now: datetime) -> None:
        """Let a stopped clock go on from where it stood."""
        if self.starts_at is not None and self.frozen_at is not None:
            self.set_clock(allowance, self.starts_at + (now - self.frozen_at))


class MoveRecord(models.Model):
    """One line of the log, a ply. Never changed, never deleted; `games.state` alone writes it.

    `data` holds the act, `events` what it brought, both with nothing hidden: readers get them redacted.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="records", verbose_name=_("match"))
    ply = models.PositiveIntegerField(_("ply"))
    deal = models.PositiveSmallIntegerField(_("deal"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    kind = models.CharField(_("kind"), max_length=12)
    data = models.JSONField()
    events = models.JSONField()
    automatic = models.BooleanField(_("automatic"), default=False)
    decision = models.CharField(max_length=20, blank=True)
    move_id = models.UUIDField(null=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("record")
        verbose_name_plural = _("records")
        ordering = ["match", "ply"]
        constraints = [
            models.UniqueConstraint(fields=["match", "ply"], name="one_record_a_ply"),
            models.UniqueConstraint(fields=["match", "seat", "move_id"], name="a_move_id_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}:{self.ply} {self.kind}"

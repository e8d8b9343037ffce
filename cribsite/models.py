"""What a host changes in the admin instead of in files, and what staff did."""

from secrets import token_urlsafe
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import languages

DAYS_OF_A_YEAR = 366


class SignUp(models.TextChoices):
    OPEN = "open", _("open to everybody")
    INVITATION = "invitation", _("by invitation")
    CLOSED = "closed", _("closed")


class SiteSettings(models.Model):
    """One row, made when it is first asked for; read by `cribsite.site.site_settings`."""

    ROW = 1

    name = models.CharField(_("name of the site"), max_length=40, default="Cribsite")
    sign_up = models.CharField(_("sign-up"), max_length=10, choices=SignUp.choices, default=SignUp.OPEN)
    minimum_age = models.PositiveSmallIntegerField(
        _("minimum age"), default=13, help_text=_("In years; said at the sign-up and in the terms.")
    )
    vacation_days = models.PositiveSmallIntegerField(
        _("days of vacation a year in slow games"), default=30, validators=[MaxValueValidator(DAYS_OF_A_YEAR)]
    )
    most_open_tables = models.PositiveSmallIntegerField(
        _("open tables of one player at a time"), default=10, validators=[MinValueValidator(1)]
    )
    absent_seconds = models.PositiveSmallIntegerField(
        _("seconds until an absent opponent's game may be claimed"), default=60, validators=[MinValueValidator(10)]
    )
    leaves_allowed = models.PositiveSmallIntegerField(
        _("live games a player may leave before a pause"), default=3, validators=[MinValueValidator(1)]
    )
    leaves_within_hours = models.PositiveSmallIntegerField(
        _("hours in which they count"), default=24, validators=[MinValueValidator(1)]
    )
    leave_pause_hours = models.PositiveSmallIntegerField(
        _("hours of the pause"), default=2, validators=[MinValueValidator(1)]
    )
    staff_need_second_factor = models.BooleanField(
        _("staff need a second factor at log-in"), default=False, help_text=_("A code of an app, or a passkey.")
    )
    is_in_maintenance = models.BooleanField(
        _("maintenance"),
        default=False,
        help_text=_("No new games begin; running ones go on. Every page says so."),
    )
    maintenance_began_at = models.DateTimeField(null=True, editable=False)  # empty while there is none

    class Meta:
        verbose_name = _("settings of the site")
        verbose_name_plural = _("settings of the site")

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """With the beginning of the maintenance, where it begins or is over."""
        began = self.maintenance_began_at or timezone.now()
        self.maintenance_began_at = began if self.is_in_maintenance else None
        super().save(*args, **kwargs)


class Announcement(models.Model):
    """What the host tells everybody on every page, for a time; its words are `AnnouncementText`, one a language."""

    starts_at = models.DateTimeField(_("shown from"))
    ends_at = models.DateTimeField(_("shown until"), db_index=True)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["-starts_at", "-pk"]

    def __str__(self) -> str:
        return f"announcement {self.pk}"

    def clean(self) -> None:
        if self.starts_at and self.ends_at and self.ends_at <= self.starts_at:
            raise ValidationError({"ends_at": _("It must end after it starts.")})


class AnnouncementText(models.Model):
    """An announcement in one language."""

    LONGEST = 400  # characters

    announcement = models.ForeignKey(Announcement, models.CASCADE, related_name="texts")
    language = models.CharField(_("language"), max_length=8, choices=languages)
    text = models.CharField(_("text"), max_length=LONGEST)

    class Meta:
        verbose_name = _("text of an announcement")
        verbose_name_plural = _("texts of an announcement")
        constraints = [models.UniqueConstraint(fields=["announcement", "language"], name="one_announcement_a_language")]

    def __str__(self) -> str:
        return f"{self.announcement_id} {self.language}"


class StaffAct(models.Model):
    """One line of the action log: who of the staff did what, to what, why, and when. Never changed, never deleted.

    `what` is a code of `cribsite.staff_acts`; `about` names the thing as it was called then, for it may be gone.
    """

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("who")
    )
    name = models.CharField(_("name"), max_length=60)  # of who did it, who answers for it even with the account gone
    what = models.CharField(_("what"), max_length=40)
    about = models.CharField(_("about"), max_length=120, db_index=True)
    why = models.TextField(_("why"), blank=True)
    at = models.DateTimeField(_("when"), db_index=True)

    class Meta:
        verbose_name = _("act of staff")
        verbose_name_plural = _("acts of staff")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.what} {self.about}"


class HostText(models.Model):
    """What the host says on one of the pages of `cribsite.pages`, in one language, read by `plain_text`."""

    class Page(models.TextChoices):
        TERMS = "terms", _("terms")
        PRIVACY = "privacy", _("privacy")
        AGE = "age", _("minimum age")

    page = models.CharField(_("page"), max_length=10, choices=Page.choices)
    language = models.CharField(_("language"), max_length=8, choices=languages)
    text = models.TextField(
        _("text"),
        max_length=50_000,
        help_text=_(
            "A blank line begins a paragraph. ## before a line makes it a heading, - before a line a point of a list. "
            "Addresses of pages and of mail become links."
        ),
    )
    changed_at = models.DateTimeField(_("changed"), editable=False)

    class Meta:
        verbose_name = _("text of the host")
        verbose_name_plural = _("texts of the host")
        ordering = ["page", "language"]
        constraints = [models.UniqueConstraint(fields=["page", "language"], name="one_text_a_language")]

    def __str__(self) -> str:
        return f"{self.page}, {self.language}"

    def get_absolute_url(self) -> str:
        return reverse(self.page)


def new_code() -> str:
    """Nobody guesses 16 random bytes."""
    return token_urlsafe(16)


class Invitation(models.Model):
    """A code that lets in so many new players while the site is open by invitation (`cribsite.invitations`)."""

    code = models.CharField(_("code"), max_length=22, unique=True, default=new_code, editable=False)
    about = models.CharField(
        _("for whom"), max_length=60, help_text=_("For staff; whoever is invited does not see it.")
    )
    uses = models.PositiveSmallIntegerField(_("how many may sign up"), default=1, validators=[MinValueValidator(1)])
    used = models.PositiveSmallIntegerField(_("signed up"), default=0, editable=False)
    ends_at = models.DateTimeField(_("ends"))

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.about

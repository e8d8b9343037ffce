"""The people of the site and what they prefer."""

from datetime import UTC, tzinfo
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.text import capfirst
from django.utils.translation import get_language_info, gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import GUEST_PREFIX, LONGEST, TAKEN, check_form, look_alike_key, name_is_taken

NO_PLACES = {"Factory", "localtime"}  # names for whatever a machine was set to, or was not


def languages() -> list[tuple[str, str]]:
    """The site's languages, each named in itself; asked for late, so that one more needs no migration."""
    return [(code, capfirst(get_language_info(code)["name_local"])) for code, _name in settings.LANGUAGES]


@cache
def zone_names() -> frozenset[str]:
    """Every time zone's name; looked for once, for that reads some hundred files."""
    return frozenset(available_timezones() - NO_PLACES)


def time_zones() -> list[tuple[str, str]]:
    """Every time zone by its name; asked for late, so that a new one needs no migration."""
    return [(name, name.replace("_", " ")) for name in sorted(zone_names())]


class Players(UserManager["User"]):
    """Knows players by name as a reader does, by `look_alike_key`."""

    use_in_migrations = False

    def named(self, name: str) -> "User | None":
        """The player of this name, however its case, accents and separators were typed."""
        key = look_alike_key(name)
        return self.filter(name_key=key).first() if key.isprintable() else None  # PostgreSQL takes no NUL

    def create_superuser(self, username: str, *args: Any, **kwargs: Any) -> "User":
        """As Django's, but ValidationError, which `createsuperuser` prints, where a look-alike has the name."""
        if self.named(username):
            raise name_is_taken()
        return super().create_superuser(username, *args, **kwargs)


class TurnMail(models.TextChoices):
    AT_ONCE = "at_once", _("at once")
    DIGEST = "digest", _("in a digest at the hours below")
    NEVER = "never", _("never")


class Theme(models.TextChoices):
    BAIZE = "baize", _("green baize")
    HARBOUR = "harbour", _("night blue")
    CLARET = "claret", _("wine red")
    LINEN = "linen", _("light linen")


# What a browser draws around the page: `--cloth-dark` of each theme in tokens.css.
BROWSER_COLOURS = {
    Theme.BAIZE: "#0f2a21",
    Theme.HARBOUR: "#0e2233",
    Theme.CLARET: "#2e1019",
    Theme.LINEN: "#e0d9c7",
}


class CardBack(models.TextChoices):
    DIAMONDS = "diamonds", _("red diamonds")
    WAVES = "waves", _("blue waves")


class Pace(models.IntegerChoices):
    """How long a page shows what happened before it shows what happened next, in milliseconds."""

    SLOW = 1200, _("unhurried")
    USUAL = 700, _("usual")
    QUICK = 300, _("quick")


# Copies that whoever saves a player must not put back: the row may say otherwise since it was read.
COPIES_OF_SANCTIONS = ("shut_out_until", "silent_until", "no_live_until", "has_sanction_to_read")

# How a table tells its player of what happens, beside showing it; each is a field of User.
SIGNALS = ("card_sound", "peg_sound", "turn_sound", "end_sound", "turn_buzz", "turn_notice")


class User(AbstractUser):
    """A player: a registered one, or a guest, who has no password and lives in one browser (`accounts.guests`).

    `name_key` is the user name folded so that names a reader could confuse share one key; it is unique.
    `language` is a code of settings.LANGUAGES, and `time_zone` a name of the IANA's; empty to follow the browser.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name"), max_length=LONGEST, unique=True, validators=[check_form], error_messages={"unique": TAKEN}
    )
    name_key = models.CharField(max_length=2 * LONGEST, unique=True, editable=False)
    language = models.CharField(_("language"), max_length=8, blank=True, choices=languages)
    time_zone = models.CharField(_("time zone"), max_length=40, blank=True, choices=time_zones)
    says_go_for_me = models.BooleanField(_("say go for me when I have no card that fits"), default=False)
    asks_before_playing = models.BooleanField(_("ask before a card is laid"), default=False)
    counts_by_cards = models.BooleanField(_("count my hands by combinations, where players count"), default=False)
    private_games = models.BooleanField(_("show my finished games only to those who played them"), default=False)
    theme = models.CharField(_("colour of the table"), max_length=8, choices=Theme.choices, default=Theme.BAIZE)
    card_back = models.CharField(
        _("backs of the cards"), max_length=8, choices=CardBack.choices, default=CardBack.DIAMONDS
    )
    four_colours = models.BooleanField(_("a colour for each suit"), default=False)
    pace = models.PositiveSmallIntegerField(_("pace of the table"), choices=Pace.choices, default=Pace.USUAL)
    card_sound = models.BooleanField(_("sound when a card is laid"), default=True)
    peg_sound = models.BooleanField(_("sound when a peg moves"), default=True)
    turn_sound = models.BooleanField(_("sound when it is my turn"), default=True)
    end_sound = models.BooleanField(_("sound when the game is over"), default=True)
    turn_buzz = models.BooleanField(_("vibrate when it is my turn"), default=False)
    turn_notice = models.BooleanField(
        _("notify me when it is my turn and the table is out of sight"),
        default=False,
        help_text=_("Your browser asks for your permission when you save."),
    )
    is_program = models.BooleanField(_("is played by a program"), default=False)
    is_guest = models.BooleanField(_("is a guest"), default=False, editable=False)

    mail_turn = models.CharField(
        _("mail when it is my turn in a slow game"), max_length=8, choices=TurnMail.choices, default=TurnMail.AT_ONCE
    )
    digest_hours = models.CharField(_("hours of the digest"), max_length=80, default="8", blank=True)  # "8,18", local
    mail_short = models.BooleanField(_("mail when my time is short"), default=True)
    mail_over = models.BooleanField(_("mail when a slow game is over"), default=True)
    mail_challenge = models.BooleanField(_("mail when somebody challenges me"), default=True)
    mail_vacation = models.BooleanField(_("mail when an opponent goes on vacation"), default=True)
    mail_report = models.BooleanField(_("mail what came of a report that I wrote"), default=True)

    # Copies of the player's sanctions, at hand wherever the player is: until when each kind holds, and whether there is
    # one to read. `accounts.conduct.sanctions` alone writes them.
    shut_out_until = models.DateTimeField(null=True, editable=False)
    silent_until = models.DateTimeField(null=True, editable=False)
    no_live_until = models.DateTimeField(null=True, editable=False)
    has_sanction_to_read = models.BooleanField(default=False, editable=False)

    objects = Players()  # type: ignore[misc]

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def clean(self) -> None:
        super().clean()
        namesake = User.objects.named(self.username)
        if namesake and namesake.pk != self.pk:
            raise ValidationError({"username": name_is_taken()})

    @property
    def shown_name(self) -> str:
        """The name as a reader sees it, in the language that is active: a guest's is no name of the own choice."""
        if self.is_guest:
            return gettext("Guest %(number)s") % {"number": self.username.removeprefix(GUEST_PREFIX)}
        return self.username

    @property
    def browser_colour(self) -> str:
        """Of the chosen theme."""
        return BROWSER_COLOURS[Theme(self.theme)]

    @property
    def signals(self) -> str:
        """Those that the player wants, by name, for the page."""
        return ",".join(name for name in SIGNALS if getattr(self, name))

    @property
    def zone(self) -> tzinfo:
        """Where the player is, as far as the site knows; else UTC."""
        return ZoneInfo(self.time_zone) if self.time_zone in zone_names() else UTC

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = look_alike_key(self.username)
        if not self._state.adding and not args:
            kwargs.setdefault("update_fields", self._own_fields())
        changed = kwargs.get("update_fields")
        if changed is not None and "username" in changed:
            kwargs["update_fields"] = {*changed, "name_key"}
        super().save(*args, **kwargs)

    def _own_fields(self) -> set[str]:
        """All but the key and the copies of sanctions."""
        names = {field.name for field in self._meta.concrete_fields if not field.primary_key}
        return names - {*COPIES_OF_SANCTIONS, *self.get_deferred_fields()}

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username


class ApiToken(models.Model):
    """A key to the API in one player's name. Of its secret only the SHA-256 hash is kept, in hex.

    `used_at` is exact to a minute. Made, found and revoked in `accounts.tokens`.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens", verbose_name=_("player"))
    name = models.CharField(_("name"), max_length=40)
    secret_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"))
    used_at = models.DateTimeField(_("last used"), null=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return self.name

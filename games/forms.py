"""The form that opens a table, and its presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.computer import LEVELS
from games.history import Filters
from games.models import DAY, Match
from games.paces import DAYS_A_MOVE, MOST_DAYS_IN_THE_BANK, PACES, SLOW, SLOW_LABEL
from games.services.lobby import OPPONENTS_OF_GUESTS, Terms
from games.words import COMPUTERS, ENDINGS, computer_name

REASONABLE_DAYS = (MinValueValidator(date(2000, 1, 1)), MaxValueValidator(date(2999, 12, 31)))

RESULT_LABELS: dict[str, Promise] = {
    "won": _("won"),
    "lost": _("lost"),
    "skunk_given": _("won by a skunk"),
    "skunk_taken": _("lost by a skunk"),
    **ENDINGS,
}


# Short, for the width of a phone; beside a label that says what they are about.
WHO_COUNTS: list[tuple[str, Promise]] = [
    ("automatic", _("the site")),
    ("manual", _("the players")),
    ("muggins", _("the players (muggins)")),
]


def level_named(name: str) -> str:
    """The key of the computer player that is shown by this name, in the reader's language; "" where there is none."""
    shown = {str(words): key for key, (label, _detail) in COMPUTERS.items() for words in (label, computer_name(key))}
    return next((key for words, key in shown.items() if words.casefold() == name.strip().casefold()), "")


class DayInput(forms.DateInput):
    """A day, in the one form that browsers know for it."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class CreateForm(forms.Form):
    """What a new table is to be; `terms` once it is valid."""

    opponent = forms.ChoiceField(
        label=_("Opponent"), choices=Match.Opponent.choices, initial=Match.Opponent.OPEN, widget=forms.RadioSelect
    )
    name = forms.CharField(label=_("Name of the player"), required=False, max_length=40)
    level = forms.ChoiceField(
        label=_("Level of the computer"), choices=[(level.key, COMPUTERS[level.key][0]) for level in LEVELS]
    )
    target = forms.TypedChoiceField(label=_("Game to"), choices=[(121, "121"), (61, "61")], coerce=int, initial=121)
    count_mode = forms.ChoiceField(label=_("Counting"), choices=WHO_COUNTS, initial=Match.CountMode.AUTOMATIC)
    pace = forms.ChoiceField(
        label=_("Clock"),
        choices=[*((pace.key, pace.label) for pace in PACES.values()), (SLOW, SLOW_LABEL)],
        initial="steady",
        help_text=_("Time for each move + a bank for the whole game."),
    )
    days = forms.TypedChoiceField(
        label=_("Days a move"), choices=[(days, str(days)) for days in DAYS_A_MOVE], coerce=int, initial=3
    )
    bank_days = forms.IntegerField(label=_("Days in the bank"), min_value=0, max_value=MOST_DAYS_IN_THE_BANK, initial=3)
    no_vacation = forms.BooleanField(label=_("A vacation does not stop the clock"), label_suffix="")

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if user.is_guest:  # whoever asks for another one all the same is told to sign up first
            shown = [choice for choice in Match.Opponent.choices if choice[0] in OPPONENTS_OF_GUESTS]
            self.fields["opponent"].widget.choices = shown
            self.initial["opponent"] = Match.Opponent.COMPUTER
        for field in ("level", "target", "count_mode", "pace", "days", "bank_days", "no_vacation"):
            self.fields[field].required = False

    def clean_name(self) -> User | None:
        """The named player, where one is asked for."""
        if self.cleaned_data.get("opponent") != Match.Opponent.NAMED:
            return None
        player = User.objects.named(self.cleaned_data["name"])
        if player is None or not player.is_active:
            raise forms.ValidationError(_("There is no player of this name."))
        return player

    @property
    def terms(self) -> Terms:
        chosen = self.cleaned_data
        opponent = Match.Opponent(chosen["opponent"])
        against_computer = opponent == Match.Opponent.COMPUTER
        allowance, bank = self._clock("none" if against_computer else "steady")
        return Terms(
            opponent=opponent,
            invited=chosen["name"],
            computer=(chosen["level"] or LEVELS[0].key) if against_computer else "",
            target=chosen["target"] or 121,
            count_mode=Match.CountMode(chosen["count_mode"] or Match.CountMode.AUTOMATIC),
            allowance=allowance,
            bank=bank,
            allows_vacation=not chosen["no_vacation"],
        )

    def _clock(self, usual: str) -> tuple[int | None, int]:
        """Allowance and bank in seconds; those of the pace `usual` where none was chosen."""
        chosen = self.cleaned_data
        if chosen["pace"] == SLOW:
            return DAY * (chosen["days"] or DAYS_A_MOVE[0]), DAY * (chosen["bank_days"] or 0)
        pace = PACES[chosen["pace"] or usual]
        return pace.allowance, pace.bank


class HistoryForm(forms.Form):
    """Which games of a player are wanted; `filters` once it is valid."""

    opponent = forms.CharField(label=_("Opponent"), max_length=40)
    against = forms.ChoiceField(
        label=_("Against"), choices=[("", _("anybody")), ("person", _("people")), ("computer", _("the computer"))]
    )
    result = forms.ChoiceField(label=_("Result"), choices=[("", _("any")), *RESULT_LABELS.items()])
    count_mode = forms.ChoiceField(label=_("Counting"), choices=[("", _("any")), *WHO_COUNTS])
    target = forms.TypedChoiceField(
        label=_("Game to"), choices=[("", _("any")), (121, "121"), (61, "61")], coerce=int, empty_value=None
    )
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=[("", _("any")), ("live", _("live")), ("slow", _("slow")), ("none", _("no clock"))],
    )
    since = forms.DateField(label=_("From"), widget=DayInput, validators=REASONABLE_DAYS)
    until = forms.DateField(label=_("To"), widget=DayInput, validators=REASONABLE_DAYS)

    use_required_attribute = False
    level = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.required = False

    def clean_opponent(self) -> User | None:
        """The named player; None where a computer player has this name, which is then the `level`."""
        name = self.cleaned_data["opponent"]
        player = User.objects.named(name) if name else None
        if player is None:
            self.level = level_named(name)
        if name and player is None and not self.level:
            raise forms.ValidationError(_("There is no player of this name."))
        return player

    @property
    def filters(self) -> Filters:
        return Filters(**self.cleaned_data, level=self.level)


@dataclass(frozen=True)
class Preset:
    """A table that one click opens."""

    label: Promise
    detail: Promise
    fields: Mapping[str, str]


PRESETS = (
    Preset(
        _("Play anyone"),
        _("Game to 121, 20 seconds a move and 2 minutes in the bank."),
        {"opponent": "open", "pace": "steady"},
    ),
    Preset(
        _("A short game"),
        _("Game to 61, 20 seconds a move and 2 minutes in the bank."),
        {"opponent": "open", "pace": "steady", "target": "61"},
    ),
    Preset(
        _("A slow game"),
        _("Game to 121, three days a move and three in the bank."),
        {"opponent": "open", "pace": "slow", "days": "3", "bank_days": "3"},
    ),
    Preset(
        _("Send a link"),
        _("Whoever opens the link sits down with you. No clock."),
        {"opponent": "link", "pace": "none"},
    ),
    Preset(
        _("Easy computer"),
        _("Game to 121, no clock: good for learning."),
        {"opponent": "computer", "level": "easy", "pace": "none"},
    ),
    Preset(
        _("Club computer"),
        _("Game to 121, no clock, and it forgives little."),
        {"opponent": "computer", "level": "club", "pace": "none"},
    ),
)


def presets_for(user: User) -> list[Preset]:
    """Those whose tables the player may open."""
    return [preset for preset in PRESETS if not user.is_guest or preset.fields["opponent"] in OPPONENTS_OF_GUESTS]

"""What is written about sanctions: by their players, and by staff in the admin."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib.admin.widgets import AdminRadioSelect, AdminSplitDateTime
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts.conduct.models import Appeal, Report, Sanction
from accounts.conduct.sanctions import may_be_shortened, require_right
from accounts.models import User
from games.refusals import SENTENCES, explain
from games.services.errors import Refused

# In days.
LENGTHS = [
    (1, _("a day")),
    (3, _("three days")),
    (7, _("a week")),
    (30, _("a month (30 days)")),
    (90, _("three months (90 days)")),
    (365, _("a year (365 days)")),
]


class Lines(forms.CharField):
    """Text of several lines. A browser counts the end of a line as one character, and sends two."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n")


class AppealForm(forms.Form):
    """Of one sanction of several that a page may show."""

    words = Lines(label=_("Your appeal"), max_length=Appeal.LONGEST, help_text=_("At most 1000 characters."))

    def __init__(self, sanction_id: int, data: Any = None) -> None:
        super().__init__(data, auto_id=f"appeal-{sanction_id}-%s")
        self.sanction_id = sanction_id
        self.fields["words"].widget.attrs["rows"] = 6


class SanctionForm(forms.ModelForm):  # type: ignore[type-arg]
    """Gives a sanction, by the member of staff that a subclass names; `until` once it is valid."""

    by: User
    player = forms.CharField(label=_("The player's name"), max_length=40)
    reason = Lines(label=capfirst(_("reason, as the player reads it")), max_length=Sanction.LONGEST_REASON)
    days = forms.TypedChoiceField(
        label=_("Length"),
        choices=[("", "—"), *LENGTHS],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("A warning and a ban have none."),
    )
    report = forms.ModelChoiceField(
        label=_("Number of a report"), queryset=Report.objects.all(), required=False, widget=forms.NumberInput
    )

    class Meta:
        model = Sanction
        fields = ("player", "kind", "reason", "report")

    def clean_player(self) -> User:
        player = User.objects.named(self.cleaned_data["player"])
        if player is None:
            raise forms.ValidationError(_("There is no player of this name."))
        try:
            require_right(player, self.by)
        except Refused as error:
            raise forms.ValidationError(explain(error)) from error
        return player

    def clean(self) -> dict[str, Any]:
        kind, days = self.cleaned_data.get("kind"), self.cleaned_data.get("days")
        if kind in Sanction.WITH_END and not days and "days" not in self.errors:
            self.add_error("days", _("Choose how long it holds."))
        if kind and kind not in Sanction.WITH_END and days:
            self.add_error("days", _("A warning and a ban have none."))
        return self.cleaned_data

    def until(self, now: datetime) -> datetime | None:
        days = self.cleaned_data["days"]
        return now + timedelta(days=days) if days else None


class LiftForm(forms.Form):
    why = Lines(label=_("Why"), max_length=Sanction.LONGEST_REASON, help_text=_("For the action log."))


class DecisionForm(forms.ModelForm):  # type: ignore[type-arg]
    """Answers an appeal."""

    decision = forms.ChoiceField(
        label=capfirst(_("decision")),
        choices=Appeal.Decision.choices,
        widget=AdminRadioSelect(attrs={"class": "radiolist"}),
    )
    answer = Lines(label=capfirst(_("answer, as the player reads it")), max_length=Sanction.LONGEST_REASON)
    until = forms.SplitDateTimeField(
        label=_("New end"),
        required=False,
        widget=AdminSplitDateTime,
        help_text=_("Only for a sanction that ends earlier."),
    )

    class Meta:
        model = Appeal
        fields = ("decision", "answer")

    def clean_decision(self) -> str:
        decision: str = self.cleaned_data["decision"]
        if decision != Appeal.Decision.UPHELD and self.instance.sanction.ended_at is not None:
            raise forms.ValidationError(str(SENTENCES["sanction_is_over"]))
        return decision

    def clean_until(self) -> datetime | None:
        until: datetime | None = self.cleaned_data["until"]
        if self.cleaned_data.get("decision") != Appeal.Decision.SHORTENED:
            return None
        if until is None or not may_be_shortened(self.instance.sanction, until, timezone.now()):
            raise forms.ValidationError(str(SENTENCES["sanction_not_shorter"]))
        return until

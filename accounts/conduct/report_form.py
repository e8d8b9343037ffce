"""The form on which a player says what another did."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.conduct.models import Report


class ReportForm(forms.Form):
    category = forms.ChoiceField(
        label=_("What did you see?"), choices=Report.Category.choices, widget=forms.RadioSelect
    )
    words = forms.CharField(
        label=_("In your own words"),
        max_length=Report.LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("When was it, and what exactly? Moderators read it; the other player does not."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("category") == Report.Category.OTHER and not data.get("words"):
            self.add_error("words", _("Say in a few words what you saw."))
        return data

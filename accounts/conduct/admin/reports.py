"""Reports: what was seen, all that is needed to judge it, and the answer."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import format_lazy
from django.utils.timesince import timesince
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.conduct import reports
from accounts.conduct.models import Report
from accounts.models import User


class IsOpen(admin.SimpleListFilter):
    """Those that wait for an answer, unless one asks for others."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("open", _("not answered")), ("closed", _("answered"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        match self.value():
            case "open":
                return queryset.filter(reports.OPEN)
            case "closed":
                return queryset.exclude(reports.OPEN)
        return queryset


class AnswerForm(forms.ModelForm):  # type: ignore[type-arg]
    """The one thing that is written into a report: how it ends."""

    why = forms.CharField(
        label=_("for the action log"), required=False, max_length=500, widget=forms.Textarea(attrs={"rows": 2})
    )

    class Meta:
        model = Report
        fields = ("outcome",)
        help_texts = {"outcome": _("The reporter reads this sentence and nothing else.")}


def _answering(outcome: Report.Outcome) -> Any:
    """The action that answers all chosen reports with this sentence."""

    @admin.action(description=format_lazy(_("Answer: {outcome}"), outcome=outcome.label), permissions=["change"])
    def act(page: "ReportAdmin", request: HttpRequest, chosen: QuerySet[Report]) -> None:
        assert isinstance(request.user, User)
        count = reports.answer_all(chosen, outcome, request.user, timezone.now())
        words = ngettext("%(count)d report is answered.", "%(count)d reports are answered.", count)
        messages.success(request, words % {"count": count})

    act.__name__ = f"answer_{outcome.value}"
    return act


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    form = AnswerForm
    list_display = ("category", "about", "reporter", "age", "outcome")
    list_filter = (IsOpen, "category", "at")
    list_select_related = ("about", "reporter")
    list_per_page = 50
    show_full_result_count = False
    search_fields = ("about__name_key", "reporter__name_key", "match__id")
    ordering = ("outcome", "at")
    actions = [_answering(outcome) for outcome in Report.Outcome]
    about_it = ("category", "words", "about", "reporter", "match", "at", "said", "before", "sanctions")
    readonly_fields = (*about_it, "closed_by", "closed_at")

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        is_open = isinstance(obj, Report) and not obj.outcome
        return (*self.about_it, "outcome", "why") if is_open else (*self.about_it, "outcome", "closed_by", "closed_at")

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """An answer was given to somebody: it stays as it is."""
        is_open = isinstance(obj, Report) and not obj.outcome
        return self.readonly_fields if is_open else (*self.readonly_fields, "outcome")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Report, form: Any, change: bool) -> None:
        """Through the service, which answers once."""
        assert isinstance(request.user, User)
        if "outcome" not in form.cleaned_data or not form.cleaned_data["outcome"]:
            return
        outcome = Report.Outcome(form.cleaned_data["outcome"])
        if not reports.answer(obj.pk, outcome, request.user, timezone.now(), form.cleaned_data["why"]):
            messages.error(request, gettext("Somebody else has answered this report meanwhile."))

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> None:  # type: ignore[override]
        """The service writes the action log."""

    @admin.display(description=_("age"))
    def age(self, found: Report) -> str:
        return timesince(found.at, found.closed_at or timezone.now(), depth=1)

    @admin.display(description=_("what was said at that table"))
    def said(self, found: Report) -> SafeString:
        lines = (
            (one.user.shown_name, one.text or one.get_phrase_display()) for one in reports.said_at_the_table(found)
        )
        return format_html_join("", "<div>{}: {}</div>", lines) or format_html("–")

    @admin.display(description=_("other reports about this player"))
    def before(self, found: Report) -> SafeString:
        words = dict(Report.Outcome.choices) | {"": gettext("not answered")}
        counts = reports.earlier_about(found).items()
        url = f"{reverse('admin:conduct_report_changelist')}?{urlencode({'about__id__exact': found.about_id})}"
        lines = format_html_join("", "<div>{}: {}</div>", ((words[outcome], count) for outcome, count in counts))
        return format_html('{}<a href="{}">{}</a>', lines, url, gettext("All reports about this player"))

    @admin.display(description=_("sanctions of this player"))
    def sanctions(self, found: Report) -> SafeString:
        lines = ((one.get_kind_display(), one.given_at.date().isoformat()) for one in found.about.sanctions.all())
        return format_html_join("", "<div>{}, {}</div>", lines)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup == "about__id__exact" or super().lookup_allowed(lookup, value, request)  # type: ignore[arg-type]

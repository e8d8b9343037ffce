"""Reports in the admin: what was seen, all that is needed to judge it, and the answer."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import format_lazy
from django.utils.timesince import timesince
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.conduct import reports
from accounts.conduct.admin.sanctions import OfOthers, staff
from accounts.conduct.models import Report, Sanction
from games.refusals import explain
from games.services.errors import Refused

SEEN = ("category", "words", "about", "reporter", "match", "at", "said", "before", "sanctions")


class IsOpen(admin.SimpleListFilter):
    """Whether they wait for an answer."""

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
        label=_("Why? For the action log."), required=False, max_length=500, widget=forms.Textarea(attrs={"rows": 2})
    )

    class Meta:
        model = Report
        fields = ("outcome",)
        help_texts = {"outcome": _("The reporter reads this sentence and nothing else.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "outcome" in self.fields:
            self.fields["outcome"].required = True


def _answering(outcome: Report.Outcome) -> Any:
    """The action that answers all chosen reports with this sentence."""

    @admin.action(description=format_lazy(_("Answer: {outcome}"), outcome=outcome.label), permissions=["change"])
    def act(page: "ReportAdmin", request: HttpRequest, chosen: QuerySet[Report]) -> None:
        count = reports.answer_all(chosen, outcome, staff(request), timezone.now())
        words = ngettext("%(count)d report is answered.", "%(count)d reports are answered.", count)
        page.message_user(request, words % {"count": count})

    act.__name__ = f"answer_{outcome.value}"
    return act


@admin.register(Report)
class ReportAdmin(OfOthers, admin.ModelAdmin):  # type: ignore[type-arg]
    form = AnswerForm
    notes_itself = True  # the service writes the action log
    list_display = ("category", "about", "reporter", "age", "outcome")
    list_filter = (IsOpen, "category", "at")
    also_filtered_by = ("about__id__exact",)  # by the page of a player, and by a report about the same one
    list_select_related = ("about", "reporter")
    list_per_page = 50
    show_full_result_count = False
    search_fields = ("about__name_key", "reporter__name_key", "match__id")
    ordering = ("outcome", "at")  # without an outcome first
    actions = [_answering(outcome) for outcome in Report.Outcome]

    def get_fields(self, request: HttpRequest, obj: Report | None = None) -> tuple[str, ...]:
        may_sanction = self.admin_site.get_model_admin(Sanction).has_add_permission(request)
        seen = (*SEEN, "way_to_sanction") if may_sanction else SEEN
        is_open = obj is not None and not obj.closed_at
        return (*seen, "outcome", "why") if is_open else (*seen, "outcome", "closed_by", "closed_at")

    def get_readonly_fields(self, request: HttpRequest, obj: Report | None = None) -> tuple[str, ...]:
        """An answer was given to somebody: it stays as it is."""
        readonly = (*SEEN, "way_to_sanction", "closed_by", "closed_at")
        is_open = obj is not None and not obj.closed_at  # what the form holds is in `outcome` already
        return readonly if is_open else (*readonly, "outcome")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        return False

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """An answered one is there to be read."""
        found = kwargs.get("obj")
        if found is not None and found.closed_at:
            title = gettext("View %s") % self.opts.verbose_name
            context |= {"title": title, "show_save": False, "show_save_and_continue": False}
        return super().render_change_form(request, context, *args, **kwargs)

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Where another moderator was first, the page says so and shows that answer."""
        try:
            answer: HttpResponse = super().changeform_view(request, *args, **kwargs)
        except Refused as error:
            messages.error(request, explain(error))
            return redirect(request.path)
        return answer

    def save_model(self, request: HttpRequest, obj: Report, form: Any, change: bool) -> None:
        """Through the service, which answers once."""
        chosen = form.cleaned_data.get("outcome") or obj.outcome
        why = form.cleaned_data.get("why", "")
        reports.answer(obj.pk, Report.Outcome(chosen), staff(request), timezone.now(), why)

    @admin.display(description=_("age"), ordering="at")
    def age(self, found: Report) -> str:
        """How long it waits, or waited for its answer."""
        return timesince(found.at, found.closed_at or timezone.now(), depth=1)

    @admin.display(description=_("what was said at that table"))
    def said(self, found: Report) -> SafeString | str:
        lines = (
            (date_format(timezone.localtime(one.at), "H:i"), one.user.shown_name, one.text or one.get_phrase_display())
            for one in reports.said_at_the_table(found)
        )
        return format_html_join("", "<div>{} {}: {}</div>", lines) or "—"

    @admin.display(description=_("other reports about this player"))
    def before(self, found: Report) -> SafeString:
        words = dict(Report.Outcome.choices) | {"": gettext("not answered")}
        counts = reports.others_about(found).items()
        url = f"{reverse('admin:conduct_report_changelist')}?{urlencode({'about__id__exact': found.about_id})}"
        lines = format_html_join("", "<div>{}: {}</div>", ((words[outcome], count) for outcome, count in counts))
        return format_html('{}<a href="{}">{}</a>', lines, url, gettext("All reports about this player"))

    @admin.display(description=_("sanctions of this player"))
    def sanctions(self, found: Report) -> SafeString | str:
        """Those that there were."""
        given = found.about.sanctions.order_by("-given_at")
        lines = ((one.get_kind_display(), date_format(timezone.localtime(one.given_at))) for one in given)
        return format_html_join("", "<div>{}, {}</div>", lines) or "—"

    @admin.display(description=_("new sanction"))
    def way_to_sanction(self, found: Report) -> SafeString:
        about = urlencode({"player": found.about.username, "report": found.pk})
        return format_html(
            '<a href="{}?{}">{}</a>', reverse("admin:conduct_sanction_add"), about, gettext("Give a sanction")
        )

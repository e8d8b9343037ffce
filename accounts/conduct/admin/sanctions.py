"""Sanctions and appeals in the admin: given, lifted and answered there, through the services."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.conduct import appeals
from accounts.conduct import sanctions as service
from accounts.conduct.fairness import of_others
from accounts.conduct.models import Appeal, Sanction
from accounts.conduct.sanction_forms import DecisionForm, LiftForm, SanctionForm
from accounts.models import User
from games.refusals import explain
from games.services.errors import Refused


def staff(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


class RefusalsAsMessages:
    """What a service refuses after the form was valid, for two of the staff were at it, is said on the page."""

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            answer: HttpResponse = super().changeform_view(request, *args, **kwargs)  # type: ignore[misc]
        except Refused as error:
            messages.error(request, explain(error))
            return redirect(request.path)
        return answer


class OfOthers:
    """A page without what concerns the reader: it is neither listed nor found."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return of_others(super().get_queryset(request), staff(request))  # type: ignore[misc]


class InForce(admin.SimpleListFilter):
    """What holds now; a warning does until it is lifted."""

    title = _("in force")
    parameter_name = "in_force"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Sanction]) -> QuerySet[Sanction]:
        match self.value():
            case "yes":
                return queryset.filter(ended_at=None).exclude(ends_at__lte=timezone.now())
            case "no":
                return queryset.exclude(ended_at=None) | queryset.filter(ends_at__lte=timezone.now())
        return queryset


class Unanswered(admin.SimpleListFilter):
    title = _("answered")
    parameter_name = "answered"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("no", _("No")), ("yes", _("Yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Appeal]) -> QuerySet[Appeal]:
        match self.value():
            case "no":
                return queryset.filter(decision="")
            case "yes":
                return queryset.exclude(decision="")
        return queryset


@admin.register(Sanction)
class SanctionAdmin(RefusalsAsMessages, admin.ModelAdmin):  # type: ignore[type-arg]
    """Given by the form, which `?player=NAME&report=NUMBER` fills in; never changed, but lifted."""

    notes_itself = True  # by the services
    form = SanctionForm
    list_display = ("player", "kind", "given_at", "ends_at", "ended_at", "given_by")
    list_per_page = 50
    list_filter = (InForce, "kind", "given_at")
    list_select_related = ("player", "given_by")
    search_fields = ("player__username", "reason")
    change_form_template = "admin/conduct/sanction.html"
    show_full_result_count = False

    def get_fields(self, request: HttpRequest, obj: Sanction | None = None) -> tuple[str, ...]:
        if obj is None:
            return ("player", "kind", "reason", "days", "report")
        shown = ("player", "kind", "reason", "report", "given_by", "given_at", "ends_at", "ended_at", "read_at")
        return (*shown, "its_appeal")

    def get_readonly_fields(self, request: HttpRequest, obj: Sanction | None = None) -> tuple[str, ...]:
        return () if obj is None else self.get_fields(request, obj)

    @admin.display(description=_("appeal"))
    def its_appeal(self, sanction: Sanction) -> str | SafeString:
        appeal = Appeal.objects.filter(sanction=sanction).first()
        if appeal is None:
            return "—"
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:conduct_appeal_change", args=[appeal.pk]), appeal.words
        )

    def has_change_permission(self, request: HttpRequest, obj: Sanction | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Sanction | None = None) -> bool:
        return False

    def may_lift(self, request: HttpRequest) -> bool:
        return super().has_change_permission(request)

    def get_form(self, request: HttpRequest, obj: Sanction | None = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change, **kwargs)
        return type(form.__name__, (form,), {"by": staff(request)})

    def save_model(self, request: HttpRequest, obj: Sanction, form: SanctionForm, change: bool) -> None:
        now, chosen = timezone.now(), form.cleaned_data
        given = service.give(
            chosen["player"], chosen["kind"], chosen["reason"], staff(request), now, form.until(now), chosen["report"]
        )
        obj.pk = given.pk

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> None:  # type: ignore[override]
        """Written by the service, in the action log."""

    def response_post_save_add(self, request: HttpRequest, obj: Sanction) -> HttpResponseRedirect:
        """Back to the report that it answers, which waits for its own answer."""
        if obj.report_id is None:
            return super().response_post_save_add(request, obj)
        return redirect("admin:conduct_report_change", obj.report_id)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        sanction = self.get_object(request, object_id)
        may_lift = sanction is not None and sanction.ended_at is None and self.may_lift(request)
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), "may_lift": may_lift})

    def get_urls(self) -> list[URLPattern]:
        lift = path("<int:sanction_id>/lift/", self.admin_site.admin_view(self.lift), name="conduct_sanction_lift")
        return [lift, *super().get_urls()]

    def lift(self, request: HttpRequest, sanction_id: int) -> HttpResponse:
        """Asks why, and lifts."""
        if not self.may_lift(request):
            raise PermissionDenied
        sanction = get_object_or_404(Sanction.objects.select_related("player"), pk=sanction_id)
        form = LiftForm(request.POST or None)
        if form.is_valid():
            try:
                service.lift(sanction, form.cleaned_data["why"], staff(request), timezone.now())
            except Refused as error:
                messages.error(request, explain(error))
            else:
                messages.success(request, _("The sanction is lifted."))
            return redirect("admin:conduct_sanction_change", sanction_id)
        context = {"title": _("Lift the sanction"), "form": form, "sanction": sanction, "opts": self.opts}
        return render(request, "admin/conduct/lift.html", {**self.admin_site.each_context(request), **context})


def is_decided(appeal: Appeal | None) -> bool:
    """By its moment: `decision` has what was chosen in a form that was refused."""
    return appeal is not None and appeal.decided_at is not None


@admin.register(Appeal)
class AppealAdmin(OfOthers, RefusalsAsMessages, admin.ModelAdmin):  # type: ignore[type-arg]
    """What a player answered; staff decide once."""

    notes_itself = True  # by the services
    form = DecisionForm
    list_display = ("player", "kind", "at", "decision", "decided_by", "decided_at")
    list_per_page = 50
    list_filter = (Unanswered, "decision", "at")
    list_select_related = ("sanction__player", "decided_by")
    search_fields = ("sanction__player__username", "words")
    ordering = ("decision", "at")
    show_full_result_count = False
    shown = ("player", "kind", "reason", "ends_at", "words", "at")

    @admin.display(description=_("player"))
    def player(self, appeal: Appeal) -> str:
        return appeal.sanction.player.shown_name

    @admin.display(description=_("kind"))
    def kind(self, appeal: Appeal) -> str:
        return str(Sanction.Kind(appeal.sanction.kind).label)

    @admin.display(description=_("reason, as the player reads it"))
    def reason(self, appeal: Appeal) -> str:
        return appeal.sanction.reason

    @admin.display(description=_("ends"))
    def ends_at(self, appeal: Appeal) -> str:
        end = appeal.sanction.ends_at
        return date_format(timezone.localtime(end), "DATETIME_FORMAT") if end else "—"

    def get_fields(self, request: HttpRequest, obj: Appeal | None = None) -> tuple[str, ...]:
        if is_decided(obj):
            return (*self.shown, "decision", "answer", "decided_by", "decided_at")
        return (*self.shown, "decision", "until", "answer")

    def get_readonly_fields(self, request: HttpRequest, obj: Appeal | None = None) -> tuple[str, ...]:
        return self.get_fields(request, obj) if is_decided(obj) else self.shown

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Appeal | None = None) -> bool:
        return super().has_change_permission(request, obj) and not is_decided(obj)

    def has_delete_permission(self, request: HttpRequest, obj: Appeal | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Appeal, form: DecisionForm, change: bool) -> None:
        chosen = form.cleaned_data
        appeals.decide(obj, chosen["decision"], chosen["answer"], staff(request), timezone.now(), chosen["until"])

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> None:  # type: ignore[override]
        """Written by the service, in the action log."""

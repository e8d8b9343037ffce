"""Matches, seats and logs for staff: to look at, never to change, and without a running match's hidden cards."""

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.models import Mail, Match, MoveRecord, Seat, Vacation
from games.state import redacted_events
from games.words import seat_name, sentence


class HistoryAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only: what happened stays as it happened."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class SeatInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Seat
    fields = ("number", "user", "computer", "score", "decision", "deadline")
    readonly_fields = fields
    can_delete = False
    max_num = 0


class InTrouble(admin.SimpleListFilter):
    """Matches that the referee failed on."""

    title = _("trouble")
    parameter_name = "trouble"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("the referee failed"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        return queryset.exclude(trouble="") if self.value() else queryset


@admin.register(Match)
class MatchAdmin(HistoryAdmin):
    list_display = ("id", "players", "status", "reason", "target", "count_mode", "created_at", "ended_at")
    list_filter = (InTrouble, "status", "opponent", "reason", "target", "count_mode", "created_at")
    search_fields = ("id", "seats__user__username")
    date_hierarchy = "created_at"
    fields = (
        *("id", "status", "opponent", "invited", "target", "count_mode", "automatic_moves", "allowance", "bank"),
        *("created_at", "ended_at", "winner", "reason", "skunk", "rematch_of", "ply", "commitment", "trouble", "log"),
    )
    readonly_fields = fields
    inlines = (SeatInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).prefetch_related("seats__user")

    @admin.display(description=_("players"))
    def players(self, match: Match) -> str:
        return " – ".join(seat_name(seat) for seat in match.seats.all())

    @admin.display(description=_("log"))
    def log(self, match: Match) -> SafeString:
        """The log as a watcher may know it, a line a sentence."""
        names = [seat_name(seat) for seat in match.seats.all()]
        lines = (
            (row.ply, sentence(event, names))
            for row in match.records.order_by("ply")
            for event in redacted_events(match, row, None)
        )
        return format_html_join("", "<div>{} · {}</div>", lines)


@admin.register(MoveRecord)
class MoveRecordAdmin(HistoryAdmin):
    list_display = ("match", "ply", "deal", "seat", "kind", "automatic", "at")
    list_filter = ("kind", "automatic", "at")
    search_fields = ("match__id", "match__seats__user__username")
    list_select_related = ("match",)
    show_full_result_count = False
    fields = ("match", "ply", "deal", "seat", "kind", "automatic", "at", "what_happened")
    readonly_fields = fields

    @admin.display(description=_("what happened"))
    def what_happened(self, row: MoveRecord) -> SafeString:
        """As a watcher may know it."""
        names = [seat_name(seat) for seat in row.match.seats.all()]
        lines: list[tuple[Any]] = [(sentence(event, names),) for event in redacted_events(row.match, row, None)]
        return format_html_join("", "<div>{}</div>", lines)


@admin.register(Mail)
class MailAdmin(HistoryAdmin):
    list_display = ("user", "kind", "match", "state", "tries", "written_at", "next_try_at")
    list_filter = ("state", "kind", "written_at")
    search_fields = ("user__username", "match__id")
    list_select_related = ("user", "match")
    fields = ("user", "kind", "match", "state", "tries", "written_at", "next_try_at", "trouble")
    readonly_fields = fields


@admin.register(Vacation)
class VacationAdmin(HistoryAdmin):
    list_display = ("user", "started_at", "ended_at")
    search_fields = ("user__username",)
    list_select_related = ("user",)

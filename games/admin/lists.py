"""Records, letters and vacations for staff: to look at, never to change."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from cribsite.admin_site import HistoryAdmin
from games.admin.search import FewCounted, ids_of_players, is_match_id
from games.models import Mail, MoveRecord, Vacation
from games.state import redacted_events
from games.words import seat_name, sentence


class SearchedByMatchOrPlayer(HistoryAdmin):
    """A list searched by the id of a match or the beginning of a player's name; `player_path` leads to the player."""

    search_fields = ("match__id",)
    search_help_text = _("The id of a match, or how the name of a player begins.")
    show_full_result_count = False
    paginator = FewCounted
    list_per_page = 50
    player_path = "user"

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        if not search_term.strip():
            return queryset, False
        if is_match_id(search_term):
            return queryset.filter(match=search_term.strip()), False
        return queryset.filter(**{f"{self.player_path}__in": ids_of_players(search_term)}), False


@admin.register(MoveRecord)
class MoveRecordAdmin(SearchedByMatchOrPlayer):
    list_display = ("match", "ply", "deal", "seat", "kind", "automatic", "at")
    list_filter = ("automatic",)
    list_select_related = ("match",)
    ordering = ("-pk",)
    fields = ("match", "ply", "deal", "seat", "kind", "automatic", "at", "what_happened")
    readonly_fields = fields
    player_path = "match__seats__user"

    @admin.display(description=_("what happened"))
    def what_happened(self, row: MoveRecord) -> SafeString:
        """As a watcher may know it."""
        names = [seat_name(seat) for seat in row.match.seats.all()]
        lines: list[tuple[Any]] = [(sentence(event, names),) for event in redacted_events(row.match, row, None)]
        return format_html_join("", "<div>{}</div>", lines)


@admin.register(Mail)
class MailAdmin(SearchedByMatchOrPlayer):
    list_display = ("user", "kind", "match", "state", "tries", "written_at", "next_try_at")
    list_filter = ("state", "kind", "written_at")
    list_select_related = ("user", "match")
    ordering = ("-pk",)
    fields = ("user", "kind", "match", "state", "tries", "written_at", "next_try_at", "trouble")
    readonly_fields = fields


@admin.register(Vacation)
class VacationAdmin(HistoryAdmin):
    list_display = ("user", "started_at", "ended_at")
    search_fields = ("user__username",)
    list_select_related = ("user",)

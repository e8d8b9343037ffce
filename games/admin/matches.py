"""Matches for staff: found, read, and ended otherwise than their players would."""

from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cribsite.admin_site import HistoryAdmin
from games.admin.match_acts import ACTS, MatchAct, ask_and_do
from games.admin.search import day_named, ids_of_players, is_match_id
from games.models import Match, Seat
from games.services.referee import TIME_FOR_A_SWEEP
from games.state import redacted_events
from games.words import ENDINGS, seat_name, sentence


class SeatInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Seat
    fields = ("number", "user", "computer", "score", "decision", "deadline")
    readonly_fields = fields
    can_delete = False
    max_num = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("user")


class YesFilter(admin.SimpleListFilter):
    """One thing that a match may be, and all matches."""

    answer: Any = ""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", self.answer)]


class InTrouble(YesFilter):
    title = _("trouble")
    parameter_name = "trouble"
    answer = _("the referee failed")

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        return queryset.exclude(trouble="") if self.value() else queryset


class Overdue(YesFilter):
    """Matches that the referee should have ended."""

    title = _("clock")
    parameter_name = "overdue"
    answer = _("time is over")

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        late = Seat.objects.filter(deadline__lt=timezone.now() - TIME_FOR_A_SWEEP).values("match")
        return queryset.filter(status=Match.State.ACTIVE, pk__in=late) if self.value() else queryset


class Ending(admin.SimpleListFilter):
    """How matches ended; to look for the values that there are would read all of them."""

    title = _("reason")
    parameter_name = "reason"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(ENDINGS.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        return queryset.filter(reason=self.value()) if self.value() else queryset


@admin.register(Match)
class MatchAdmin(HistoryAdmin):
    list_display = ("id", "players", "status", "ending", "target", "count_mode", "created_at", "ended_at")
    list_filter = (InTrouble, Overdue, "status", "opponent", Ending, "count_mode", "created_at")
    search_fields = ("id",)
    search_help_text = _("The id of a match, how the name of a player begins, or a day like 2026-03-14.")
    ordering = ("-created_at",)
    list_per_page = 50
    show_full_result_count = False
    change_form_template = "staff/match.html"
    actions = ("end_several_by_time", "abort_several", "annul_several", "verify_several")
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "id",
                    "at_table",
                    "status",
                    "opponent",
                    "invited",
                    "created_at",
                    "ended_at",
                    "rematch_of",
                    "trouble",
                )
            },
        ),
        (_("Terms"), {"fields": ("target", "count_mode", "automatic_moves", "allowance", "bank")}),
        (_("Result"), {"fields": ("winner", "ending", "skunk", "ply", "commitment")}),
        (_("Log"), {"fields": ("log",)}),
    )
    inlines = (SeatInline,)

    def get_readonly_fields(self, request: HttpRequest, obj: Match | None = None) -> tuple[str, ...]:
        return tuple(str(name) for _title, about in self.fieldsets for name in about["fields"])

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).prefetch_related("seats__user")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Match], search_term: str
    ) -> tuple[QuerySet[Match], bool]:
        if not search_term.strip():
            return queryset, False
        if is_match_id(search_term):
            return queryset.filter(pk=search_term.strip()), False
        day = day_named(search_term)
        if day is not None:
            return queryset.filter(created_at__gte=day[0], created_at__lt=day[1]), False
        seats = Seat.objects.filter(user__in=ids_of_players(search_term))
        return queryset.filter(pk__in=seats.values("match")), False

    def has_act_permission(self, request: HttpRequest) -> bool:
        """Whether this member of the staff may end, abort, annul, verify and export."""
        return bool(request.user.has_perm("games.change_match"))

    def get_urls(self) -> list[URLPattern]:
        act = self.admin_site.admin_view(self.act)
        return [path("acts/<str:key>/", act, name="games_match_act"), *super().get_urls()]

    def act(self, request: HttpRequest, key: str) -> HttpResponse:
        """The page that asks before something is done to one match or several, and does it."""
        return ask_and_do(self, request, key)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        match = Match.objects.filter(pk=object_id).first()
        possible = [act for act in ACTS.values() if match is not None and act.is_for(match, timezone.now())]
        buttons = [(act.label, _address(act, [match.pk])) for act in possible if match is not None]
        context = {"acts": buttons if self.has_act_permission(request) else []}
        return super().change_view(request, object_id, form_url, {**context, **(extra_context or {})})

    @admin.action(description=ACTS["end_by_time"].label, permissions=["act"])
    def end_several_by_time(self, request: HttpRequest, chosen: QuerySet[Match]) -> HttpResponse:
        return _ask_about(ACTS["end_by_time"], chosen)

    @admin.action(description=ACTS["abort"].label, permissions=["act"])
    def abort_several(self, request: HttpRequest, chosen: QuerySet[Match]) -> HttpResponse:
        return _ask_about(ACTS["abort"], chosen)

    @admin.action(description=ACTS["annul"].label, permissions=["act"])
    def annul_several(self, request: HttpRequest, chosen: QuerySet[Match]) -> HttpResponse:
        return _ask_about(ACTS["annul"], chosen)

    @admin.action(description=ACTS["verify"].label, permissions=["act"])
    def verify_several(self, request: HttpRequest, chosen: QuerySet[Match]) -> HttpResponse:
        return _ask_about(ACTS["verify"], chosen)

    @admin.display(description=_("players"))
    def players(self, match: Match) -> str:
        return " – ".join(seat_name(seat) for seat in match.seats.all())

    @admin.display(description=_("players"))
    def at_table(self, match: Match) -> SafeString:
        """The players with the way to their pages; the computer has none."""
        return format_html_join(" – ", "{}", ((_player(seat),) for seat in match.seats.all()))

    @admin.display(description=_("reason"), ordering="reason")
    def ending(self, match: Match) -> str:
        return str(ENDINGS.get(match.reason, "")) or "-"

    @admin.display(description=_("log"))
    def log(self, match: Match) -> str:
        """The log as a watcher may know it, deal by deal."""
        names = [seat_name(seat) for seat in match.seats.all()]
        rows = groupby(match.records.order_by("ply"), key=lambda row: row.deal)
        deals = [(deal, [_line(match, row, names) for row in plies]) for deal, plies in rows]
        return render_to_string("staff/log.html", {"deals": deals})


def _line(match: Match, row: Any, names: list[str]) -> tuple[int, Any, str]:
    """Ply, time and what happened."""
    told = " ".join(filter(None, (sentence(event, names) for event in redacted_events(match, row, None))))
    is_silent = row.kind == "cut" and not told  # only both cuts together turn up cards
    return row.ply, row.at, gettext("%(player)s has cut.") % {"player": names[row.seat]} if is_silent else told


def _player(seat: Seat) -> SafeString | str:
    if seat.user_id is None:
        return seat_name(seat)
    return format_html(
        '<a href="{}">{}</a>', reverse("admin:accounts_user_change", args=[seat.user_id]), seat_name(seat)
    )


def _ask_about(act: MatchAct, chosen: QuerySet[Match]) -> HttpResponse:
    return redirect(_address(act, list(chosen.values_list("pk", flat=True))))


def _address(act: MatchAct, match_ids: list[str]) -> str:
    return f"{reverse('admin:games_match_act', args=[act.key])}?{urlencode([('match', pk) for pk in match_ids])}"

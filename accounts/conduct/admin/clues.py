"""Clues in the admin: what was found, in plain words, and that somebody looked into it."""

from typing import Any

from django.contrib import admin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.conduct.admin.sanctions import OfOthers, staff
from accounts.conduct.clue_words import explain
from accounts.conduct.models import Clue
from cribsite.staff_acts import note


class LookedInto(admin.SimpleListFilter):
    title = _("looked into")
    parameter_name = "looked_into"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("no", _("No")), ("yes", _("Yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Clue]) -> QuerySet[Clue]:
        return queryset.filter(looked_at__isnull=self.value() == "no") if self.value() else queryset


@admin.register(Clue)
class ClueAdmin(OfOthers, admin.ModelAdmin):  # type: ignore[type-arg]
    """A clue proves nothing and does nothing. It is never changed, but marked."""

    notes_itself = True  # by the services
    list_display = ("kind", "player", "other", "what_was_found", "at", "looked_at", "looked_by")
    list_filter = (LookedInto, "kind", "at")
    list_select_related = ("player", "other", "looked_by")
    search_fields = ("player__username", "other__username")
    ordering = ("-at",)
    list_per_page = 50
    show_full_result_count = False
    change_form_template = "admin/conduct/clue.html"
    fields = ("kind", "player", "other", "what_was_found", "at", "looked_at", "looked_by")
    readonly_fields = fields
    actions = ("mark_as_looked_into",)

    @admin.display(description=_("what was found"))
    def what_was_found(self, clue: Clue) -> str:
        return explain(clue)

    @admin.action(description=_("Mark as looked into"), permissions=["change"])
    @transaction.atomic
    def mark_as_looked_into(self, request: HttpRequest, queryset: QuerySet[Clue]) -> None:
        now = timezone.now()
        for clue in queryset.filter(looked_at=None).select_related("player"):
            clue.looked_at, clue.looked_by = now, staff(request)
            clue.save(update_fields=["looked_at", "looked_by"])
            note(staff(request), "clue", clue.player, now, str(Clue.Kind(clue.kind).value))

    def save_model(self, request: HttpRequest, obj: Clue, form: Any, change: bool) -> None:
        """The one button of a clue's page."""
        self.mark_as_looked_into(request, Clue.objects.filter(pk=obj.pk))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Clue | None = None) -> bool:
        return False

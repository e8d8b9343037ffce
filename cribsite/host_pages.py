"""Settings, announcements and the action log in the admin."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import CharField, Model
from django.forms import Textarea
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cribsite.admin_site import HistoryAdmin
from cribsite.models import Announcement, AnnouncementText, SiteSettings, StaffAct
from cribsite.site import stored_settings
from cribsite.staff_acts import ACTS


@admin.register(SiteSettings)
class SiteSettingsAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """One row: the list leads straight to it."""

    noted_as = "settings"
    fieldsets = (
        (None, {"fields": ("name", "is_in_maintenance")}),
        (_("Players"), {"fields": ("sign_up", "minimum_age", "staff_need_second_factor")}),
        (_("Games"), {"fields": ("most_open_tables", "vacation_days")}),
        (_("Leaving"), {"fields": ("absent_seconds", "leaves_allowed", "leaves_within_hours", "leave_pause_hours")}),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return redirect(reverse("admin:cribsite_sitesettings_change", args=[stored_settings().pk]))


class TextInline(admin.StackedInline):  # type: ignore[type-arg]
    model = AnnouncementText
    formfield_overrides: ClassVar = {CharField: {"widget": Textarea(attrs={"rows": 3})}}
    extra = 1
    min_num = 1
    validate_min = True


@admin.register(Announcement)
class AnnouncementAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    noted_as = "announcement"
    list_display = ("starts_at", "ends_at", "words")
    inlines = (TextInline,)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Most are to be read at once."""
        return {"starts_at": timezone.now(), **super().get_changeform_initial_data(request)}

    @admin.display(description=_("text"))
    def words(self, announcement: Announcement) -> str:
        first = announcement.texts.first()
        return first.text[:80] if first else ""


class WhatFilter(admin.SimpleListFilter):
    """By the kind of act."""

    title = _("what")
    parameter_name = "what"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(ACTS.items())

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.filter(what=self.value()) if self.value() in ACTS else queryset


@admin.register(StaffAct)
class StaffActAdmin(HistoryAdmin):
    """To read and to search; nobody changes it, superusers neither."""

    list_display = ("at", "name", "told", "about", "why")
    list_filter = (WhatFilter, "at")
    search_fields = ("name", "about", "why")
    list_per_page = 50
    show_full_result_count = False
    fields = ("at", "name", "told", "about", "why")
    readonly_fields = fields

    @admin.display(description=_("what"), ordering="what")
    def told(self, act: StaffAct) -> str:
        return str(ACTS.get(act.what, act.what))

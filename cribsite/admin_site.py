"""The admin as one site: named as the host names it, with a start page, and no act that leaves no line in the log."""

from typing import Any, cast

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils import timezone, translation

from accounts.models import User
from cribsite.site import site_settings
from cribsite.staff_acts import note
from cribsite.start_page import start_page


class HouseAdmin(admin.AdminSite):
    """The admin of this site."""

    index_template = "staff/start.html"
    enable_nav_sidebar = False  # it leaves a phone no room, and the start page has all that it has

    def __init__(self, name: str = "admin") -> None:
        super().__init__(name)
        self.disable_action("delete_selected")  # one at a time, each looked at

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """As Django's, with whatever this page of the admin does noted in the action log."""
        page = admin_class or admin.ModelAdmin
        super().register(model_or_iterable, type(page.__name__, (Noted, page), {}), **options)

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        name = site_settings().name
        return {**super().each_context(request), "site_header": name, "site_title": name}

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        return super().index(request, {**start_page(request), **(extra_context or {})})


class WholeListKnown(ChangeList):
    """Offers to show all where something was left out, only."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        if not self.query and not self.get_filters_params():
            self.full_result_count = self.result_count


class Noted(admin.ModelAdmin):  # type: ignore[type-arg]
    """Whatever is added, changed or deleted is a line in the action log.

    A page whose services write lines of their own says so by `notes_itself = True`; one with a word of its own for
    what is added and changed names it by `noted_as`, a key of `cribsite.staff_acts.ACTS`. Where no thing bears the name
    of a player, `noted_by_name = True` has the log name them.
    """

    show_facets = admin.ShowFacets.NEVER  # to count what each filter would leave reads all rows

    def get_changelist(self, request: HttpRequest, **options: Any) -> type[ChangeList]:
        return WholeListKnown

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        self._note(request, getattr(self, "noted_as", "add"), obj, message)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        if message:  # a form that was saved as it was changed nothing
            self._note(request, getattr(self, "noted_as", "change"), obj, message)
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        for thing in queryset:
            self._note(request, "delete", thing, request.POST.get("why", "").strip())
        return super().log_deletions(request, queryset)

    def _note(self, request: HttpRequest, what: str, thing: Model, why: Any) -> None:
        if not getattr(self, "notes_itself", False):
            title = str(thing) if getattr(self, "noted_by_name", False) else thing_title(thing)
            note(cast(User, request.user), what, title, timezone.now(), fields_changed(why))


def thing_title(thing: Model) -> Any:
    """What the log calls a thing: by kind and number, which tell nothing of a player once it is gone."""
    return thing if isinstance(thing, User) else f"{thing._meta.model_name} {thing.pk}"


def fields_changed(message: Any) -> str:
    """What the admin says of a change, in few words: which fields; a text stays as it is."""
    if isinstance(message, str):
        return message
    with translation.override(None):
        parts = [about.get("fields", [about.get("name", "")]) for one in message for about in one.values()]
        return "; ".join(filter(None, (", ".join(map(str, names)) for names in parts)))


class HistoryAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only: what happened stays as it happened."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

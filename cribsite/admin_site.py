"""The admin as one site: named as the host names it, with a start page, and no act that leaves no line in the log.

Whatever is registered is filtered by what its list offers, alone: a filter on any other column tells what it holds.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import BadRequest, ValidationError
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
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

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Any:
        return super().admin_view(without_nul(view), cacheable)

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        name = site_settings().name
        return {**super().each_context(request), "site_header": name, "site_title": name}

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """By the page of all players, which bounds how often one may guess at the present password."""
        return redirect("account_change_password")

    def password_change_done(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        return redirect("admin:index")

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        return super().index(request, {**start_page(request), **(extra_context or {})})


def without_nul(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The view, for requests that PostgreSQL can be asked about: it takes no NUL."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        if "\0" in request.path_info:
            raise Http404
        if any("\0" in "".join((key, *values)) for sent in (request.GET, request.POST) for key, values in sent.lists()):
            raise BadRequest
        return view(request, *args, **named)

    return guarded


class GuardedList(ChangeList):
    """Takes the filters that the page offers, and no other; offers to show all where something was left out, only."""

    def get_filters(self, request: HttpRequest) -> Any:
        """What no filter of the page has used up is refused, but for what the page names in `also_filtered_by`."""
        try:
            found = super().get_filters(request)
        except (ValueError, OverflowError) as error:  # no such day in the hierarchy of dates
            raise IncorrectLookupParameters(error) from error
        named = {
            *getattr(self.model_admin, "also_filtered_by", ()),
            f"{self.date_hierarchy}__gte",
            f"{self.date_hierarchy}__lt",
        }
        if not set(found[2]) <= named:
            raise DisallowedModelAdminLookup
        return found

    def get_results(self, request: HttpRequest) -> None:
        try:
            super().get_results(request)
        except OverflowError as error:  # a moment at the edge of the calendar
            raise IncorrectLookupParameters(error) from error
        if not self.query and not self.get_filters_params():
            self.full_result_count = self.result_count


class Noted(admin.ModelAdmin):  # type: ignore[type-arg]
    """Whatever is added, changed or deleted is a line in the action log.

    A page whose services write lines of their own says so by `notes_itself = True`; one with a word of its own for
    what is added and changed names it by `noted_as`, a key of `cribsite.staff_acts.ACTS`. Where no thing bears the name
    of a player, `noted_by_name = True` has the log name them. `also_filtered_by` names what addresses elsewhere on the
    site filter the list by, beside its own filters.
    """

    show_facets = admin.ShowFacets.NEVER  # to count what each filter would leave reads all rows

    def get_changelist(self, request: HttpRequest, **options: Any) -> type[ChangeList]:
        return GuardedList

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The thing of that number or name, or None. The admin has ways of its own to write a NUL in an address."""
        return None if "\0" in object_id else super().get_object(request, object_id, from_field)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """An action on what can be no row is refused."""
        for chosen in request.POST.getlist(ACTION_CHECKBOX_NAME):
            try:
                self.opts.pk.clean(chosen, None)
            except ValidationError as error:
                raise BadRequest from error
        return super().changelist_view(request, extra_context)

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

"""Players in the admin."""

from typing import Any, cast

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import look_alike_key
from accounts.services import delete_account
from cribsite.roles import ROLES, match_staff_flag
from games.services.leaving import leave_everything

# Through the site's own log-in, so that its limits on guessing hold here too.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

OF_SUPERUSERS = ("email", "is_superuser", "user_permissions")
ALL_STAFF_SEES = (
    (None, {"fields": ("username", "email")}),
    (_("Preferences"), {"fields": ("language", "says_go_for_me", "asks_before_playing", "private_games")}),
    (_("State"), {"fields": ("is_active", "is_guest", "is_program")}),
    (_("History"), {"fields": ("date_joined", "last_login")}),
)
RIGHTS = (_("Permissions"), {"fields": ("is_staff", "groups")})
ALL_RIGHTS = (_("Permissions"), {"fields": ("password", "is_staff", "groups", "is_superuser", "user_permissions")})


admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class SecondFactorAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """For who lost a phone: staff see which factors there are and remove them, but never their secrets."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    search_fields = ("user__username",)
    fields = readonly_fields = list_display

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(User)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]
    """Whoever may change players gives out roles, but makes no superusers, and does not raise themselves.

    An address opens its account by a reset of the password, so superusers alone change one.
    """

    noted_as = "player"
    list_display = (
        "username",
        "email",
        "has_confirmed",
        "is_program",
        "is_guest",
        "is_staff",
        "is_active",
        "date_joined",
    )
    list_filter = ("is_active", "is_guest", "is_program", "is_staff", "language", "date_joined")
    search_fields = ("username",)
    search_help_text = _("How a name or an address of mail begins.")
    ordering = ("-pk",)
    list_per_page = 50
    show_full_result_count = False
    change_form_template = "staff/player.html"
    delete_confirmation_template = "staff/delete_player.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), email=OuterRef("email"), verified=True)
        players: QuerySet[User] = super().get_queryset(request).annotate(has_confirmed=Exists(confirmed))
        return players

    @admin.display(description=_("address confirmed"), boolean=True)
    def has_confirmed(self, player: User) -> bool:
        """Anybody may give any address: only who confirmed it is who reads its mail."""
        return bool(player.has_confirmed)  # type: ignore[attr-defined]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        words = search_term.strip()
        if not words:
            return queryset, False
        if not words.isprintable():  # PostgreSQL takes no NUL
            return queryset.none(), False
        if "@" in words:
            return queryset.filter(email__istartswith=words), False
        key = look_alike_key(words)
        return queryset.filter(name_key__startswith=key) if key else queryset.none(), False

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Who may not change players sees nothing of their rights."""
        if obj is None:
            return super().get_fieldsets(request, obj)
        if not self.has_change_permission(request, obj):
            return ALL_STAFF_SEES
        return (*ALL_STAFF_SEES, ALL_RIGHTS if _is_superuser(request) else RIGHTS)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        always = ("is_guest", "is_staff", "date_joined", "last_login")
        if _is_superuser(request):
            return always
        return (*always, *OF_SUPERUSERS, *(() if _may_appoint(request, obj) else ("groups",)))

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **options: Any) -> Any:
        """Groups of the host's own making may open anything, so a superuser alone gives those out."""
        if db_field.name == "groups" and not _is_superuser(request):
            options["queryset"] = Group.objects.filter(name__in=ROLES)
        return super().formfield_for_manytomany(db_field, request, **options)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_change_permission(request, obj) and _may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_delete_permission(request, obj) and _may_touch(request, obj)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not _may_touch(request, self.get_object(request, unquote(object_id))):
            raise PermissionDenied
        return super().history_view(request, object_id, extra_context)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Who sets a password can come in as that player."""
        if not _is_superuser(request):
            return HttpResponse(_now("Only a superuser sets passwords."), status=403)
        return super().user_change_password(request, id, form_url)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Whoever is locked out leaves nobody waiting at a table."""
        super().save_model(request, obj, form, change)
        if change and not obj.is_active:
            leave_everything(obj, timezone.now())

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        match_staff_flag(form.instance)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """What goes with a player asks for no leave of its own: letters, say, nobody may delete by themselves."""
        listed, counts, _no_leave, protected = super().get_deleted_objects(objs, request)
        return listed, counts, set(), protected

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Nobody is deleted without a word of why."""
        is_allowed = self.has_delete_permission(request, self.get_object(request, object_id))
        if is_allowed and request.method == "POST" and not request.POST.get("why", "").strip():
            messages.error(request, _now("Say why, for the action log."))
            return HttpResponseRedirect(request.get_full_path())
        return super().delete_view(request, object_id, extra_context)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        delete_account(obj, timezone.now())


def _is_superuser(request: HttpRequest) -> bool:
    return bool(cast(User, request.user).is_superuser)


def _may_appoint(request: HttpRequest, player: User | None) -> bool:
    """Not oneself, nor somebody in a group of the host's own making: to save the form would take it away."""
    if player is None or player.pk == request.user.pk:
        return False
    return not player.groups.exclude(name__in=ROLES).exists()


def _may_touch(request: HttpRequest, player: User | None) -> bool:
    """A superuser is touched by superusers alone."""
    return player is None or not player.is_superuser or _is_superuser(request)

"""Players in the admin."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services import delete_account
from games.services.leaving import leave_everything

# Through the site's own log-in, so that its limits on guessing hold here too.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


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
    list_display = (
        "username",
        "email",
        "language",
        "is_program",
        "is_guest",
        "is_staff",
        "is_active",
        "date_joined",
        "last_login",
    )
    list_filter = ("is_active", "is_guest", "is_program", "is_staff", "is_superuser", "language", "date_joined")
    search_fields = ("username", "email")
    date_hierarchy = "date_joined"
    readonly_fields = ("name_key", "is_guest", "date_joined", "last_login")
    fieldsets = (
        (None, {"fields": ("username", "name_key", "email", "password")}),
        (_("Preferences"), {"fields": ("language", "says_go_for_me", "asks_before_playing", "private_games")}),
        (
            _("Permissions"),
            {
                "fields": (
                    "is_active",
                    "is_guest",
                    "is_program",
                    "is_staff",
                    "is_superuser",
                    "groups",
                    "user_permissions",
                )
            },
        ),
        (_("History"), {"fields": ("date_joined", "last_login")}),
    )

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Whoever is locked out leaves nobody waiting at a table."""
        super().save_model(request, obj, form, change)
        if change and not obj.is_active:
            leave_everything(obj, timezone.now())

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """What goes with a player asks for no leave of its own: letters, say, nobody may delete by themselves."""
        listed, counts, _no_leave, protected = super().get_deleted_objects(objs, request)
        return listed, counts, set(), protected

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        delete_account(obj, timezone.now())

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for player in queryset:
            self.delete_model(request, player)

"""The roles of staff: what each may do, and nothing more. A superuser may do everything.

They are groups, made by a migration and brought up to date after every `migrate`, so that a change of the table below
needs no migration of its own.
"""

from typing import Any

from django.apps import apps as present_apps
from django.apps.registry import Apps
from django.contrib.auth.models import Group
from django.db.models import Q

from accounts.models import User

MODERATOR, ADMIN = "moderator", "admin"

# A match's "change" is to end, abort or annul it; the match itself nobody edits.
OF_MODERATORS = (
    "accounts.view_user",
    *("games.view_match", "games.change_match", "games.view_moverecord", "games.view_seat"),
    *("conduct.view_report", "conduct.change_report"),
    *("conduct.view_sanction", "conduct.add_sanction", "conduct.change_sanction"),
    *("conduct.view_appeal", "conduct.change_appeal"),
    *("conduct.view_clue", "conduct.change_clue"),
)
ROLES = {
    MODERATOR: OF_MODERATORS,
    ADMIN: (
        *OF_MODERATORS,
        *("accounts.change_user", "accounts.delete_user"),
        *("games.view_mail", "games.view_vacation"),
        *("cribsite.view_sitesettings", "cribsite.change_sitesettings", "cribsite.view_staffact"),
        *(f"cribsite.{act}_announcement" for act in ("view", "add", "change", "delete")),
        *(f"cribsite.{act}_announcementtext" for act in ("view", "add", "change", "delete")),
        *(f"cribsite.{act}_hosttext" for act in ("view", "add", "change", "delete")),
        *(f"cribsite.{act}_invitation" for act in ("view", "add", "change", "delete")),
    ),
}


def make_roles(apps: Apps = present_apps, **_about: Any) -> None:
    """Give each role's group just the permissions of the table. A migration names the `apps` as they are by then."""
    group_model, permission_model = (apps.get_model("auth", name) for name in ("Group", "Permission"))
    for name, labels in ROLES.items():
        group = group_model.objects.get_or_create(name=name)[0]
        wanted = set(permission_model.objects.filter(_any_of(labels)).values_list("pk", flat=True))
        if wanted != set(group.permissions.values_list("pk", flat=True)):
            group.permissions.set(wanted)


def _any_of(labels: tuple[str, ...]) -> Q:
    wanted = Q(pk=None)
    for label in labels:
        app, codename = label.split(".")
        wanted |= Q(content_type__app_label=app, codename=codename)
    return wanted


def match_staff_flag(user: User) -> None:
    """Whoever has a role is of the staff, and nobody else but superusers; to be called once groups have changed."""
    is_staff = user.is_superuser or user.groups.filter(name__in=ROLES).exists()
    if user.is_staff != is_staff:
        user.is_staff = is_staff
        user.save(update_fields=["is_staff"])


def rank(user: User) -> int:
    """How much somebody may do: 0 a player, 1 other staff, 2 an admin, 3 a superuser."""
    if user.is_superuser:
        return 3
    if not user.is_staff:
        return 0
    return 2 if user.groups.filter(name=ADMIN).exists() else 1


def appoint(user: User, role: str) -> None:
    """Give a player a role."""
    user.groups.add(Group.objects.get(name=role))
    match_staff_flag(user)

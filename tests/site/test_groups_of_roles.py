"""The two roles are groups made by a migration, with just their permissions; `migrate` keeps them so."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

READ_BY_BOTH = {
    *("accounts.view_user", "games.view_match", "games.view_moverecord", "games.view_seat"),
    *("conduct.view_report", "conduct.view_sanction", "conduct.view_appeal", "conduct.view_clue"),
}
DONE_BY_BOTH = {
    *("games.change_match", "conduct.change_report", "conduct.add_sanction", "conduct.change_sanction"),
    *("conduct.change_appeal", "conduct.change_clue"),
}
OF_ADMINS = {
    *("accounts.change_user", "accounts.delete_user", "games.view_mail", "games.view_vacation"),
    *("cribsite.view_sitesettings", "cribsite.change_sitesettings", "cribsite.view_staffact"),
    *(
        f"cribsite.{act}_{model}"
        for act in ("view", "add", "change", "delete")
        for model in ("announcement", "announcementtext", "hosttext", "invitation")
    ),
}
EXPECTED = {"moderator": READ_BY_BOTH | DONE_BY_BOTH, "admin": READ_BY_BOTH | DONE_BY_BOTH | OF_ADMINS}


def held() -> dict[str, set[str]]:
    """What each group may do."""
    return {
        group.name: {f"{one.content_type.app_label}.{one.codename}" for one in group.permissions.all()}
        for group in Group.objects.prefetch_related("permissions__content_type")
    }


def test_a_database_that_was_just_made_has_both_groups(db: None) -> None:
    assert held() == EXPECTED


@pytest.mark.django_db(transaction=True)
def test_the_migration_alone_makes_both_groups_where_nothing_was_before() -> None:
    MigrationExecutor(connection).migrate([("cribsite", "0004_announcements")])
    Group.objects.all().delete()
    Permission.objects.all().delete()
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    assert held() == EXPECTED


def test_a_new_version_brings_the_groups_up_to_date_and_leaves_those_of_the_host_alone(db: None) -> None:
    helpers = Group.objects.create(name="helpers")
    helpers.permissions.add(Permission.objects.get(codename="view_block"))
    moderator = Group.objects.get(name="moderator")
    moderator.permissions.remove(Permission.objects.get(codename="view_clue"))
    moderator.permissions.add(Permission.objects.get(codename="delete_user"))
    call_command("migrate", verbosity=0)
    assert held() == {**EXPECTED, "helpers": {"conduct.view_block"}}

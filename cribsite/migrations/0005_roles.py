"""The groups of the roles, each with just the permissions of the table in `cribsite.roles`.

Django makes permissions only once all migrations are done; so those that the roles need are made here.
"""

from django.contrib.auth.management import create_permissions
from django.db import migrations

from cribsite.roles import ROLES, make_roles


def make_groups(apps, schema_editor):
    labels = {label.partition(".")[0] for permissions in ROLES.values() for label in permissions}
    for label in sorted(labels):
        app = apps.get_app_config(label)
        app.models_module = True  # what stands here for an app has none, and would be passed over
        create_permissions(app, verbosity=0, using=schema_editor.connection.alias, apps=apps)
        app.models_module = None
    make_roles(apps)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0008_sanctions_to_read"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("conduct", "0001_initial"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("cribsite", "0004_announcements"),
        ("games", "0010_cards_of_the_site"),
    ]

    operations = [migrations.RunPython(make_groups, migrations.RunPython.noop)]

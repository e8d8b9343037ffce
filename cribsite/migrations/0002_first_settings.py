"""The first settings of the site: a host's VACATION_DAYS, which stood in the environment before, is taken over."""

import environ
from django.db import migrations


def take_over(apps, schema_editor):
    days = environ.Env().int("VACATION_DAYS", default=30)
    apps.get_model("cribsite", "SiteSettings").objects.get_or_create(pk=1, defaults={"vacation_days": days})


class Migration(migrations.Migration):
    dependencies = [("cribsite", "0001_initial")]

    operations = [migrations.RunPython(take_over, migrations.RunPython.noop)]

from django.db import migrations, models
from django.utils import timezone


def tell_of_what_began(apps, schema_editor):
    in_maintenance = apps.get_model("cribsite", "SiteSettings").objects.filter(is_in_maintenance=True)
    in_maintenance.update(maintenance_began_at=timezone.now())


class Migration(migrations.Migration):
    dependencies = [("cribsite", "0005_roles")]

    operations = [
        migrations.AddField("sitesettings", "maintenance_began_at", models.DateTimeField(editable=False, null=True)),
        migrations.RunPython(tell_of_what_began, migrations.RunPython.noop),
    ]

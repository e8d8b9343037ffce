from django.db import migrations, models


def copy_reasons(apps, schema_editor):
    Match, SeatStatistics = apps.get_model("games", "Match"), apps.get_model("games", "SeatStatistics")
    reason = Match.objects.filter(seats__statistics=models.OuterRef("pk")).values("reason")
    SeatStatistics.objects.update(reason=models.Subquery(reason))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_school"),
    ]

    operations = [
        migrations.AddField(
            model_name="seatstatistics",
            name="reason",
            field=models.CharField(default="", max_length=20),
            preserve_default=False,
        ),
        migrations.RunPython(copy_reasons, migrations.RunPython.noop),
    ]

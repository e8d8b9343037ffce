from django.db import migrations

from accounts.secrets import encrypt

SECRETS = ("secret", "seed")  # of apps of codes, of codes for recovery


def encrypt_what_is_plain(apps, schema_editor):
    for row in apps.get_model("mfa", "Authenticator").objects.filter(type__in=("totp", "recovery_codes")):
        row.data |= {name: encrypt(row.data[name]) for name in SECRETS if name in row.data}
        if "migrated_codes" in row.data:
            row.data["migrated_codes"] = [encrypt(code) for code in row.data["migrated_codes"]]
        row.save(update_fields=["data"])


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0008_sanctions_to_read"),
        ("mfa", "0003_authenticator_type_uniq"),
    ]

    operations = [migrations.RunPython(encrypt_what_is_plain)]

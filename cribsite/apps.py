"""The project itself as an app: its system checks and its words."""

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.db.models.signals import post_migrate


class CribsiteConfig(AppConfig):
    default = True
    name = "cribsite"

    def ready(self) -> None:
        from cribsite import checks, roles, sqlite  # noqa: F401

        post_migrate.connect(roles.make_roles, sender=self)  # of the last app: by now all permissions are there


class HouseAdminConfig(admin_apps.AdminConfig):
    """Stands in INSTALLED_APPS in the place of Django's own admin."""

    default = False
    default_site = "cribsite.admin_site.HouseAdmin"

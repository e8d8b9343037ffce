"""The project itself as an app: its system checks and its words."""

from django.apps import AppConfig


class CribsiteConfig(AppConfig):
    name = "cribsite"

    def ready(self) -> None:
        from cribsite import checks, sqlite  # noqa: F401

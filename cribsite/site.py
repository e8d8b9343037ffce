"""What the host wishes of the site, as every process reads it."""

from time import monotonic

from django.db.models.signals import post_save

from cribsite.models import SiteSettings

SECONDS = 5  # so long a process goes by what it read; a change in another one takes no longer

_read: dict[str, tuple[SiteSettings, float]] = {}


def site_settings() -> SiteSettings:
    """The host's settings, at most five seconds old; not to be changed and saved: take `stored_settings` for that."""
    kept, until = _read.get("row", (None, 0.0))
    if kept is None or until < monotonic():
        kept = stored_settings()
        _read["row"] = kept, monotonic() + SECONDS
    return kept


def is_in_maintenance() -> bool:
    """Whether nothing new may begin: no tables, no players. What runs goes on, clocks and all."""
    return site_settings().is_in_maintenance


def stored_settings() -> SiteSettings:
    """The one row, as it is in the database now."""
    return SiteSettings.objects.get_or_create(pk=SiteSettings.ROW)[0]


def forget(**_about: object) -> None:
    """Have the next reader read anew."""
    _read.clear()


post_save.connect(forget, SiteSettings)

"""System checks for what others have paid for; `manage.py check` runs them."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Tags, Warning, register
from django.db import OperationalError, ProgrammingError


@register()
def sqlite_keeps_every_write(**_about: Any) -> list[CheckMessage]:
    """Without these options SQLite answers "database is locked" and a move is lost."""
    database = settings.DATABASES["default"]
    if not database["ENGINE"].endswith("sqlite3"):
        return []
    options = database.get("OPTIONS", {})
    whole = options.get("transaction_mode") == "IMMEDIATE" and "timeout" in options
    if whole and "journal_mode=WAL" in options.get("init_command", ""):
        return []
    return [Error("SQLite needs WAL, transaction_mode IMMEDIATE and a timeout.", id="cribsite.E001")]


@register()
def redis_does_not_hang_up(**_about: Any) -> list[CheckMessage]:
    """redis-py ends a socket that was idle for 5 s, unless the host says otherwise."""
    layer: dict[str, Any] = settings.CHANNEL_LAYERS["default"]
    hosts = layer.get("CONFIG", {}).get("hosts", [])
    if all(isinstance(host, dict) and host.get("socket_timeout", 0) is None for host in hosts):
        return []
    return [Error("Every host of the channel layer needs socket_timeout None.", id="cribsite.E002")]


@register()
def daphne_leads(**_about: Any) -> list[CheckMessage]:
    """Only then is its runserver the one that is used."""
    if settings.INSTALLED_APPS[0] == "daphne" and settings.DATABASES["default"].get("CONN_MAX_AGE") == 0:
        return []
    return [Error("daphne must lead INSTALLED_APPS, and CONN_MAX_AGE must be 0 under it.", id="cribsite.E003")]


@register(deploy=True)
def many_processes_need_redis(**_about: Any) -> list[CheckMessage]:
    """The layer in memory reaches the sockets of one process only."""
    if settings.REDIS_URL:
        return []
    return [Warning("Without REDIS_URL the site must run as one process.", id="cribsite.W001")]


@register(Tags.database)
def every_running_match_has_its_key(databases: Sequence[str] | None = None, **_about: Any) -> list[CheckMessage]:
    """A running match whose key is absent could not go on dealing."""
    from games.deals import known_keys
    from games.models import Match

    if "default" not in (databases or ()):
        return []
    running = Match.objects.filter(status__in=(Match.State.OPEN, Match.State.ACTIVE))
    try:
        absent = set(running.values_list("deal_key_id", flat=True).distinct()) - set(known_keys())
    except (OperationalError, ProgrammingError):  # not migrated yet
        return []
    return [
        Error(
            f"Running matches were dealt under the key {key}, which is neither DEAL_KEY nor among DEAL_KEYS.",
            hint="Add the old key to DEAL_KEYS.",
            id="cribsite.E004",
        )
        for key in sorted(absent)
    ]


@register(Tags.database)
def somebody_runs_the_site(databases: Sequence[str] | None = None, **_about: Any) -> list[CheckMessage]:
    """A new site tells whoever starts it how to become its admin."""
    from accounts.models import User

    if "default" not in (databases or ()):
        return []
    try:
        if User.objects.filter(is_superuser=True, is_active=True).exists():
            return []
    except (OperationalError, ProgrammingError):  # not migrated yet
        return []
    hint = "Make one with: .venv/bin/python manage.py welcome"
    return [Info("The site has no admin yet.", hint=hint, id="cribsite.I001")]

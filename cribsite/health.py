"""Is the site well? Its versions, and whether what it is built on answers."""

import asyncio
import logging
import platform
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache

import django
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from cribsite.checks import every_running_match_has_its_key
from games.services.referee import TIME_FOR_A_SWEEP, last_sweep

logger = logging.getLogger(__name__)

SECONDS_TO_ANSWER = 2


@dataclass(frozen=True)
class Fact:
    """A line of the page; `is_well` is False where somebody should see to it."""

    name: str
    value: str
    is_well: bool = True


def facts_about_site(now: datetime) -> list[Fact]:
    """Versions first, then what may be wrong."""
    return [*_versions(), _migrations(), _referee(now), _channel_layer(), _deal_keys()]


def _versions() -> Iterator[Fact]:
    yield Fact(_("Version of the site"), _version())
    yield Fact("Django, Python", f"{django.get_version()}, {platform.python_version()}")
    number = ".".join(map(str, connection.get_database_version()))
    yield Fact(_("Database"), f"{connection.display_name} {number}")


@cache
def _version() -> str:
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    return str(project["version"])


@cache
def _migrations_on_disk() -> frozenset[tuple[str, str]]:
    """They do not change while the process runs."""
    return frozenset(MigrationLoader(None).disk_migrations or ())


def _migrations() -> Fact:
    missing = _migrations_on_disk() - set(MigrationRecorder(connection).applied_migrations())
    names = ", ".join(f"{app} {name}" for app, name in sorted(missing))
    return Fact(_("Migrations not applied"), names or _("none"), not missing)


def _referee(now: datetime) -> Fact:
    """The mark is in the cache, so this tells of both."""
    try:
        seen = last_sweep()
    except Exception:
        logger.exception("the cache does not answer")
        return Fact(_("Cache"), _("does not answer"), is_well=False)
    if seen is None:
        return Fact(_("Last sweep of the referee"), _("never: is it running?"), is_well=False)
    text = formats.date_format(timezone.localtime(seen), "DATETIME_FORMAT")
    return Fact(_("Last sweep of the referee"), text, now - seen <= TIME_FOR_A_SWEEP)


def _channel_layer() -> Fact:
    try:
        async_to_sync(_send_to_oneself)()
    except Exception:
        logger.exception("the channel layer does not answer")
        return Fact(_("Channel layer"), _("does not answer"), is_well=False)
    return Fact(_("Channel layer"), "Redis" if settings.REDIS_URL else _("in memory, for one process"))


async def _send_to_oneself() -> None:
    layer = get_channel_layer()
    assert layer is not None
    name = await layer.new_channel()
    await layer.send(name, {"type": "health"})
    await asyncio.wait_for(layer.receive(name), SECONDS_TO_ANSWER)


def _deal_keys() -> Fact:
    absent = every_running_match_has_its_key(["default"])
    text = " ".join(str(error.msg) for error in absent)
    return Fact(_("Deal keys of running matches"), text or _("all known"), not absent)

"""What all tests share.

How hard hypothesis tries: HYPOTHESIS_PROFILE=many for many more examples than a run at the desk wants. Tests that play
whole games take a fixed share of the profile's number of examples.
"""

import os
import shutil
from pathlib import Path
from uuid import uuid4

import hypothesis
import pytest
from django.conf import settings as site
from django.utils import translation
from pytest_django import Settings

from cribsite import announcements
from cribsite import site as site_memory
from tests import left_out
from tests.live import live_site, own_site, started_site, static_files
from tests.migrated import migrated

__all__ = ["live_site", "migrated", "own_site", "started_site", "static_files"]

# What a test asks for that looks into a database: the fixtures, and the mark.
DATABASES = {"db", "transactional_db", "live_site", "own_site", "django_db"}

# Where a change lands, the same change gives the same answer: new examples are looked for at the desk.
hypothesis.settings.register_profile(
    "desk",
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
    derandomize="CI" in os.environ,
)
hypothesis.settings.register_profile("many", hypothesis.settings.get_profile("desk"), max_examples=1000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "desk"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, migrated: Path | None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite lies in a file, as it does when the site runs: in memory threads refuse each other instead of waiting."""
    if migrated is not None:
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        shutil.copy(migrated, file)
        site.DATABASES["default"].setdefault("TEST", {})["NAME"] = str(file)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool, migrated: Path | None) -> bool:
    """What was copied is taken as it is."""
    return django_db_keepdb or migrated is not None


@pytest.fixture(autouse=True)
def plain_static_files(settings: Settings) -> None:
    """Tests of pages need no collected static files; the browser tests collect them."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": plain}
    settings.WHITENOISE_AUTOREFRESH = True  # looks for a file when it is asked for, not for all with every client


@pytest.fixture(autouse=True)
def a_cache_of_its_own(settings: Settings) -> None:
    """What one test left in the cache (a count of failed logins) is not another's: no transaction takes it back."""
    settings.CACHES = {"default": settings.CACHES["default"] | {"KEY_PREFIX": uuid4().hex}}


@pytest.fixture(autouse=True)
def settings_of_the_site_read_anew() -> None:
    """What one test's host wished or announced is not kept in mind in another."""
    site_memory.forget()
    announcements.forget()


@pytest.fixture(autouse=True)
def in_english() -> None:
    """The language of one test's last request stays in its thread; it is not another's."""
    translation.activate(site.LANGUAGE_CODE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first, and browser tests together: what is short at the end keeps all workers busy."""
    left_out.skip_what_is_not_met(items)
    for mark in ("browser", "first"):
        items.sort(key=lambda item: item.get_closest_marker(mark) is None)
    for item in items:
        if DATABASES & {*getattr(item, "fixturenames", ()), *(mark.name for mark in item.iter_markers())}:
            item.add_marker("database")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    left_out.tell(terminalreporter)

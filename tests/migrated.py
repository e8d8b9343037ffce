"""SQLite with all tables and nobody in them, made once a run and copied: to migrate takes seconds of a processor."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = (("migrate", "-v", "0"), ("createcachetable",))


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """The file, made by the first of the processes that test side by side; None where tests run on PostgreSQL."""
    if not settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        return None
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    file = shared / "migrated.sqlite3"
    with (shared / "migrated.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if not file.exists():
            _migrate(shared / "unfinished.sqlite3").rename(file)
    return file


def _migrate(file: Path) -> Path:
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{file}",
        "REDIS_URL": "",  # else there is no table for the cache
        "SECRET_KEY": "unused",
        "DEAL_KEY": "unused",
    }
    for command in COMMANDS:
        subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=environment, check=True)
    return file

"""SQLite as the database of a running site."""

import sqlite3
from functools import cache
from typing import Any

from django.db.backends.signals import connection_created
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.dispatch import receiver


@receiver(connection_created)
def keep_file_open(connection: object, **_about: Any) -> None:
    """Keep one idle connection to the file for as long as the process runs.

    Django closes its own after each request, and whenever the last one closes, SQLite writes its log back into the
    file, waits for the disk and deletes the log, only to begin a new one: that was a third of what a move took.
    """
    if isinstance(connection, DatabaseWrapper) and not connection.is_in_memory_db():
        _hold(str(connection.settings_dict["NAME"]))


@cache
def _hold(file: str) -> sqlite3.Connection:
    held = sqlite3.connect(file, check_same_thread=False)
    held.execute("PRAGMA schema_version").fetchone()  # only a connection that has read holds the file
    return held

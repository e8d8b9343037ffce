"""The SQLite file of a site stays open between two requests."""

from pathlib import Path

from django.conf import settings
from django.db.utils import ConnectionHandler
from pytest_django import DjangoDbBlocker

OPTIONS = {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": "PRAGMA journal_mode=WAL;"}


def test_the_log_of_the_file_outlives_every_connection_that_django_closes(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    file = tmp_path / "site.sqlite3"
    site = settings.DATABASES["default"] | {"ENGINE": "django.db.backends.sqlite3", "NAME": file, "OPTIONS": OPTIONS}
    connection = ConnectionHandler({"default": site})["default"]
    with django_db_blocker.unblock():
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE moves (card text)")
        connection.close()
    assert Path(f"{file}-wal").exists(), "SQLite has written its log back, as it does when nobody has the file open"

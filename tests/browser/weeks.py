"""A real site whose days pass as a test says, with its referee and its mail."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_string
from email.message import Message
from pathlib import Path

from tests.live import ROOT, LiveSite, running_site

BEGIN = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)  # a Monday
BETWEEN_LETTERS = "-" * 79 + "\n"  # as Django's mail in files has it
FORGET = "from django.core.cache import cache; answer = cache.clear()"


class Calendar:
    """`site` is at `now`, and stays there until days pass."""

    def __init__(self, site: LiveSite, page: Path) -> None:
        self.site = site
        self.page = page
        self._read: set[Path] = set()

    @property
    def now(self) -> datetime:
        return datetime.fromisoformat(self.page.read_text())

    def pass_by(self, **time: float) -> None:
        """So much time passes in which nobody looks; the referee comes at its end, twice side by side."""
        turn_to(self.page, self.now + timedelta(**time))
        self.site.run(FORGET)
        self.referee()

    def referee(self) -> None:
        command = [sys.executable, "manage.py", "referee"]
        both = [subprocess.Popen(command, cwd=ROOT, env=self.site.environment) for _ in range(2)]
        assert [one.wait(60) for one in both] == [0, 0]

    def letters(self) -> list[Message]:
        """What was sent since the last look."""
        files = sorted(set(self.site.mail.iterdir()) - self._read)
        self._read |= set(files)
        texts = [text for file in files for text in file.read_text().split(BETWEEN_LETTERS)]
        return [message_from_string(text) for text in texts if text.strip()]


def turn_to(page: Path, moment: datetime) -> None:
    """Never half written: the site reads it at any time."""
    new = page.with_suffix(".new")
    new.write_text(moment.isoformat())
    new.replace(page)


@contextmanager
def site_with_calendar(directory: Path, migrated: Path | None) -> Iterator[Calendar]:
    page = directory / "calendar"
    turn_to(page, BEGIN)
    about = {"DJANGO_SETTINGS_MODULE": "tests.calendar_settings", "CALENDAR": str(page)}
    with running_site(directory, migrated=migrated, **about) as site:
        yield Calendar(site, page)

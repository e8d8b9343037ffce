"""What this machine cannot test, said in one line each at the end of the run."""

import shutil
from dataclasses import dataclass

import pytest
from django.conf import settings


@dataclass(frozen=True)
class Need:
    """A marker, whether this machine can run its tests, and how one gets there."""

    marker: str
    is_met: bool
    how: str


def needs() -> tuple[Need, ...]:
    return (
        Need("browser", shutil.which("chromium") is not None, "install Debian's chromium: apt-get install chromium"),
        Need(
            "postgres",
            settings.DATABASES["default"]["ENGINE"].endswith("postgresql"),
            "set DATABASE_URL=postgres://user:password@host/name",
        ),
        Need("redis", bool(settings.REDIS_URL), "set REDIS_URL=redis://host:6379/0"),
    )


def skip_what_is_not_met(items: list[pytest.Item]) -> None:
    unmet = {need.marker: need.how for need in needs() if not need.is_met}
    for item in items:
        for marker, how in unmet.items():
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=f"to run it, {how}"))


def tell(reporter: pytest.TerminalReporter) -> None:
    """One line for each marker whose tests were left out."""
    skipped = {str(report.longrepr[2]) for report in reporter.stats.get("skipped", []) if report.longrepr}
    for need in needs():
        if any(need.how in reason for reason in skipped):
            reporter.write_line(f"Left out: the {need.marker} tests. To run them, {need.how}.")

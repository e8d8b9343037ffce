"""`make bench-history`: how long the pages of finished games take with 100,000 of them in the database.

The matches, seats and figures are rows put in at once; 2,000 matches have whole logs. Each page is asked for through
Django's test client, so a time is that of view, queries and templates without the network. The database is a new one:
SQLite in a file, or beside the PostgreSQL of DATABASE_URL.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import django
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings, setup_test_environment

if TYPE_CHECKING:
    from tests.load.filling import Filling

MATCHES, LOGS = 100_000, 2_000
ROUNDS = 20


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribsite.settings")
    django.setup()
    from tests.load.filling import Filling

    setup_test_environment()
    with new_database(), override_settings(ACCOUNT_RATE_LIMITS=False):  # nobody asks for lists this fast
        start = time.perf_counter()
        filling = Filling(MATCHES, LOGS)
        filling.store()
        count_cards()
        print(f"{MATCHES:,} matches, {LOGS:,} of them with logs, stored in {time.perf_counter() - start:.0f} s;")
        print(f"database: {connection.vendor}; load {os.getloadavg()[0]:.1f}\n")
        tell(filling)


@contextmanager
def new_database() -> Iterator[None]:
    name = connection.settings_dict["NAME"]
    with tempfile.TemporaryDirectory() as directory:
        if connection.vendor == "sqlite":
            connection.settings_dict["TEST"]["NAME"] = str(Path(directory, "history.sqlite3"))
        connection.creation.create_test_db(verbosity=0)
        try:
            yield
        finally:
            connection.creation.destroy_test_db(name, verbosity=0)


def count_cards() -> None:
    """As the referee does, those with logs and those without."""
    from games.services.cards import keep_totals

    while keep_totals(datetime.now(UTC)):
        pass


def tell(filling: "Filling") -> None:
    browser = Client()
    browser.force_login(filling.busy, "django.contrib.auth.backends.ModelBackend")
    print(f"Warm median of {ROUNDS}; the busy player sits at a tenth of all matches")
    print(f"{'':48}{'ms':>8}{'of work':>9}{'queries':>9}")
    for title, address in pages(filling, browser):
        taken, worked = timed(browser, address)
        with CaptureQueriesContext(connection) as captured:
            assert browser.get(address).status_code == 200, address
        print(f"{title:48}{taken:>8.1f}{worked:>9.1f}{len(captured):>9}", flush=True)


def pages(filling: "Filling", browser: Client) -> list[tuple[str, str]]:
    early = browser.get("/games/?until=2024-12-31").context["history"].older_url
    few = "result=abandonment&count_mode=muggins&clock=slow&target=121&against=person"
    opponent = filling.others[7].username
    return [
        ("my games, the busy player's", "/games/"),
        ("the same, a page of years ago", f"/games/{early}"),
        ("the same, annulled ones (1 of 100)", "/games/?result=annulled"),
        ("the same, against one opponent", f"/games/?opponent={opponent}"),
        ("the same, five filters that fit few", f"/games/?{few}"),
        ("the same, filters that fit none", "/games/?result=annulled&target=61"),
        ("the busy player's page with all figures", "/players/Busy/"),
        ("the page of a player with a hundred games", f"/players/{opponent}/"),
        ("the cards of the site", "/cards/"),
        ("the busy player's luck", "/cards/mine/"),
        ("a move in a replay", f"/table/{filling.sample}/replay/60/"),
    ]


def timed(browser: Client, address: str) -> tuple[float, float]:
    """Milliseconds by the clock on the wall, and those in which a processor worked for it."""
    taken, worked = [], []
    for _round in range(ROUNDS):
        start, began = time.perf_counter(), time.process_time()
        browser.get(address)
        taken.append(1000 * (time.perf_counter() - start))
        worked.append(1000 * (time.process_time() - began))
    return median(taken), median(worked)


if __name__ == "__main__":
    main()

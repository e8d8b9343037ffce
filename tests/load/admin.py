"""`make bench-admin`: how long the lists of the admin take with 100,000 matches and 10,000 players.

As `make bench-history`: rows put in at once, 2,000 matches with whole logs, pages asked for by Django's test client,
warm, in a new database on SQLite in a file or beside the PostgreSQL of DATABASE_URL. Asked as an admin by role.
"""

import os
import time
from typing import TYPE_CHECKING

import django
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, setup_test_environment
from django.utils import timezone

from tests.load.history import LOGS, MATCHES, ROUNDS, new_database, timed

if TYPE_CHECKING:
    from tests.load.filling import Filling

PLAYERS = 10_000
MOST_QUERIES, MOST_MILLISECONDS = 30, 300


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribsite.settings")
    django.setup()
    from tests.load.filling import Filling
    from tests.load.filling_beside import FillingBeside

    setup_test_environment()
    with new_database():
        filling = Filling(MATCHES, LOGS, PLAYERS)
        filling.store()
        FillingBeside(filling, timezone.now()).store()
        connection.cursor().execute("ANALYZE")
        print(f"{MATCHES:,} matches, {LOGS:,} of them with logs, {PLAYERS:,} players; {connection.vendor}")
        print(f"load {os.getloadavg()[0]:.1f}; warm median of {ROUNDS}\n")
        tell(filling)


def pages(filling: "Filling") -> list[tuple[str, str]]:
    name = filling.others[7].username
    lists = [
        ("start page", "/admin/"),
        ("matches", "/admin/games/match/"),
        ("the same, last page", "/admin/games/match/?p=2000"),
        ("the same, finished", "/admin/games/match/?status__exact=finished"),
        ("the same, annulled (1 of 100)", "/admin/games/match/?reason=annulled"),
        ("the same, in trouble", "/admin/games/match/?trouble=yes"),
        ("the same, overdue", "/admin/games/match/?overdue=yes"),
        ("the same, of a player", f"/admin/games/match/?q={name}"),
        ("the same, of the busy player", "/admin/games/match/?q=Busy"),
        ("the same, of 50 players", "/admin/games/match/?q=Player1"),
        ("the same, of a day", "/admin/games/match/?q=2024-12-31"),
        ("one match with its log", f"/admin/games/match/{filling.sample}/change/"),
        ("players", "/admin/accounts/user/"),
        ("the same, by name", f"/admin/accounts/user/?q={name}"),
        ("letters", "/admin/games/mail/"),
        ("records", "/admin/games/moverecord/"),
        ("the same, of a player", f"/admin/games/moverecord/?q={name}"),
        ("acts of staff", "/admin/cribsite/staffact/"),
    ]
    conduct = [(kind, f"/admin/conduct/{kind}/") for kind in ("report", "sanction", "appeal", "clue")]
    return lists + conduct


def tell(filling: "Filling") -> None:
    from cribsite.roles import ADMIN, appoint

    appoint(filling.busy, ADMIN)
    browser = Client()
    browser.force_login(filling.busy, "django.contrib.auth.backends.ModelBackend")
    print(f"{'':40}{'ms':>8}{'of work':>9}{'queries':>9}")
    for title, address in pages(filling):
        status = browser.get(address).status_code
        if status != 200:
            print(f"{title:40}   answers {status}")
            continue
        taken, worked = timed(browser, address)
        with CaptureQueriesContext(connection) as captured:
            browser.get(address)
        is_over = taken > MOST_MILLISECONDS or len(captured) >= MOST_QUERIES
        print(f"{title:40}{taken:>8.1f}{worked:>9.1f}{len(captured):>9}{'  over' if is_over else ''}", flush=True)


if __name__ == "__main__":
    start = time.perf_counter()
    main()
    print(f"{time.perf_counter() - start:.0f} s in all")

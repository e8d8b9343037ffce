"""`make bench`: what the site does a second, in plain figures; it takes about a minute.

The site and its floor (`tests.load.floor`) run one after the other, each in one Daphne process of its own with a new
database: SQLite in a file and channels in memory, or those of DATABASE_URL and REDIS_URL. All traffic is loopback.
"""

import asyncio
import os
import platform
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tests.live import SITE, LiveSite, running_site
from tests.load import counting
from tests.load.pair import Pair
from tests.load.table import Table
from tests.load.timing import Lane, Timings, measure

FLOOR = "tests.load.floor:application"
LANES = 8  # tables, or pairs of the floor, at once
SECONDS_ON_SITE = 18.0  # with one lane, and again with all
SECONDS_ON_FLOOR = 5.0

AloneAndTogether = tuple[Timings, Timings]


def main() -> None:
    _tell_machine()
    _tell_counting()
    tables: list[Table] = []
    site = _run(SITE, lambda live: _measure_site(live, tables))
    _tell_moves(site, _run(FLOOR, _measure_floor))
    _tell_sizes(tables)


def _run(application: str, measuring: Callable[[LiveSite], Coroutine[Any, Any, AloneAndTogether]]) -> AloneAndTogether:
    with tempfile.TemporaryDirectory() as directory, running_site(Path(directory), application) as live:
        return asyncio.run(measuring(live))


async def _measure_site(site: LiveSite, tables: list[Table]) -> AloneAndTogether:
    """Two players at each of the tables, which are put into the list for what their pages saw."""
    players = site.players(*(f"Player{number}" for number in range(2 * LANES)))
    tables += [Table(site, *pair) for pair in zip(players[::2], players[1::2], strict=True)]
    return await _alone_and_together(site, tables, SECONDS_ON_SITE)


async def _measure_floor(floor: LiveSite) -> AloneAndTogether:
    return await _alone_and_together(floor, [Pair(floor, number) for number in range(LANES)], SECONDS_ON_FLOOR)


async def _alone_and_together(site: LiveSite, lanes: Sequence[Lane], seconds: float) -> AloneAndTogether:
    for lane in lanes:
        await lane.sit_down()
    timings = await measure(site, lanes[:1], seconds), await measure(site, lanes, seconds)
    for lane in lanes:
        await lane.get_up()
    return timings


def _tell_machine() -> None:
    database = "PostgreSQL" if os.environ.get("DATABASE_URL", "").startswith("postgres") else "SQLite in a file"
    layer = "Redis" if os.environ.get("REDIS_URL") else "memory"
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start")
    print(f"Database: {database}; channel layer: {layer}")


def _tell_counting() -> None:
    print(f"\nHands counted in a second of one core (best of {counting.ROUNDS} rounds)")
    for way in (counting.by_keep(), counting.one_by_one(), counting.explaining()):
        print(f"  {way.name:24}{way.hands_a_second():>12,.0f}   {way.how}")


def _tell_moves(site: AloneAndTogether, floor: AloneAndTogether) -> None:
    print(
        "\nOne move: the plain form is sent, the move stored, the opponent's frame received; one Daphne process."
        "\nBoth players have a page open. Each table has one move on its way; reading the show is not measured."
        "\nThe floor takes a POST, stores a row and sends a frame to another socket, under the same Daphne."
    )
    for title, ours, bare in (("one table", site[0], floor[0]), (f"{LANES} tables at once", site[1], floor[1])):
        print(f"  {title:24}{'site':>12}{'floor':>12}{'site/floor':>12}")
        _tell_pair("moves a second", ours.rate, bare.rate)
        _tell_pair("p50, ms", ours.percentile(50), bare.percentile(50))
        _tell_pair("p99, ms", ours.percentile(99), bare.percentile(99))
        _tell_pair("Daphne's work a move, ms", ours.work, bare.work)
        print(f"    {'moves measured':24}{len(ours.latencies):>10}{len(bare.latencies):>12}")


def _tell_pair(name: str, ours: float, bare: float) -> None:
    print(f"    {name:24}{ours:>10.1f}{bare:>12.1f}{ours / bare:>12.2f}")


def _tell_sizes(tables: list[Table]) -> None:
    whole = [size for table in tables for size in table.sizes["whole"]]
    ply = [size for table in tables for size in table.sizes["ply"]]
    print("\nA table update as the socket brings it, in bytes (not compressed; the frame around it adds 4)")
    print(f"  {'whole table, median':24}{median(whole):>12,.0f}   on connecting, of {len(whole)}")
    print(f"  {'one ply, median':24}{median(ply):>12,.0f}   the regions that changed and the events, of {len(ply)}")
    print(f"  {'one ply, p90':24}{quantiles(ply, n=10)[8]:>12,.0f}")


if __name__ == "__main__":
    main()

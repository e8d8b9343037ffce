"""`make bench`: what the site does a second, in plain figures; it takes about two minutes.

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
NO_LIMIT = "1000000"  # calls a second

AloneAndTogether = tuple[Timings, Timings]


def main() -> None:
    _tell_machine()
    _tell_counting()
    tables: list[Table] = []
    site = _run(SITE, lambda live: _measure_site(live, tables))
    programs = _run(SITE, lambda live: _measure_site(live, [], by_api=True))
    _tell_moves(site, programs, _run(FLOOR, _measure_floor))
    _tell_sizes(tables)


def _run(application: str, measuring: Callable[[LiveSite], Coroutine[Any, Any, AloneAndTogether]]) -> AloneAndTogether:
    with (
        tempfile.TemporaryDirectory() as directory,
        running_site(Path(directory), application, API_CALLS_A_SECOND=NO_LIMIT) as live,
    ):
        return asyncio.run(measuring(live))


async def _measure_site(site: LiveSite, tables: list[Table], by_api: bool = False) -> AloneAndTogether:
    """Two players at each of the tables, which are put into the list for what their pages saw."""
    players = site.players(*(f"Player{number}" for number in range(2 * LANES)))
    tables += [Table(site, *pair, by_api) for pair in zip(players[::2], players[1::2], strict=True)]
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


def _tell_moves(site: AloneAndTogether, programs: AloneAndTogether, floor: AloneAndTogether) -> None:
    print(
        "\nOne move: sent by a plain form or by the API, stored, the opponent's frame received; one Daphne process."
        "\nBoth players have a page open. Each table has one move on its way; reading the show is not measured."
        "\nThe floor takes a POST, stores a row and sends a frame to another socket, under the same Daphne."
    )
    for title, *ways in zip(("one table", f"{LANES} tables at once"), site, programs, floor, strict=True):
        print(f"  {title:24}{'forms':>12}{'API':>12}{'floor':>12}{'API/forms':>12}{'forms/floor':>12}")
        _tell_ways("moves a second", [way.rate for way in ways])
        _tell_ways("p50, ms", [way.percentile(50) for way in ways])
        _tell_ways("p99, ms", [way.percentile(99) for way in ways])
        _tell_ways("Daphne's work a move, ms", [way.work for way in ways])
        print(f"    {'moves measured':23}" + "".join(f"{len(way.latencies):>11}" for way in ways))


def _tell_ways(name: str, figures: Sequence[float]) -> None:
    forms, api, floor = figures
    print(f"    {name:24}{forms:>10.1f}{api:>12.1f}{floor:>12.1f}{api / forms:>12.2f}{forms / floor:>12.2f}")


def _tell_sizes(tables: list[Table]) -> None:
    whole = [size for table in tables for size in table.sizes["whole"]]
    ply = [size for table in tables for size in table.sizes["ply"]]
    print("\nA table update as the socket brings it, in bytes (not compressed; the frame around it adds 4)")
    print(f"  {'whole table, median':24}{median(whole):>12,.0f}   on connecting, of {len(whole)}")
    print(f"  {'one ply, median':24}{median(ply):>12,.0f}   the regions that changed and the events, of {len(ply)}")
    print(f"  {'one ply, p90':24}{quantiles(ply, n=10)[8]:>12,.0f}")


if __name__ == "__main__":
    main()

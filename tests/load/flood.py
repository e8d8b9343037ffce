"""`make bench-flood`: what players feel of a client that floods the site with bad frames; six minutes.

Four players move at two tables by their sockets, a little faster than people; a fifth opens pages. Rounds take turns:
in a control round the flooder (`tests.load.flooder`) floods a server that ignores it, so the machine bears the same
generator; in a flooded round it floods the site, from an address of its own.
"""

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tests.live import LiveSite, running_site
from tests.load.table import Table
from tests.load.timing import Timings, Told, measure
from tests.pages import Browser, Page

ROUNDS = 5
SECONDS = 16.0  # of a round, rests between deals left out
QUICKEST, SLOWEST = 0.05, 0.35  # seconds of thought before a move
PAGE_EVERY = 0.1  # more than a hundred a round: of thirty, the 99th percentile is but a guess beyond the slowest


class SocketTable(Table):
    """A table whose players think and move by their sockets; a move took until its own page was answered."""

    async def _move(self, page: Page, told: Told) -> None:
        await asyncio.sleep(random.uniform(QUICKEST, SLOWEST))
        start = time.perf_counter()
        await page.say(page.move)
        told(time.perf_counter() - start)


@dataclass
class Round:
    """What the players felt, and what the flooder did meanwhile."""

    moves: Timings
    pages: Timings
    flooder: dict[str, int]


def measure_rounds(site: LiveSite, rounds: int, seconds: float) -> list[tuple[Round, Round]]:
    """So many pairs of a control round and a flooded one, one right after the other."""
    players = site.players("Ana", "Ben", "Cleo", "Dora")
    with _running("tests.load.sink") as sink:
        assert sink.stdout is not None
        ports = (int(sink.stdout.readline()), site.port)
        return asyncio.run(_measure_rounds(site, players, ports, rounds, seconds))


async def _measure_rounds(
    site: LiveSite, players: Sequence[Any], ports: tuple[int, int], rounds: int, seconds: float
) -> list[tuple[Round, Round]]:
    tables = [SocketTable(site, *pair) for pair in (players[:2], players[2:])]
    for table in tables:
        await table.sit_down()
    await measure(site, tables, 0)  # the site warms up
    told = [tuple([await _measure_round(site, tables, port, seconds) for port in ports]) for _ in range(rounds)]
    for table in tables:
        await table.get_up()
    return told  # type: ignore[return-value]


async def _measure_round(site: LiveSite, tables: Sequence[SocketTable], port: int, seconds: float) -> Round:
    pages = Timings()
    with _running("tests.load.flooder", str(port)) as flooder:
        reading = asyncio.create_task(_read_pages(site, pages))
        moves = await measure(site, tables, seconds)
        reading.cancel()
        with suppress(asyncio.CancelledError):
            await reading
        did, _nothing = await asyncio.to_thread(flooder.communicate, "")
    return Round(moves, pages, json.loads(did))


async def _read_pages(site: LiveSite, pages: Timings) -> None:
    browser = Browser(site)
    try:
        while True:
            start = time.perf_counter()
            await browser.get("/rules/")
            pages.latencies.append(time.perf_counter() - start)
            await asyncio.sleep(PAGE_EVERY)
    finally:
        browser.close()


@contextmanager
def _running(module: str, *words: str) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", module, *words]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def p99(told: Sequence[Timings]) -> float:
    """The median of the rounds' p99, in milliseconds."""
    return median(timings.percentile(99) for timings in told)


def main() -> None:
    with tempfile.TemporaryDirectory() as directory, running_site(Path(directory)) as site:
        print(
            f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start; milliseconds, p50 and p99 of a round"
        )
        rounds = measure_rounds(site, ROUNDS, SECONDS)
    print(f"  {'':8}{'moves':>8}{'control':>18}{'flooded':>18}   the flooder")
    for number, (control, flooded) in enumerate(rounds, start=1):
        moves = "".join(
            f"{each.moves.percentile(50):>10.1f}{each.moves.percentile(99):>8.1f}" for each in (control, flooded)
        )
        print(f"  round {number} {len(flooded.moves.latencies):>8}{moves}   {_in_words(flooded.flooder)}")
    for name in ("moves", "pages"):
        calm, rough = (p99([getattr(each, name) for each in way]) for way in zip(*rounds, strict=True))
        print(f"  {name}: median of p99 {calm:.1f} ms in control, {rough:.1f} ms flooded: {rough / calm:.2f} times")
    work = [median(each.moves.work for each in way) for way in zip(*rounds, strict=True)]
    print(
        f"  Daphne's work a move {work[0]:.1f} ms in control, {work[1]:.1f} ms flooded; load {os.getloadavg()[0]:.1f}"
    )


def _in_words(did: dict[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in did.items())


if __name__ == "__main__":
    main()

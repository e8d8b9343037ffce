"""Timing what happens side by side: the same way for the site and for its floor."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Protocol

from tests.live import LiveSite

Told = Callable[[float], None]


class Lane(Protocol):
    """Somewhere that one thing after another is done; several lanes run at once."""

    async def sit_down(self) -> None:
        """Get ready for the first leg."""

    async def get_up(self) -> None:
        """Leave nothing open."""

    async def leg(self, told: Told) -> None:
        """Do a dozen or so of what is measured, and tell the seconds that each took."""

    async def rest(self) -> None:
        """Do what has to be done between two legs and is not measured."""


@dataclass
class Timings:
    """`latencies`, one for each thing done, `seconds` in which all were done, and those of them that Daphne worked."""

    latencies: list[float] = field(default_factory=list)
    seconds: float = 0.0
    worked: float = 0.0

    @property
    def rate(self) -> float:
        """Things done a second."""
        return len(self.latencies) / self.seconds

    @property
    def work(self) -> float:
        """Milliseconds of a processor for each thing done."""
        return 1000 * self.worked / len(self.latencies)

    def percentile(self, number: int) -> float:
        """In milliseconds."""
        return 1000 * quantiles(self.latencies, n=100)[number - 1]


async def measure(site: LiveSite, lanes: Sequence[Lane], seconds: float) -> Timings:
    """Run legs on all lanes at once for so many seconds, rests included; the first leg only warms up."""
    await _leg(site, lanes, Timings())
    timings = Timings()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        await _leg(site, lanes, timings)
    return timings


async def _leg(site: LiveSite, lanes: Sequence[Lane], timings: Timings) -> None:
    start, worked = time.perf_counter(), site.processor_seconds
    await asyncio.gather(*(lane.leg(timings.latencies.append) for lane in lanes))
    timings.seconds += time.perf_counter() - start
    timings.worked += site.processor_seconds - worked
    await asyncio.gather(*(lane.rest() for lane in lanes))

"""How long the tasks of pages keep their main threads busy, by Chromium's own trace.

What counts is processor time of the thread, for the machine may have other things to do meanwhile.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser

TASK = "RunTask"
CATEGORIES = ["-*", "devtools.timeline", "disabled-by-default-devtools.timeline"]
Event = dict[str, Any]


@dataclass
class Tasks:
    """Tasks of more than `bound` milliseconds in pages that ran a table's script, and what took longest in each."""

    bound: float
    found: list[tuple[float, str]] = field(default_factory=list)

    def read(self, events: list[Event]) -> None:
        tables = {event["pid"] for event in events if "/js/table." in str(event.get("args", {}).get("data", ""))}
        threads = {
            (event["pid"], event["tid"])
            for event in events
            if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain" and event["pid"] in tables
        }
        for thread in threads:
            ours = [event for event in events if (event["pid"], event["tid"]) == thread and "tdur" in event]
            long = [event for event in ours if event["name"] == TASK and event["tdur"] > self.bound * 1000]
            self.found += [told(task, ours) for task in long]
        self.found.sort(reverse=True)


def told(task: Event, events: list[Event]) -> tuple[float, str]:
    end = task["ts"] + task["dur"]
    inside = [event for event in events if event is not task and task["ts"] <= event["ts"] < end]
    longest = sorted(inside, key=lambda event: -event["tdur"])[:6]
    return task["tdur"] / 1000, ", ".join(f"{name_of(event)} {event['tdur'] / 1000:.0f}" for event in longest)


def name_of(event: Event) -> str:
    data = event.get("args", {}).get("data") or {}
    return " ".join([event["name"], *(str(data[key]) for key in ("functionName", "type") if data.get(key))])


@contextmanager
def traced(browser: Browser, bound: float) -> Iterator[Tasks]:
    """Meanwhile everything is noted; the tasks of more than `bound` milliseconds are known afterwards."""
    tasks = Tasks(bound)
    browser.start_tracing(categories=CATEGORIES)
    yield tasks
    tasks.read(json.loads(browser.stop_tracing())["traceEvents"])

"""Chromium, started once, and visitors whose pages must not complain."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.visitors import PATIENCE, Visitors, chromium

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Of these tests alone: while Playwright runs, no other test of this process can have a loop of its own."""
    with chromium() as started:
        yield started


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    """At the end no page may have complained of anything."""
    here = Visitors(browser)
    yield here
    here.leave()
    assert here.complaints == []

"""Chromium, started once, and visitors whose pages must not complain."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser.visitors import CHROMIUM, PATIENCE, Visitors, start

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Of these tests alone: while Playwright runs, no other test of this process can have a loop of its own."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Browser:
    return start(playwright)


@pytest.fixture(scope="package")
def browser_with_windows(playwright: Playwright) -> Browser:
    return start(playwright, CHROMIUM)


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    """At the end no page may have complained of anything."""
    here = Visitors(browser)
    yield here
    here.leave()
    assert here.complaints == []

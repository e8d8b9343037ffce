"""People in front of Chromium: each with a browser context of the own, and an ear for what the page complains of."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Request, TimeoutError

from tests.live import LiveSite, Player

CHROMIUM = "/usr/bin/chromium"
# The same engine without windows: a page costs half. It can neither install a site nor show its notices.
WITHOUT_WINDOWS = shutil.which("chromium-headless-shell") or CHROMIUM
# Every window would hold suggestions for its address bar ready, two hidden pages of Chromium's own: as dear as ours.
# The list takes the place of Playwright's, so what the tests need of that is in it.
WITHOUT = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "AudioServiceOutOfProcess"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding"),
    "ThirdPartyStoragePartitioning",
)
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    f"--disable-features={','.join(WITHOUT)}",
)
PATIENCE = 10_000  # milliseconds, for anything that a page has to show
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
SMALL_PHONE = {"width": 360, "height": 640}
# A policy that is broken is said to the console, too, but not by every version of Chromium.
LISTEN_FOR_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
  console.error(`policy: ${effectiveDirective} ${blockedURI}`));
"""


def start(playwright: Playwright, executable: str = WITHOUT_WINDOWS) -> Browser:
    """The browser itself."""
    return playwright.chromium.launch(executable_path=executable, args=[*FLAGS])


@contextmanager
def telling_what_is_missing(page: Page) -> Iterator[None]:
    """If something does not come in time, its error says what the page had asked for and has not been answered."""
    unanswered: list[str] = []

    def ask(request: Request) -> None:
        unanswered.append(request.url)

    def answer(request: Request) -> None:
        if request.url in unanswered:  # else it was asked for before
            unanswered.remove(request.url)

    handlers = {"request": ask, "requestfinished": answer, "requestfailed": answer}
    for event, handler in handlers.items():
        page.on(event, handler)  # type: ignore[call-overload]
    try:
        yield
    except TimeoutError as error:
        error.add_note(f"Not answered: {unanswered}")
        raise
    finally:
        for event, handler in handlers.items():
            page.remove_listener(event, handler)


@dataclass
class Visitors:
    """Opens contexts and gathers in `complaints` what their pages say to the console or die of.

    What contains one of `expected` is none: a page whose site was killed may say so.
    """

    browser: Browser
    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)
    sites: list[LiveSite] = field(default_factory=list)

    def enter(self, site: LiveSite, player: Player | None = None, *, paced: bool = False, **about: Any) -> Page:
        """A new context's first page, not yet anywhere; `player` is logged in already.

        Unless it is `paced`, motion is unwelcome there, so that updates are shown as they come. `about` goes to
        Playwright: viewport, java_script_enabled, has_touch, locale ...
        """
        motion = "no-preference" if paced else "reduce"
        about = {"viewport": WIDE, "base_url": site.url, "locale": "en", "reduced_motion": motion} | about
        context = self.browser.new_context(**about)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(LISTEN_FOR_VIOLATIONS)
        context.on("console", self._hear)
        context.on("weberror", lambda error: self._note(str(error.error)))
        if player is not None:
            context.add_cookies([{"name": "sessionid", "value": player.session, "url": site.url}])
        self.contexts.append(context)
        if site not in self.sites:
            self.sites.append(site)
        return context.new_page()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._note(message.text)

    def _note(self, complaint: str) -> None:
        if not any(part in complaint for part in self.expected):
            self.complaints.append(complaint)

    def leave(self) -> None:
        """Close everything that was opened; what broke in a site is a complaint, too."""
        for context in self.contexts:
            context.close()
        for site in self.sites:
            if "Traceback" in site.log:
                self._note(site.log)

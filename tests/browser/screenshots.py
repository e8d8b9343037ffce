"""Pictures of every phase of a game, to be looked at: `python -m tests.browser.screenshots FOLDER [LANGUAGE ...]`."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import django
from playwright.sync_api import Page, sync_playwright

from tests.browser.visitors import PHONE, SMALL_PHONE, WIDE, Visitors, start
from tests.live import ROOT, LiveSite, Player, running_site

SCREENS = {"wide": WIDE, "phone": PHONE, "small": SMALL_PHONE}
PAGES = {
    "lobby": "/",
    "sign-up": "/accounts/signup/",
    "rules": "/rules/",
    "lesson": "/learn/4/",
    "settings": "/settings/",
    "player": "/players/{name}/",
}


class Photographer:
    """Takes the picture of a page on every screen, as the one, as the other and as nobody in particular sees it."""

    def __init__(self, site: LiveSite, visitors: Visitors, folder: Path, language: str) -> None:
        self.site, self.folder, self.language = site, folder, language
        # One name as short as most are, one as long as they can be.
        self.players = site.players(f"Ana-{language}", f"Wilhelmina-Rosali-{language}"[:20], language=language)
        self.pages: dict[tuple[str, str], Page] = {
            (side, screen): visitors.enter(site, player, viewport=viewport, locale=language)
            for screen, viewport in SCREENS.items()
            for side, player in self._sides()
        }

    def _sides(self) -> list[tuple[str, Player | None]]:
        first, second = self.players
        return [("first", first), ("second", second), ("watcher", None)]

    def take(self, name: str, address: str) -> None:
        for (side, screen), page in self.pages.items():
            page.goto(address)
            page.screenshot(path=str(self.folder / f"{self.language}-{name}-{side}-{screen}.png"))

    def take_all(self) -> None:
        from tests.browser.positions import BRING, MOMENTS

        names = [player.name for player in self.players]
        clock = {"allowance": 20, "bank": 120}
        for number, moment in enumerate(MOMENTS, start=1):
            match, _who = self.site.run(BRING, moment=moment, names=names, terms=clock)
            self.take(f"{number}-{moment.replace(' ', '-')}", f"/table/{match}/")
        for moment in ("cut", "discard"):  # tables for the lobby
            self.site.run(BRING, moment=moment, names=names[::-1], terms=clock)
        for name, address in PAGES.items():
            self.take(name, address.format(name=names[1]))


def main(folder: Path, languages: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "manage.py", "collectstatic", "--noinput", "-v", "0"], cwd=ROOT, check=True)
    with TemporaryDirectory() as directory, running_site(Path(directory)) as site, sync_playwright() as playwright:
        browser = start(playwright)
        for language in languages:
            visitors = Visitors(browser)
            Photographer(site, visitors, folder, language).take_all()
            visitors.leave()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribsite.settings")
    django.setup()
    main(Path(sys.argv[1]), sys.argv[2:] or ["en"])

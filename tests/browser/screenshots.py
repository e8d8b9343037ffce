"""Pictures of every phase of a game, to be looked at: `python -m tests.browser.screenshots FOLDER [LANGUAGE ...]`."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import django
from playwright.sync_api import Page

from tests.browser.visitors import PHONE, SMALL_PHONE, WIDE, Visitors, chromium
from tests.live import ROOT, LiveSite, running_site

SCREENS = {"wide": WIDE, "phone": PHONE, "small": SMALL_PHONE}
START = "from tests.browser.positions import start; answer = start(names, wanted, **terms)"
REACH = "from tests.browser.positions import reach; answer = reach(match, phase, deal, laid)"
# The own table of each moment: how it comes there.
MOMENTS: dict[str, dict[str, object]] = {
    "1-cut": {"phase": "cut"},
    "2-discard": {"phase": "discard"},
    "3-play": {"phase": "play", "laid": 1},
    "3-play-long": {"phase": "play", "laid": 6},
    "4-show": {"phase": "discard", "deal": 2, "wanted": "rich hand"},
    "5-count": {"phase": "count", "count_mode": "muggins", "wanted": "rich hand"},
    "7-over": {"phase": "over"},
}


class Photographer:
    """Takes two players to a moment and its picture on every screen, from both sides."""

    def __init__(self, site: LiveSite, visitors: Visitors, folder: Path, language: str) -> None:
        self.site, self.folder, self.language = site, folder, language
        self.players = site.players(f"Ana-{language}", f"Wilhelmina-{language}-Ros", language=language)
        self.pages: dict[tuple[str, str], Page] = {}
        for screen, viewport in SCREENS.items():
            for side, player in (("a", self.players[0]), ("b", self.players[1]), ("w", None)):
                locale = {"locale": language}
                self.pages[side, screen] = visitors.enter(site, player, viewport=viewport, **locale)

    def take(self, name: str, address: str, sides: str) -> None:
        for (side, screen), page in self.pages.items():
            if side in sides:
                page.goto(address)
                page.screenshot(path=str(self.folder / f"{self.language}-{name}-{side}-{screen}.png"))

    def go_to(self, phase: str, deal: int = 0, laid: int = 0, wanted: str = "low cards", **terms: object) -> str:
        names = [player.name for player in self.players]
        if phase == "cut":
            match = self.site.match(*self.players, cut=False, **terms)
        else:
            terms = {"allowance": 20, "bank": 120} | terms
            match = self.site.run(START, names=names, wanted=wanted, terms=terms)
            self.site.run(REACH, match=match, phase=phase, deal=deal, laid=laid)
        return f"/table/{match}/"

    def take_all(self) -> None:
        self.take("0-lobby", "/", "aw")
        for name, how in MOMENTS.items():
            self.take(name, self.go_to(**how), "abw")  # type: ignore[arg-type]


def main(folder: Path, languages: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "manage.py", "collectstatic", "--noinput", "-v", "0"], cwd=ROOT, check=True)
    with TemporaryDirectory() as directory, running_site(Path(directory)) as site, chromium() as browser:
        for language in languages:
            visitors = Visitors(browser)
            Photographer(site, visitors, folder, language).take_all()
            visitors.leave()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribsite.settings")
    django.setup()
    main(Path(sys.argv[1]), sys.argv[2:] or ["en"])

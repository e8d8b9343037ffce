"""A program that speaks the API plays a whole game with somebody who plays by the buttons of the table."""

import re
import subprocess
import sys

import pytest

from tests.browser.pages import LobbyPage, TablePage, play_until
from tests.browser.whole_games import LONGEST_GAME, STORED, VERIFY
from tests.live import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.long]

PLAYER = ROOT / "games" / "api" / "example_player.py"  # the one that stands on the page of the API


def test_a_program_challenges_somebody_and_they_play_to_the_end(live_site, visitors):
    ana, program = live_site.players("Ana", "Robot")
    page = visitors.enter(live_site, ana)
    LobbyPage(page).open()
    robot = subprocess.Popen(
        [sys.executable, PLAYER, live_site.url, live_site.token(program), "user:Ana"], stdout=subprocess.PIPE, text=True
    )
    try:
        page.get_by_role("listitem").filter(has_text="Robot challenges Ana").get_by_role(
            "button", name="Sit down"
        ).click()
        table = TablePage(page).arrived()
        play_until(lambda: table.task == "over", table, longest=LONGEST_GAME)
        said, _nothing = robot.communicate(timeout=30)
    finally:
        robot.kill()
    mine, theirs = table.scores
    assert max(mine, theirs) == 61
    assert re.fullmatch(rf"{'won' if theirs == 61 else 'lost'} {theirs} to {mine}\n", said)
    stored = live_site.run(STORED, match=table.match)
    assert (stored["status"], stored["reason"]) == ("finished", "target")
    assert live_site.run(VERIFY) == "1 matches verified, no faults.\n"

"""Two processes of one site, which hear of each other by Redis alone: each of two players is at another one."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from tests.browser.weeks import Calendar, site_with_calendar, turn_to
from tests.live import LiveSite, second_process

from .test_socket_live import WAIT, ask, close_code, next_table, post

pytestmark = pytest.mark.redis

HOUR = 3600
LOOK_AT_THE_END = """
from games.models import Match
match = Match.objects.get(pk=match_id)
answer = [match.status, match.reason]
"""
SUSPEND = """
from datetime import timedelta
from django.utils import timezone
from accounts.conduct import sanctions
from accounts.conduct.models import Sanction
from accounts.models import User
moderator, player = (User.objects.get(username=name) for name in ("Mo", "Ana"))
now = timezone.now()
sanctions.give(player, Sanction.Kind.SUSPENSION, "Names", moderator, now, now + timedelta(days=7))
"""


@dataclass
class TwoProcesses:
    calendar: Calendar
    first: LiveSite
    second: LiveSite

    def pass_by(self, seconds: float) -> None:
        turn_to(self.calendar.page, self.calendar.now + timedelta(seconds=seconds))


@pytest.fixture
def processes(static_files: None, migrated: Path | None, tmp_path: Path) -> Iterator[TwoProcesses]:
    with (
        site_with_calendar(tmp_path, migrated) as calendar,
        second_process(calendar.site, tmp_path / "second") as second,
    ):
        yield TwoProcesses(calendar, calendar.site, second)
        for site in (calendar.site, second):
            assert "Traceback" not in site.log


def at_table(socket, text: str) -> bool:
    """Whether the table, as it is drawn now, says this to its reader."""
    return text in "".join(ask(socket)["html"].values())


def ping_until_drawn(socket) -> None:
    socket.send('{"type": "ping"}')
    next_table(socket)


def test_who_is_gone_from_one_is_counted_down_at_the_other_may_return_and_may_be_claimed(processes):
    first, second = processes.first, processes.second
    ana, ben = first.players("Ana", "Ben")
    match = first.match(ana, ben, allowance=HOUR, bank=HOUR)
    path = f"/ws/table/{match}/"
    with second.socket(path, ben) as bens:
        next_table(bens)
        with first.socket(path, ana) as anas:
            next_table(anas)
        processes.pass_by(60)
        ping_until_drawn(bens)
        assert at_table(bens, "Ana is gone. When the countdown is over you may claim the game.")

        with first.socket(path, ana) as anas:
            next_table(anas)
            assert "was told that you were gone." in anas.recv(timeout=WAIT)
            next_table(bens)  # at once, by Redis
            assert not at_table(bens, "Ana is gone.")

        processes.pass_by(60)
        ping_until_drawn(bens)
        assert not at_table(bens, "You may claim the game"), "it has begun anew"
        processes.pass_by(60)
        ping_until_drawn(bens)
        assert at_table(bens, "You may claim the game (⋯), call it off, or wait.")
        post(second, ben, f"/table/{match}/", "claim/")
        next_table(bens)
    assert first.run(LOOK_AT_THE_END, match_id=match)[1] == "abandonment"


def test_who_is_shut_out_at_one_is_closed_out_of_the_other_at_once(processes):
    first, second = processes.first, processes.second
    ana, ben, _moderator = first.players("Ana", "Ben", "Mo")
    path = f"/ws/table/{first.match(ana, ben, allowance=HOUR, bank=HOUR)}/"
    with (
        first.socket(path, ana) as here,
        second.socket(path, ana) as there,
        second.socket("/ws/lobby/", ana) as lobby,
        second.socket(path, ben) as bens,
    ):
        for socket in (here, there, bens):
            next_table(socket)
        lobby.recv(timeout=WAIT)
        second.run(SUSPEND)
        assert [close_code(socket) for socket in (here, there, lobby)] == [4403] * 3
        assert at_table(bens, "Ana")

"""The referee ends what is due; one broken match does not stop it, two referees double nothing, SIGTERM stops it."""

import html
import logging
import os
import signal
import subprocess
import sys
import threading
from datetime import datetime, timedelta

import pytest
from django.core.management import call_command
from django.db import OperationalError, connections
from django.urls import reverse

from accounts.models import User
from games.management.commands import referee as command
from games.models import DAY, Match
from games.services import referee, vacations
from tests.live import ROOT, LiveSite

from .players import NOW, browser_of, fresh, new_player, started


def overdue(ana: User, ben: User, number: int) -> list[Match]:
    return [fresh(started(ana, ben, allowance=10, bank=0)) for _ in range(number)]


def test_one_broken_match_does_not_stop_the_others_and_the_admin_shows_it(
    ana: User, ben: User, caplog: pytest.LogCaptureFixture
) -> None:
    broken, *others = overdue(ana, ben, 3)
    Match.objects.filter(pk=broken.pk).update(snapshot={"phase": "nonsense"})
    with caplog.at_level(logging.ERROR):
        done = referee.sweep(NOW + timedelta(minutes=1))
    assert (done.ended_by_time, done.in_trouble) == (2, 1)
    assert {fresh(match).reason for match in others} == {"time"}
    assert broken.pk in caplog.text
    staff = browser_of(new_player("Root", is_staff=True, is_superuser=True))
    page = staff.get(reverse("admin:games_match_change", args=[broken.pk]))
    assert fresh(broken).trouble in html.unescape(page.content.decode())


def test_a_broken_match_keeps_nobody_from_a_vacation_and_no_vacation_from_its_end(ana: User, ben: User) -> None:
    broken, whole = (fresh(started(ana, ben, allowance=14 * DAY)) for _ in range(2))
    Match.objects.filter(pk=broken.pk).update(snapshot={"phase": "nonsense"})
    Match.objects.get(pk=broken.pk).seats.update(deadline=None)
    vacations.leave(ana, NOW)
    assert whole.seats.get(user=ana).deadline is None
    assert fresh(broken).trouble
    whole.seats.filter(user=ben).update(deadline=None)  # so that nobody is late meanwhile
    assert referee.sweep(NOW + timedelta(days=30)).vacations_ended == 1
    assert whole.seats.get(user=ana).deadline == NOW + timedelta(days=30 + 14)


@pytest.mark.parametrize("letter", ["warn_of_short_time", "write_digests"])
def test_letters_that_cannot_be_written_keep_no_match_from_its_end(
    ana: User, ben: User, monkeypatch: pytest.MonkeyPatch, letter: str
) -> None:
    def fail(_now: datetime) -> None:
        raise ValueError("no letter")

    (match,) = overdue(ana, ben, 1)
    monkeypatch.setattr(f"games.services.letters.{letter}", fail)
    with pytest.raises(ValueError, match="no letter"):
        referee.sweep(NOW + timedelta(minutes=1))
    assert fresh(match).reason == "time"


def test_a_match_that_is_mended_is_in_trouble_no_more(ana: User, ben: User) -> None:
    (match,) = overdue(ana, ben, 1)
    Match.objects.filter(pk=match.pk).update(snapshot={"phase": "nonsense"})
    referee.sweep(NOW + timedelta(minutes=1))
    assert fresh(match).trouble
    Match.objects.filter(pk=match.pk).update(snapshot=match.snapshot)
    referee.sweep(NOW + timedelta(minutes=1))
    assert fresh(match).trouble == ""


@pytest.mark.django_db(transaction=True)
def test_two_referees_side_by_side_double_nothing(ana: User, ben: User) -> None:
    matches = overdue(ana, ben, 4)
    barrier = threading.Barrier(2)

    def run() -> None:
        barrier.wait()
        referee.sweep(NOW + timedelta(minutes=1))
        connections.close_all()

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for match in matches:
        assert match.records.filter(kind="time").count() == 1
        assert fresh(match).trouble == ""


def test_the_command_sweeps_once(ana: User, ben: User, capsys: pytest.CaptureFixture[str]) -> None:
    overdue(ana, ben, 1)
    call_command("referee")
    assert "ended_by_time=1" in capsys.readouterr().out


def test_the_loop_stops_cleanly_when_it_is_told_to(live_site: LiveSite) -> None:
    loop = subprocess.Popen(
        [sys.executable, "manage.py", "referee", "--loop"],
        cwd=ROOT,
        env=live_site.environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert loop.stdout is not None
    assert "at work" in loop.stdout.readline()
    loop.send_signal(signal.SIGTERM)
    assert loop.wait(timeout=10) == 0


def test_the_loop_goes_on_after_a_sweep_that_failed(
    db: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    swept = []

    def fail_once(_now: datetime) -> referee.Sweep:
        swept.append(1)
        if len(swept) > 1:
            os.kill(os.getpid(), signal.SIGTERM)
            return referee.NOTHING
        raise OperationalError("the database is away")

    monkeypatch.setattr(command, "sweep", fail_once)
    monkeypatch.setattr(command, "close_old_connections", lambda: None)
    monkeypatch.setattr(command, "SECONDS_BETWEEN_SWEEPS", 0)
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        call_command("referee", "--loop")
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert len(swept) == 2
    assert "the database is away" in caplog.text

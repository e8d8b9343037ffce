"""A digest of the games that wait: at the hours where its reader is, once each, and only where something waits."""

import threading
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import pairwise, product

import pytest
from django.db import connections

from accounts.models import User
from games.engine.state import Phase
from games.models import DAY, Mail, Match
from games.services import endings, letters

from .players import NOW, play_to, started


@pytest.fixture
def reader(ana: User) -> User:
    """Ana, who wants a digest at seven."""
    ana.mail_turn, ana.digest_hours = "digest", "7"
    ana.save()
    return ana


@pytest.fixture
def waiting(reader: User, ben: User) -> Match:
    """A slow game that waits for both."""
    match = started(reader, ben, allowance=14 * DAY, bank=14 * DAY)
    play_to(match, Phase.DISCARD)
    return match


def sweep_through(begin: datetime, hours: float) -> list[datetime]:
    """When digests were written, by a referee who comes every ten minutes."""
    for step in range(int(hours * 6)):
        letters.write_digests(begin + timedelta(minutes=10 * step))
    return list(Mail.objects.filter(kind="digest").order_by("written_at").values_list("written_at", flat=True))


def seven(day: int) -> datetime:
    return datetime(2026, 3, day, 7, tzinfo=UTC)


def test_games_that_are_over_and_games_that_wait_for_others_hide_none_that_waits(
    waiting: Match, reader: User, ben: User
) -> None:
    over, answered = (started(reader, ben, allowance=14 * DAY) for _ in range(2))
    play_to(over, Phase.PLAY)
    endings.resign(over.pk, reader, NOW)
    state = play_to(answered, Phase.PLAY)
    while state.to_play == 0:
        state = play_to(answered, Phase.PLAY, deal=state.deal + 1)
    assert answered.seats.get(user=reader).decision == ""
    assert sweep_through(seven(15), 1) == [seven(15)]


def test_nothing_is_written_where_nothing_waits(waiting: Match, reader: User) -> None:
    endings.resign(waiting.pk, reader, NOW)
    assert sweep_through(seven(15), 24) == []


CHANGES = {  # the days before those on which the clocks change in 2026
    "America/New_York": ((3, 7), (10, 31)),
    "Australia/Lord_Howe": ((4, 4), (10, 3)),
    "Europe/Madrid": ((3, 28), (10, 24)),
}


@pytest.mark.parametrize("zone", CHANGES)
def test_every_hour_comes_once_a_day_whatever_the_clocks_do(zone: str) -> None:
    for (month, day), hour in product(CHANGES[zone], range(24)):
        reader = User(time_zone=zone, digest_hours=str(hour))
        begin = datetime(2026, month, day, tzinfo=UTC)
        moments = [begin + timedelta(minutes=10 * step) for step in range(6 * 24 * 4)]
        begun = sorted({one for now in moments for one in letters.digest_hours(reader, now) if one <= now})
        gaps = {(later - earlier) / timedelta(hours=1) for earlier, later in pairwise(begun)}
        assert gaps <= {23, 23.5, 24, 24.5, 25}, (hour, begun)
        assert len(begun) in (4, 5)


def test_an_hour_that_summer_time_leaves_out_comes_when_it_would_have(waiting: Match, reader: User) -> None:
    reader.time_zone, reader.digest_hours = "America/New_York", "2,3"
    reader.save()
    assert sweep_through(datetime(2026, 3, 8, 5, tzinfo=UTC), 12) == [datetime(2026, 3, 8, 7, tzinfo=UTC)]


def test_an_hour_that_comes_twice_when_summer_time_ends_counts_once(waiting: Match, reader: User) -> None:
    reader.time_zone, reader.digest_hours = "America/New_York", "1"
    reader.save()
    assert sweep_through(datetime(2026, 11, 1, 3, tzinfo=UTC), 12) == [datetime(2026, 11, 1, 5, tzinfo=UTC)]


@pytest.mark.django_db(transaction=True)
def test_two_referees_write_one_digest(waiting: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    meet = threading.Barrier(2)
    write = letters.write

    def write_slowly(*args: object) -> None:
        with suppress(threading.BrokenBarrierError):
            meet.wait(0.3)  # the other never comes where it has to wait
        write(*args)  # type: ignore[arg-type]

    def run() -> None:
        letters.write_digests(seven(15))
        connections.close_all()

    monkeypatch.setattr(letters, "write", write_slowly)
    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Mail.objects.filter(kind="digest").count() == 1

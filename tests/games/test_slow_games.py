"""Games over days: the same clock in days, marks beside it, and what the site plays because it is no choice."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.clock_views import build
from games.engine.moves import Cut
from games.engine.state import Phase
from games.models import DAY, Match
from games.services.referee import sweep

from .conftest import StoppedClock
from .players import NOW, browser_of, fresh, new_player, play_to, play_until, send, started, user_at

DAYS, BANK_DAYS = 3, 2


@pytest.fixture
def slow(ana: User, ben: User) -> Match:
    """Three days a move and two in the bank; begun at NOW, nobody has cut."""
    return started(ana, ben, allowance=DAYS * DAY, bank=BANK_DAYS * DAY)


def new_table(client: Client, **fields: str) -> Match:
    answer = client.post(reverse("create"), {"opponent": "open", "pace": "slow"} | fields)
    assert answer.status_code == 302
    return Match.objects.get()


def test_a_slow_table_is_opened_with_days_a_move_and_days_in_the_bank(anas: Client) -> None:
    match = new_table(anas, days="5", bank_days="14")
    assert (match.allowance, match.bank, match.automatic_moves) == (5 * DAY, 14 * DAY, True)


@pytest.mark.parametrize("fields", [{"days": "4"}, {"days": "0"}, {"bank_days": "15"}, {"bank_days": "-1"}])
def test_days_that_are_not_offered_are_refused(anas: Client, fields: dict[str, str]) -> None:
    answer = anas.post(reverse("create"), {"opponent": "open", "pace": "slow"} | fields)
    assert answer.status_code == 422
    assert not Match.objects.exists()


def test_a_live_table_plays_nothing_for_anybody(ana: User, ben: User) -> None:
    assert not started(ana, ben, allowance=20, bank=60).automatic_moves


def test_the_first_move_has_the_same_allowance_as_every_other(slow: Match, ana: User, ben: User) -> None:
    whole = timedelta(days=DAYS + BANK_DAYS)
    assert {seat.deadline for seat in slow.seats.all()} == {NOW + whole}
    later = NOW + timedelta(days=1)
    for player in (ana, ben):
        send(slow, player, Cut(""), later)
    assert {seat.deadline for seat in slow.seats.all()} == {later + whole}


def test_forced_go_and_last_card_are_played_by_the_site_and_marked(slow: Match) -> None:
    play_to(slow, Phase.DISCARD, deal=3)
    automatic = slow.records.filter(automatic=True)
    assert set(automatic.values_list("kind", flat=True)) == {"go", "play"}
    for row in slow.records.filter(kind="go"):
        assert row.automatic
    for row in automatic.filter(kind="play"):
        laid = slow.records.filter(kind="play", deal=row.deal, seat=row.seat, ply__lte=row.ply).count()
        assert laid == 4, "only the last card in hand is played unasked"
    for deal in (1, 2):
        for seat in (0, 1):
            last = slow.records.filter(kind="play", deal=deal, seat=seat).order_by("-ply").first()
            assert last is not None
            assert last.automatic


def test_both_players_read_that_the_site_played(slow: Match, anas: Client, bens: Client) -> None:
    play_until(slow, lambda _state: slow.records.filter(automatic=True).exists())
    for client in (anas, bens):
        assert "(played by the site)" in client.get(slow.get_absolute_url()).content.decode()


def test_the_clock_is_told_in_days_and_as_a_moment_where_the_player_is(slow: Match, clock: StoppedClock) -> None:
    play_to(slow, Phase.DISCARD)
    ana = user_at(slow, 0)
    ana.time_zone = "America/Bogota"
    ana.save()
    page = browser_of(ana).get(slow.get_absolute_url()).content.decode()
    assert "3\N{NO-BREAK SPACE}days and 2\N{NO-BREAK SPACE}days in the bank" in page
    assert "until March 19, 2026, 4 a.m." in page  # five days after NOW, 9:00 UTC, five hours behind


def test_a_summer_time_change_moves_the_hour_that_is_told_and_not_the_deadline(
    slow: Match, clock: StoppedClock
) -> None:
    ana = user_at(slow, 0)
    ana.time_zone = "America/New_York"
    ana.save()
    before = slow.seats.get(number=0).deadline
    page = browser_of(ana).get(slow.get_absolute_url()).content.decode()
    assert before == NOW + timedelta(days=DAYS + BANK_DAYS)
    assert "until March 19, 2026, 5 a.m." in page  # summer time since March 8


def test_time_is_short_when_a_fifth_of_it_is_left_and_not_before(slow: Match) -> None:
    play_to(slow, Phase.DISCARD)
    slow.refresh_from_db()
    seat = slow.seats.get(number=0)
    for left, is_short in ((timedelta(days=1, seconds=1), False), (timedelta(days=1), True)):
        view = build(slow, seat, NOW + timedelta(days=DAYS + BANK_DAYS) - left, tells_moment=True)
        assert view is not None
        assert view.is_short is is_short


def test_your_turn_and_time_is_short_are_two_marks(slow: Match, anas: Client, clock: StoppedClock) -> None:
    play_to(slow, Phase.DISCARD)
    page = anas.get(reverse("lobby")).content.decode()
    assert "your turn" in page
    assert "time is short" not in page
    clock.pass_by(4.5 * DAY)
    page = anas.get(reverse("lobby")).content.decode()
    assert "your turn" in page
    assert "time is short" in page


def test_whoever_is_late_by_days_has_lost_though_nobody_looks(slow: Match) -> None:
    play_to(slow, Phase.PLAY)
    late = slow.seats.exclude(deadline=None).get()
    assert sweep(NOW + timedelta(days=DAYS + BANK_DAYS) - timedelta(seconds=1)).ended == 0
    assert sweep(NOW + timedelta(days=DAYS + BANK_DAYS)).ended == 1
    over = fresh(slow)
    assert (over.reason, over.winner) == ("time", 1 - late.number)


def test_the_next_game_is_the_one_with_the_earliest_deadline(ana: User, ben: User, anas: Client) -> None:
    fast = started(ana, ben, allowance=DAY, bank=0)
    slower = started(ana, ben, allowance=7 * DAY, bank=0)
    none = started(ana, ben)
    order = [fast, slower, none]
    for here, then in zip([None, fast], order, strict=False):
        query = f"?after={here.pk}" if here else ""
        assert anas.get(reverse("next_game") + query)["Location"] == then.get_absolute_url()
    assert browser_of(new_player("Dora")).get(reverse("next_game"))["Location"] == reverse("lobby")


def test_every_page_tells_how_many_other_games_wait(ana: User, ben: User, anas: Client) -> None:
    here, *_others = (started(ana, ben) for _ in range(3))
    assert "2 wait for you" in anas.get(here.get_absolute_url()).content.decode()
    lobby = anas.get(reverse("lobby")).content.decode()
    assert "3 wait for you" in lobby
    assert "(3)" in lobby.split("</title>")[0]

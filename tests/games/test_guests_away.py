"""Guests who were not seen for 30 days go, as if they had left by themselves; nobody waits for them."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client

from accounts.guests import away_for_good, make_guest, sweep_guest
from accounts.models import User
from games.engine.moves import Cut
from games.engine.state import Phase
from games.models import DAY, Match
from games.services import lobby, referee
from games.services.endings import resign
from games.services.lobby import Terms

from .players import NOW, fresh, play_to, send

LATER = NOW + timedelta(days=30)


def seen(guest: User, at: datetime) -> None:
    UserSession.objects.create(user=guest, ip="192.0.2.1", session_key=f"key{guest.pk}", last_seen_at=at)


def with_person(guest: User, person: User, now: datetime = NOW, **terms: Any) -> Match:
    match = lobby.create_match(person, Terms(Match.Opponent.LINK, **terms), now)
    lobby.join(match.pk, guest, now, invite=match.invite or "")
    return fresh(match)


@pytest.fixture
def guest(db: None) -> User:
    return make_guest("", NOW)


def test_a_guest_not_seen_for_30_days_is_swept_and_not_a_moment_before(guest: User) -> None:
    assert referee.sweep(LATER - timedelta(seconds=1)).guests_swept == 0
    assert referee.sweep(LATER).guests_swept == 1
    assert not User.objects.exists()


def test_a_guest_who_was_seen_since_stays_until_30_days_later(guest: User) -> None:
    seen(guest, NOW + timedelta(days=1))
    assert referee.sweep(LATER).guests_swept == 0
    assert referee.sweep(LATER + timedelta(days=1)).guests_swept == 1


def test_any_page_that_a_guest_opens_counts_as_being_seen(db: None, client: Client) -> None:
    client.post("/play/")
    guest = User.objects.get()
    User.objects.update(date_joined=NOW)
    UserSession.objects.update(last_seen_at=NOW)
    assert away_for_good(LATER).exists()
    client.get("/api/")
    assert UserSession.objects.get(user=guest).last_seen_at > NOW
    assert not away_for_good(LATER).exists()


def test_players_with_an_account_stay_however_long_they_are_away(ana: User, guest: User) -> None:
    User.objects.update(date_joined=NOW)
    referee.sweep(NOW + timedelta(days=3650))
    assert list(User.objects.all()) == [ana]


def test_finished_games_stay_for_the_opponent_without_the_name(guest: User, ana: User) -> None:
    match = with_person(guest, ana)
    play_to(match, Phase.PLAY)
    resign(match.pk, guest, NOW)
    referee.sweep(LATER)
    seats = fresh(match).seats.all()
    assert [seat.user for seat in seats] == [ana, None]
    assert (fresh(match).status, fresh(match).winner) == ("finished", 0)


def test_games_against_the_computer_end_and_links_that_nobody_followed_are_taken_back(guest: User) -> None:
    begun = lobby.create_match(guest, Terms(Match.Opponent.COMPUTER, computer="easy"), NOW)
    send(begun, guest, Cut(""))
    link = lobby.create_match(guest, Terms(Match.Opponent.LINK), NOW + timedelta(days=1))
    assert referee.sweep(LATER).guests_swept == 1
    assert (fresh(begun).status, fresh(link).status) == ("aborted", "cancelled")


def test_a_running_game_with_a_person_under_a_clock_is_left_to_the_clock(guest: User, ana: User) -> None:
    match = with_person(guest, ana, NOW + timedelta(days=10), allowance=14 * DAY, bank=14 * DAY)
    assert referee.sweep(LATER).guests_swept == 0
    assert fresh(match).status == "active"
    done = referee.sweep(NOW + timedelta(days=38))
    assert (done.ended_by_time, done.guests_swept) == (1, 1)
    assert fresh(match).reason == "time"


def test_a_running_game_with_a_person_without_a_clock_is_won_by_who_stayed(guest: User, ana: User) -> None:
    match = with_person(guest, ana)
    play_to(match, Phase.PLAY)
    assert referee.sweep(LATER).guests_swept == 1
    assert (fresh(match).reason, fresh(match).winner) == ("resignation", 0)


def test_a_guest_who_signed_up_or_came_back_meanwhile_is_not_swept(guest: User, ana: User) -> None:
    User.objects.filter(pk=guest.pk).update(is_guest=False)
    assert not sweep_guest(guest.pk, LATER)
    User.objects.filter(pk=guest.pk).update(is_guest=True)
    seen(guest, LATER)
    assert not sweep_guest(guest.pk, LATER)
    assert not sweep_guest(ana.pk, LATER)
    assert User.objects.count() == 2


def test_one_guest_in_trouble_does_not_stop_the_others(
    guest: User, ana: User, caplog: pytest.LogCaptureFixture
) -> None:
    match = with_person(guest, ana)
    Match.objects.filter(pk=match.pk).update(snapshot={"phase": "nonsense"})
    make_guest("", NOW)
    done = referee.sweep(LATER)
    assert (done.guests_swept, done.in_trouble) == (1, 1)
    assert f"guest {guest.pk}" in caplog.text

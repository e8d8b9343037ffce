"""Leaving for good."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match
from games.services import endings, lobby

from .conftest import PASSWORD, errors, logged_in, who

NOW = datetime(2026, 3, 14, 9, 0, tzinfo=UTC)
DELETE = "/settings/delete/"


@pytest.fixture
def ben(db: None) -> User:
    return User.objects.create_user("Ben", "ben@example.org", PASSWORD)


def table(host: User, guest: User | None = None, invited: User | None = None) -> Match:
    opponent = Match.Opponent.NAMED if invited else Match.Opponent.OPEN
    match = lobby.create_match(host, lobby.Terms(opponent, invited=invited), NOW)
    if guest:
        lobby.join(match.pk, guest, NOW)
    return match


def delete(browser: Client, password: str = PASSWORD) -> object:
    return browser.post(DELETE, {"password": password})


def test_the_password_is_asked_for_and_then_the_account_is_gone(ana: User, at_home: Client) -> None:
    answer = delete(at_home)
    assert answer.url == reverse("lobby")  # type: ignore[attr-defined]
    assert not User.objects.exists()
    assert who(at_home) is None
    assert "Your account is deleted." in at_home.get(reverse("lobby")).content.decode()


def test_a_wrong_password_deletes_nothing(ana: User, at_home: Client) -> None:
    assert errors(delete(at_home, "wrong"), "password")  # type: ignore[arg-type]
    assert errors(delete(at_home, ""), "password")  # type: ignore[arg-type]
    assert User.objects.get() == ana


def test_looking_at_the_page_deletes_nothing(ana: User, at_home: Client) -> None:
    assert at_home.get(DELETE).status_code == 200
    assert User.objects.get() == ana


def test_guessing_the_password_in_an_open_browser_is_stopped(ana: User, at_home: Client) -> None:
    for _ in range(5):
        delete(at_home, "wrong")
    assert errors(delete(at_home), "password") == ["Too many failed login attempts. Try again later."]  # type: ignore[arg-type]
    assert User.objects.get() == ana


def test_the_other_browsers_are_logged_out_too(ana: User, at_home: Client) -> None:
    elsewhere = logged_in(ana)
    delete(at_home)
    assert elsewhere.get(reverse("settings")).status_code == 302


def test_the_name_is_free_again(ana: User, at_home: Client) -> None:
    delete(at_home)
    User.objects.create_user("Ana")


def test_finished_games_stay_for_the_opponent_with_an_empty_seat(ana: User, ben: User, at_home: Client) -> None:
    match = table(ana, ben)
    endings.resign(match.pk, ben, NOW)
    delete(at_home)
    match.refresh_from_db()
    assert match.status == Match.State.FINISHED
    assert match.winner == 0
    assert [seat.user for seat in match.seats.all()] == [None, ben]


def test_nobody_is_left_waiting_in_games_that_were_not_finished(ana: User, ben: User, at_home: Client) -> None:
    running, open_table, challenge = table(ben, ana), table(ana), table(ben, invited=ana)
    delete(at_home)
    for match in (running, open_table, challenge):
        match.refresh_from_db()
    assert running.status in (Match.State.FINISHED, Match.State.ABORTED)
    assert running.winner != 1
    assert open_table.status == challenge.status == Match.State.CANCELLED
    assert not ben.seats.exclude(decision="").exists(), "ben is asked for nothing any more"


def test_either_all_of_it_happens_or_nothing(
    ana: User, ben: User, at_home: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = table(ben, ana)

    def fail(user: User) -> None:
        raise RuntimeError

    monkeypatch.setattr(User, "delete", fail)
    with pytest.raises(RuntimeError):
        delete(at_home)
    running.refresh_from_db()
    assert running.status == Match.State.ACTIVE
    assert User.objects.filter(pk=ana.pk).exists()

"""How often one may knock: one too many is answered in words, and keeps nobody else out."""

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from accounts.conduct.models import Report
from accounts.models import User
from tests.games.players import browser_of, new_player

pytestmark = pytest.mark.django_db
MOST_TRIES = 40


def tries_until_too_many(knock: Callable[[int], HttpResponse]) -> int:
    """How many were answered before one was told to wait."""
    for number in range(MOST_TRIES):
        answer = knock(number)
        if answer.status_code == 429:
            assert "<h1" in answer.content.decode()
            return number
    raise AssertionError("there is no limit")


def test_a_player_reports_five_times_in_ten_minutes_and_another_still_can() -> None:
    ana, ben, cleo = (new_player(name) for name in ("Ana", "Ben", "Cleo"))
    anas = browser_of(ana)
    assert tries_until_too_many(lambda _number: anas.post("/players/Ben/report/", {"category": "words"})) == 5
    assert browser_of(cleo).post("/players/Ben/report/", {"category": "words"}).status_code == 302
    assert Report.objects.filter(about=ben).count() == 2, "the same is reported once"


def test_guests_of_one_address_report_twenty_times_in_ten_minutes_and_another_address_still_can() -> None:
    new_player("Ben")

    def reported_by_a_guest(number: int, address: str = "192.0.2.1") -> HttpResponse:
        guest = browser_of(new_player(f"guest-{number}", is_guest=True))
        return guest.post("/players/Ben/report/", {"category": "words"}, REMOTE_ADDR=address)

    assert tries_until_too_many(reported_by_a_guest) == 20
    assert reported_by_a_guest(99, "192.0.2.2").status_code == 302
    assert Report.objects.count() == 21


def test_an_address_signs_up_twenty_times_a_minute() -> None:
    wrong = {"username": "!", "email": "no", "password1": "1", "password2": "2"}
    assert tries_until_too_many(lambda _number: Client().post("/accounts/signup/", wrong)) == 20


def test_an_address_of_mail_is_sent_five_letters_a_minute_and_another_still_gets_its_own() -> None:
    ask = {"email": "ana@example.org"}
    assert tries_until_too_many(lambda _number: Client().post("/accounts/password/reset/", ask)) == 5
    assert Client().post("/accounts/password/reset/", {"email": "ben@example.org"}).status_code == 302
    assert len(mail.outbox) == 6


def test_a_password_is_guessed_five_times_and_then_the_right_one_gets_nobody_in() -> None:
    ana = User.objects.create_user("Ana", "ana@example.org", "pegging-out-on-friday")
    EmailAddress.objects.create(user=ana, email=ana.email, primary=True, verified=True)
    for guess in range(5):
        Client().post("/accounts/login/", {"login": "Ana", "password": f"guess-{guess}"})
    answer = Client().post("/accounts/login/", {"login": "Ana", "password": "pegging-out-on-friday"})
    assert answer.status_code == 200
    assert "Too many failed login attempts" in answer.content.decode()


def test_guesses_are_counted_whatever_port_the_request_names(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    User.objects.create_user("Ana", "ana@example.org", "pegging-out-on-friday")
    for guess in range(5):
        host = {"host": f"localhost:{guess + 1}"}
        Client().post("/accounts/login/", {"login": "Ana", "password": f"guess-{guess}"}, headers=host)
    right = {"login": "Ana", "password": "pegging-out-on-friday"}
    answer = Client().post("/accounts/login/", right, headers={"host": "localhost:6"})
    assert answer.status_code == 200
    assert "Too many failed login attempts" in answer.content.decode()

"""The first steps of a new site: `manage.py welcome`."""

import smtplib
import socket
from collections.abc import Callable
from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.checks import run_checks
from django.core.mail.backends import smtp
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from cribsite.models import StaffAct
from cribsite.site import stored_settings

pytestmark = pytest.mark.django_db
PASSWORD = "pegging-out-on-friday"


@pytest.fixture(autouse=True)
def password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADMIN_PASSWORD", PASSWORD)


def welcome(*options: str) -> str:
    told = StringIO()
    call_command("welcome", *options, stdout=told, no_color=True)
    return told.getvalue()


def unattended(*more: str) -> str:
    return welcome("--no-input", "--name", "Neema", "--email", "neema@example.org", *more)


def test_it_makes_an_admin_who_can_log_in_and_enter_the_admin(client: Client) -> None:
    told = unattended("--site-name", "Pegs of Moshi")
    assert "Neema is the first admin" in told
    assert "/admin/" in told
    assert (
        client.post(reverse("account_login"), {"login": "neema@example.org", "password": PASSWORD}).status_code == 302
    )
    assert client.get(reverse("admin:index")).status_code == 200
    assert EmailAddress.objects.values_list("email", "verified", "primary").get() == ("neema@example.org", True, True)
    assert stored_settings().name == "Pegs of Moshi"
    assert StaffAct.objects.values_list("name", "what").get() == ("Neema", "settings")


def test_it_asks_for_what_no_option_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ADMIN_PASSWORD")
    answers = {"Name of the first": "Neema", "Email": "neema@example.org", "Name of the site": ""}
    monkeypatch.setattr(
        "builtins.input", lambda asked: next(it for began, it in answers.items() if asked.startswith(began))
    )
    monkeypatch.setattr("cribsite.management.commands.welcome.getpass", lambda _asked: PASSWORD)
    welcome()
    assert User.objects.get().check_password(PASSWORD)
    assert stored_settings().name == "Cribsite"


def test_a_wrong_answer_is_told_and_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ADMIN_PASSWORD")
    answers = iter(["", "a" * 21, "Neema", "nonsense", "neema@example.org", "x" * 200, "Pegs of Moshi"])
    passwords = iter(["short", PASSWORD, "another one", PASSWORD, PASSWORD])
    monkeypatch.setattr("builtins.input", lambda _asked: next(answers))
    monkeypatch.setattr("cribsite.management.commands.welcome.getpass", lambda _asked: next(passwords))
    told = StringIO()
    call_command("welcome", stdout=StringIO(), stderr=told, no_color=True)
    assert [*answers, *passwords] == []
    assert "Enter a valid email address." in told.getvalue()
    assert "The two passwords differ." in told.getvalue()
    admin = User.objects.get()
    assert (admin.username, admin.email, admin.check_password(PASSWORD)) == ("Neema", "neema@example.org", True)
    assert stored_settings().name == "Pegs of Moshi"


def test_run_again_it_changes_nothing_and_tests_the_mail_once_more() -> None:
    unattended()
    before = User.objects.values().get()
    told = welcome("--no-input", "--name", "Juma", "--email", "juma@example.org")
    assert "There is an admin already: Neema" in told
    assert User.objects.values().get() == before
    assert [letter.to for letter in mail.outbox] == [["neema@example.org"], ["juma@example.org"]]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--name", "Neema"), "--email"),
        (("--email", "neema@example.org"), "--name"),
        (("--name", "a b", "--email", "neema@example.org"), "letters, digits"),
        (("--name", "Neema", "--email", "nowhere"), "valid email"),
        (("--name", "JUMA", "--email", "neema@example.org"), "already has this name"),
        (("--name", "Neema", "--email", "JUMA@example.org"), "already"),
    ],
)
def test_what_is_missing_or_wrong_is_told_and_stores_nobody(options: tuple[str, ...], reason: str) -> None:
    juma = User.objects.create_user("Juma", "juma@example.org")
    EmailAddress.objects.create(user=juma, email=juma.email)
    with pytest.raises(CommandError, match=reason):
        welcome("--no-input", *options)
    assert User.objects.get() == juma


@pytest.mark.parametrize("weak", ["", "12345678", "neema"])
def test_a_weak_password_is_refused(monkeypatch: pytest.MonkeyPatch, weak: str) -> None:
    monkeypatch.setenv("ADMIN_PASSWORD", weak)
    with pytest.raises(CommandError):
        unattended()
    assert not User.objects.exists()


def test_before_the_database_is_set_up_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(User.objects, "filter", fails_with(OperationalError("no such table: accounts_user")))
    with pytest.raises(CommandError, match="make setup"):
        unattended()


def test_whoever_stops_at_a_question_leaves_nothing_half_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", fails_with(EOFError()))
    with pytest.raises(CommandError, match="Stopped"):
        welcome("--name", "Neema")
    assert not User.objects.exists()


def fails_with(error: Exception) -> Callable[..., None]:
    def fail(*_args: object, **_kwargs: object) -> None:
        raise error

    return fail


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (smtplib.SMTPAuthenticationError(535, b"no"), "does not accept the user name and password"),
        (smtplib.SMTPRecipientsRefused({}), "does not take mail for this address"),
        (smtplib.SMTPServerDisconnected("gone"), "hung up"),
        (socket.gaierror(-2, "Name or service not known"), "no machine of this name"),
        (TimeoutError("timed out"), "did not answer within 10 seconds"),
        (RuntimeError("odd"), "unknown way"),
    ],
)
def test_why_mail_does_not_go_is_said_in_plain_words(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    monkeypatch.setattr(smtp.EmailBackend, "open", fails_with(error))
    assert words in unattended()
    assert User.objects.count() == 1, "the admin is made all the same"


def test_a_port_where_nothing_listens_is_told_as_such(settings: Settings) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = taken.getsockname()
        told = unattended()
    assert f"127.0.0.1:{settings.EMAIL_PORT} was asked, but nothing listens there" in told


def test_mail_that_is_only_printed_is_told_as_such(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert "printed" in unattended()


def test_who_starts_a_site_without_an_admin_is_led_here() -> None:
    def hints() -> list[str]:
        found = run_checks(databases=["default"])
        return [message.hint or "" for message in found if message.id == "cribsite.I001"]

    assert len(hints()) == 1
    assert "manage.py welcome" in hints()[0]
    unattended()
    assert hints() == []

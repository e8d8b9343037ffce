"""A mail server that is down, silent or slow, and a referee that is killed: letters come late, and none is lost."""

import socket
import time
from collections.abc import Iterator
from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from pytest_django import Settings

from accounts.models import User
from games import postman
from games.models import Mail, Match
from games.postman import deliver
from games.services import lobby
from games.services.lobby import Terms

from .players import NOW
from .test_letters import confirmed

SOON = NOW + timedelta(minutes=2)


def challenges(host: User, guest: User, number: int) -> None:
    """So many letters to the guest that have to be sent."""
    confirmed(guest)
    for _ in range(number):
        lobby.create_match(host, Terms(Match.Opponent.NAMED, invited=guest), NOW)


@pytest.fixture
def silent_server(settings: Settings) -> Iterator[None]:
    """One that takes the call and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.getsockname()
        yield


def test_the_site_waits_for_a_mail_server_some_seconds_only(settings: Settings) -> None:
    assert 0 < settings.EMAIL_TIMEOUT <= 10


def test_a_silent_mail_server_keeps_the_referee_for_one_round_and_no_longer(
    ana: User, ben: User, silent_server: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    challenges(ana, ben, 9)
    settings.EMAIL_TIMEOUT = 0.2
    monkeypatch.setattr(postman, "LONGEST_ROUND", 0.5)
    begin = time.monotonic()
    assert deliver(SOON) == 0
    assert time.monotonic() - begin < 9 * 0.2
    assert 1 <= Mail.objects.filter(tries=1).count() <= 4
    assert Mail.objects.filter(state=Mail.State.WAITING).count() == 9


def test_when_the_server_is_up_again_each_letter_comes_once(
    ana: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    challenges(ana, ben, 3)

    def fail(_message: EmailMessage, **_options: Any) -> None:
        raise SMTPServerDisconnected

    with monkeypatch.context() as down:
        down.setattr(EmailMessage, "send", fail)
        for minutes in range(0, 24 * 60, 10):
            assert deliver(SOON + timedelta(minutes=minutes)) == 0
    for hours in range(24, 72):
        deliver(SOON + timedelta(hours=hours))
    assert len(mail.outbox) == 3
    assert not Mail.objects.exclude(state=Mail.State.SENT).exists()


def test_an_address_that_bounces_keeps_nobody_else_from_a_letter(
    ana: User, ben: User, cleo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    challenges(ana, ben, 1)
    challenges(ana, cleo, 1)
    send = EmailMessage.send

    def bounce(message: EmailMessage, **options: Any) -> int:
        if message.to == [ben.email]:
            raise SMTPRecipientsRefused({ben.email: (550, b"no such mailbox")})
        return send(message, **options)

    monkeypatch.setattr(EmailMessage, "send", bounce)
    assert deliver(SOON) == 1
    assert [letter.to for letter in mail.outbox] == [[cleo.email]]
    for day in range(9):
        deliver(SOON + timedelta(days=day))
    letter = Mail.objects.get(user=ben)
    assert (letter.state, "550" in letter.trouble) == (Mail.State.GIVEN_UP, True)
    assert len(mail.outbox) == 1


def test_a_referee_that_is_killed_while_it_sends_sends_again(
    ana: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    challenges(ana, ben, 2)

    def be_killed(_message: EmailMessage, **_options: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as killing:
        killing.setattr(EmailMessage, "send", be_killed)
        with pytest.raises(SystemExit):
            deliver(SOON)
    for minutes in range(1, 5):
        deliver(SOON + timedelta(minutes=minutes))
    assert len(mail.outbox) == 2

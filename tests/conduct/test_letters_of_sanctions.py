"""The letter about a sanction: to everybody whose address is confirmed, not to be switched off."""

from datetime import timedelta

import pytest
from django.core import mail

from accounts.conduct import sanctions
from accounts.models import User
from games.engine.state import Phase
from games.models import DAY, Mail
from games.postman import deliver
from tests.games.players import NOW, play_to, started

from .conftest import REASON, Give, confirm_address

pytestmark = pytest.mark.django_db
SOON = NOW + timedelta(minutes=2)
MAIL_PREFERENCES = {"mail_turn": "never", "mail_short": False, "mail_over": False, "mail_challenge": False}


@pytest.mark.parametrize(
    ("kind", "subject", "effect"),
    [
        ("warning", "A warning", "Nothing is taken from you; if it happens again, something will be."),
        ("silence", "No phrases and no chat", "Until March 21, 2026, 9 a.m. you may use no phrases and no chat."),
        ("no_live", "No live games", "Until March 21, 2026, 9 a.m. you may play slow games"),
        ("suspension", "Your account is suspended", "Until March 21, 2026, 9 a.m. you may not play."),
        ("ban", "Your account is banned", "You may play here no more."),
    ],
)
def test_it_says_what_why_until_when_and_how_to_appeal(
    ana: User, give: Give, kind: str, subject: str, effect: str
) -> None:
    User.objects.filter(pk=ana.pk).update(**MAIL_PREFERENCES)
    confirm_address(ana)
    give(ana, kind)
    assert deliver(SOON) == 1
    (letter,) = mail.outbox
    html = letter.alternatives[0][0]  # type: ignore[attr-defined]
    assert letter.subject == subject
    for text in (letter.body, html):
        assert effect in text
        assert REASON in text
        assert "appeal" in text
        assert "/sanctions/" in text
        assert "/mail/off/" not in text
        assert "No more letters" not in text
    assert not any("Unsubscribe" in header for header in letter.extra_headers)
    assert deliver(SOON + timedelta(days=1)) == 0, "once"


def test_it_goes_to_no_address_that_is_not_confirmed(ana: User, give: Give) -> None:
    give(ana, "ban")
    assert deliver(SOON) == 0
    assert mail.outbox == []


def test_it_comes_in_the_readers_language_and_time(ana: User, give: Give) -> None:
    User.objects.filter(pk=ana.pk).update(language="es", time_zone="America/Bogota")
    confirm_address(ana)
    give(ana, "silence")
    deliver(SOON)
    assert "21 de marzo de 2026 a las 04:00" in mail.outbox[0].body


def test_that_it_is_lifted_comes_too(ana: User, moderator: User, give: Give) -> None:
    confirm_address(ana)
    sanction = give(ana, "ban")
    sanctions.lift(sanction, "Not he.", moderator, NOW)
    deliver(SOON)
    assert {letter.subject for letter in mail.outbox} == {"Your account is banned", "A sanction is lifted"}
    assert "Not he." not in str([letter.body for letter in mail.outbox]), "that is for the staff"


def test_who_is_shut_out_gets_no_other_letter(ana: User, ben: User, give: Give) -> None:
    confirm_address(ana)
    slow = started(ana, ben, allowance=DAY)
    play_to(slow, Phase.DISCARD)
    assert Mail.objects.filter(user=ana).exists()
    give(ana, "suspension")
    deliver(SOON)
    assert [letter.subject for letter in mail.outbox] == ["Your account is suspended"]

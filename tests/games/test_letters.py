"""Letters of slow games: in the language of who reads, never to somebody who looks, once, late rather than lost."""

from datetime import datetime, timedelta
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail, signing
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.state import Phase
from games.letter_words import SALT, unsubscribe_token
from games.models import DAY, Mail, Match
from games.postman import deliver
from games.presence import look
from games.services import endings, lobby, vacations
from games.services.letters import stop
from games.services.lobby import Terms
from games.services.referee import sweep

from .players import NOW, fresh, new_player, play_to, play_until, started, user_at

SOON = NOW + timedelta(minutes=2)


def confirmed(*users: User) -> None:
    for user in users:
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)


@pytest.fixture(autouse=True)
def nobody_looks(db: None) -> None:
    cache.clear()


@pytest.fixture
def slow(ana: User, ben: User) -> Match:
    """Three days a move and none in the bank; it waits for one player alone, since NOW."""
    confirmed(ana, ben)
    match = started(ana, ben, allowance=3 * DAY, bank=0)
    play_to(match, Phase.PLAY)
    Mail.objects.filter(state=Mail.State.WAITING).exclude(decision=waiting(match).decision).delete()
    return fresh(match)


def waiting(match: Match) -> Any:
    return match.seats.exclude(decision="").get()


def letters() -> list[EmailMessage]:
    return list(mail.outbox)


def test_your_turn_comes_once_as_text_and_html_with_the_way_to_stop_it(slow: Match) -> None:
    assert deliver(SOON) == 1
    assert deliver(SOON + timedelta(days=1)) == 0
    (letter,) = letters()
    player = waiting(slow).user
    assert letter.to == [player.email]
    assert "Your turn against" in letter.subject
    assert slow.get_absolute_url() in letter.body
    assert letter.alternatives[0][1] == "text/html"
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_a_letter_is_in_the_language_and_the_time_zone_of_its_reader(slow: Match) -> None:
    player = waiting(slow).user
    player.language, player.time_zone = "es", "America/Bogota"
    player.save()
    deliver(SOON)
    (letter,) = letters()
    assert "Your turn" not in letter.subject
    assert "17 de marzo de 2026" in letter.body
    assert "4:00" in letter.body  # 9:00 UTC in Bogotá


def test_nobody_gets_a_letter_about_a_table_that_is_before_the_eyes(slow: Match) -> None:
    look(slow.pk, waiting(slow).user.pk)
    assert deliver(SOON) == 0
    assert Mail.objects.get().state == Mail.State.DROPPED


def test_nobody_gets_a_letter_when_it_is_no_longer_the_own_turn(slow: Match) -> None:
    mover = waiting(slow).user
    play_until(slow, lambda state: state.to_play is not None and user_at(slow, state.to_play) != mover)
    deliver(SOON)
    assert [letter.to for letter in letters()] == [[waiting(slow).user.email]]


def test_an_address_that_is_not_confirmed_gets_nothing(ana: User, ben: User) -> None:
    match = started(ana, ben, allowance=DAY, bank=0)
    play_to(match, Phase.PLAY)
    assert deliver(SOON) == 0


def test_live_games_write_no_letters(ana: User, ben: User) -> None:
    confirmed(ana, ben)
    match = started(ana, ben, allowance=20, bank=60)
    play_to(match, Phase.PLAY)
    endings.resign(match.pk, ana, NOW)
    assert not Mail.objects.exists()


def test_who_wants_none_gets_none(slow: Match, ana: User, ben: User) -> None:
    Mail.objects.all().delete()
    User.objects.update(mail_turn="never", mail_over=False, mail_short=False, mail_vacation=False)
    mover = waiting(slow).user
    play_until(slow, lambda state: state.to_play is not None and user_at(slow, state.to_play) != mover)
    sweep(NOW + timedelta(days=2.9))
    vacations.leave(ana, NOW)
    endings.resign(slow.pk, ben, NOW)
    assert not Mail.objects.exists()


def test_time_is_short_is_told_once_for_a_decision(slow: Match) -> None:
    Mail.objects.all().delete()
    sweep(NOW + timedelta(days=2.3))
    assert not Mail.objects.exists()
    for hours in range(3):
        sweep(NOW + timedelta(days=2.5, hours=hours))
    (letter,) = Mail.objects.all()
    assert letter.kind == Mail.Kind.SHORT
    assert deliver(NOW + timedelta(days=2.6)) == 1
    assert "Time is short" in letters()[0].subject


def test_the_end_is_told_to_both(slow: Match, ana: User, ben: User) -> None:
    Mail.objects.all().delete()
    endings.resign(slow.pk, ana, NOW)
    assert deliver(SOON) == 2
    assert {letter.to[0] for letter in letters()} == {ana.email, ben.email}
    assert all("is over" in letter.subject for letter in letters())


def test_a_challenge_is_told_while_it_stands(ana: User, ben: User) -> None:
    confirmed(ana, ben)
    terms = Terms(Match.Opponent.NAMED, invited=ben)
    gone, standing = (lobby.create_match(ana, terms, NOW) for _ in range(2))
    lobby.cancel(gone.pk, ana, NOW)
    assert deliver(SOON) == 1
    (letter,) = letters()
    assert letter.to == [ben.email]
    assert standing.get_absolute_url() in letter.body


def test_the_vacation_of_the_opponent_is_told(slow: Match, ana: User, ben: User) -> None:
    Mail.objects.all().delete()
    vacations.leave(ana, NOW)
    assert deliver(SOON) == 1
    assert letters()[0].to == [ben.email]


def test_a_vacation_that_is_over_is_told_no_more(slow: Match, ana: User, ben: User) -> None:
    Mail.objects.all().delete()
    vacations.leave(ana, NOW)
    vacations.come_back(ana, NOW + timedelta(seconds=20))
    assert deliver(SOON) == 0
    vacations.leave(ben, SOON)  # a letter to Ben about Ana is none about himself
    Mail.objects.filter(user=ben).update(state=Mail.State.WAITING)
    assert deliver(SOON + timedelta(minutes=2)) == 1
    assert [letter.to for letter in letters()] == [[ana.email]]


def test_a_digest_comes_at_the_chosen_hour_where_the_player_is_once(slow: Match) -> None:
    Mail.objects.all().delete()
    player = waiting(slow).user
    player.mail_turn, player.digest_hours, player.time_zone = "digest", "7,18", "Africa/Nairobi"
    player.save()
    for hour in range(24):
        for minute in (0, 30):
            moment = datetime(2026, 3, 15, hour, minute, tzinfo=NOW.tzinfo)
            sweep(moment)
            deliver(moment)
    written = Mail.objects.filter(kind=Mail.Kind.DIGEST).order_by("written_at")
    assert [letter.written_at.hour for letter in written] == [4, 15]  # three hours behind Nairobi
    assert len(letters()) == 2
    assert "1 game waits for you" in letters()[0].subject


def test_a_digest_with_nothing_in_it_is_not_sent(slow: Match) -> None:
    User.objects.update(mail_turn="digest", digest_hours="9")
    Mail.objects.all().delete()
    sweep(NOW)
    endings.resign(slow.pk, user_at(slow, 0), NOW)
    Mail.objects.exclude(kind=Mail.Kind.DIGEST).delete()
    assert Mail.objects.count() == 1
    assert deliver(SOON) == 0
    sweep(NOW + timedelta(days=1))
    assert Mail.objects.count() == 1


def test_a_mail_server_that_is_down_delays_the_letter_and_never_the_move(
    slow: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_message: EmailMessage, **_options: Any) -> None:
        raise SMTPServerDisconnected

    monkeypatch.setattr(EmailMessage, "send", fail)
    tries = []
    moment = SOON
    while moment < SOON + timedelta(days=3):
        deliver(moment)
        tries.append(Mail.objects.get(decision=waiting(slow).decision).tries)
        moment += timedelta(hours=1)
    assert 5 < tries[-1] < 20, "the delays grow"
    ply = slow.ply
    play_until(slow, lambda state: state.ply > ply)
    assert fresh(slow).ply > ply


def test_a_letter_that_cannot_be_sent_for_a_week_is_given_up(slow: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def bounce(_message: EmailMessage, **_options: Any) -> None:
        raise SMTPServerDisconnected("no such mailbox")

    monkeypatch.setattr(EmailMessage, "send", bounce)
    for day in range(9):
        deliver(SOON + timedelta(days=day))
    letter = Mail.objects.get()
    assert letter.state == Mail.State.GIVEN_UP
    assert "no such mailbox" in letter.trouble
    monkeypatch.undo()
    assert deliver(SOON + timedelta(days=30)) == 0


def test_one_click_ends_a_kind_of_letters_and_a_browser_is_asked_first(slow: Match) -> None:
    deliver(SOON)
    address = letters()[0].extra_headers["List-Unsubscribe"].strip("<>")
    path = address[address.index("/mail/") :]
    player = waiting(slow).user
    assert Client().get(path).status_code == 200
    player.refresh_from_db()
    assert player.mail_turn == "at_once"
    assert Client(enforce_csrf_checks=True).post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    player.refresh_from_db()
    assert player.mail_turn == "never"
    assert Client().post(reverse("mail_off", args=["rubbish"])).status_code == 404


def test_one_click_twice_is_as_good_as_once_and_touches_nothing_else(ana: User) -> None:
    address = reverse("mail_off", args=[unsubscribe_token(ana, "short")])
    stale = User.objects.get(pk=ana.pk)
    User.objects.filter(pk=ana.pk).update(language="es")
    for _ in range(2):
        assert Client(enforce_csrf_checks=True).post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    stop(stale, Mail.Kind.OVER)  # which knew nothing of the language
    ana.refresh_from_db()
    wishes = (ana.mail_short, ana.mail_over, ana.mail_challenge, ana.mail_vacation, ana.mail_turn, ana.language)
    assert wishes == (False, False, True, True, "at_once", "es")


def test_an_address_that_was_forged_ends_nothing(ana: User, ben: User) -> None:
    before = list(User.objects.order_by("pk").values())
    token = unsubscribe_token(ana, "turn")
    for_ben = signing.dumps([ben.pk, "turn"], key="a guess", salt=SALT)
    elsewhere = signing.dumps([ben.pk, "turn"], salt="cribsite.history")
    payload = for_ben.split(":")[0]
    swapped = ":".join([payload, *token.split(":")[1:]])
    for forged in (for_ben, elsewhere, swapped, token[:-1], f"{token}A", "%00", "a:b:c", "x" * 5000):
        for method in (Client().get, Client().post):
            assert method(f"/mail/off/{forged}/").status_code == 404, forged
    gone = new_player("Gone")
    address = reverse("mail_off", args=[unsubscribe_token(gone, "turn")])
    gone.delete()
    assert Client().post(address).status_code == 404
    assert list(User.objects.order_by("pk").values()) == before


def test_a_page_at_the_table_counts_as_looking(slow: Match) -> None:
    client = Client()
    client.force_login(waiting(slow).user, "django.contrib.auth.backends.ModelBackend")
    client.get(slow.get_absolute_url())
    assert deliver(SOON) == 0


def test_a_name_cannot_write_headers_or_markup_into_a_letter(ana: User, ben: User) -> None:
    confirmed(ana, ben)
    User.objects.filter(pk=ana.pk).update(username="<b>x\r\nBcc: y")
    ana.refresh_from_db()
    lobby.create_match(ana, Terms(Match.Opponent.NAMED, invited=ben), NOW)
    deliver(SOON)
    for letter in letters():
        assert "\n" not in letter.subject
        assert "<b>" not in letter.alternatives[0][0]

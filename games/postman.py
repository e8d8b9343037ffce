"""Sends the letters that are due: at least once, with growing delays, and gives up after a week."""

import logging
import time
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.core.mail import EmailMultiAlternatives

from accounts.conduct.standing import is_shut_out
from accounts.models import User
from games.letter_words import compose
from games.models import Mail, Match, Vacation
from games.presence import is_looking

logger = logging.getLogger(__name__)

GIVE_UP_AFTER = timedelta(days=7)
FIRST_DELAY = timedelta(minutes=1)
LONGEST_DELAY = timedelta(days=1)
LETTERS_AT_ONCE = 100
LONGEST_ROUND = 15.0  # seconds; a mail server that is slow must not keep the referee from its matches


def deliver(now: datetime) -> int:
    """Send what is due, the rest of it next time where that takes long; how many letters went out.

    May run twice side by side: a letter is claimed before it is sent.
    """
    due = Mail.objects.filter(state=Mail.State.WAITING, next_try_at__lte=now).order_by("next_try_at")
    end = time.monotonic() + LONGEST_ROUND
    letters = due.select_related("user", "match")[:LETTERS_AT_ONCE]
    return sum(_deliver(letter, now) for letter in letters if time.monotonic() < end)


def _deliver(letter: Mail, now: datetime) -> bool:
    delay = min(FIRST_DELAY * 2**letter.tries, LONGEST_DELAY)
    mine = Mail.objects.filter(pk=letter.pk, state=Mail.State.WAITING, tries=letter.tries)
    if not mine.update(tries=letter.tries + 1, next_try_at=now + delay):
        return False  # another referee has it
    letter.tries += 1
    if not is_needed(letter, now):
        return _end(letter, Mail.State.DROPPED)
    try:
        _send(letter, now)
    except Exception as error:
        logger.warning("letter %s to player %s failed: %r", letter.pk, letter.user_id, error)
        letter.trouble = repr(error)
        _end(letter, Mail.State.GIVEN_UP if now - letter.written_at >= GIVE_UP_AFTER else Mail.State.WAITING)
        return False
    _end(letter, Mail.State.SENT)
    return True


def _end(letter: Mail, state: Mail.State) -> bool:
    Mail.objects.filter(pk=letter.pk).update(state=state, trouble=letter.trouble)
    return False


def is_needed(letter: Mail, now: datetime) -> bool:
    """Whether it still tells something: not to somebody who looks at that table, nor of what is decided already.

    Whoever is suspended or banned could do nothing about it, and is told of sanctions alone.
    """
    user, match = letter.user, letter.match
    is_confirmed = EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=True).exists()
    if not user.is_active or not is_confirmed:
        return False
    if letter.kind == Mail.Kind.SANCTION:
        return True
    if is_shut_out(user, now):
        return False
    if letter.kind == Mail.Kind.REPORT:
        return True
    return _tells_of_games(letter, user, match)


def _tells_of_games(letter: Mail, user: User, match: Match | None) -> bool:
    if match is None:
        return user.seats.filter(match__status=Match.State.ACTIVE).exclude(decision="").exists()
    if is_looking(match.pk, user.pk):
        return False
    if letter.kind in (Mail.Kind.TURN, Mail.Kind.SHORT):
        return match.seats.filter(user=user, decision=letter.decision).exists()
    if letter.kind == Mail.Kind.CHALLENGE:
        return match.status == Match.State.OPEN
    if letter.kind == Mail.Kind.VACATION:
        away = Vacation.objects.filter(user__seats__match=match, ended_at=None).exclude(user=user)
        return match.status == Match.State.ACTIVE and away.exists()
    return True


def _send(letter: Mail, now: datetime) -> None:
    words = compose(letter, now)
    headers = {"Auto-Submitted": "auto-generated"}
    if words.unsubscribe_url:
        headers["List-Unsubscribe"] = f"<{words.unsubscribe_url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message = EmailMultiAlternatives(words.subject, words.text, to=[letter.user.email], headers=headers)
    message.attach_alternative(words.html, "text/html")
    message.send()

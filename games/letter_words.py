"""A letter in its reader's language and time zone, as text and as HTML."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urljoin

from django.conf import settings
from django.core import signing
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import formats, timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.conduct.models import Report, Sanction
from accounts.conduct.words import letter as sanction_letter
from accounts.models import User
from games.models import Mail, Match, Seat
from games.plan_words import why_dropped
from games.rows import result_words
from games.selectors import find_match, plan_of, waiting_count
from games.words import seat_name

SALT = "cribsite.mail"


@dataclass(frozen=True)
class Words:
    """`unsubscribe_url` is empty for letters that everybody gets."""

    subject: str
    text: str
    html: str
    unsubscribe_url: str


@dataclass(frozen=True)
class Told:
    """Subject and sentence of a letter, and where its one button leads."""

    subject: str
    sentence: str
    button: str
    url: str


def compose(letter: Mail, now: datetime) -> Words:
    """The letter as it is sent at `now`."""
    language = letter.user.language or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(letter.user.zone):
        told, off = _tell(letter), _unsubscribe_url(letter)
        context = {"told": told, "name": letter.user.username, "off": off, "site": settings.SITE_URL}
        text = render_to_string("mail/letter.txt", context)
        return Words(told.subject, text, render_to_string("mail/letter.html", context | {"language": language}), off)


def _unsubscribe_url(letter: Mail) -> str:
    if letter.kind == Mail.Kind.SANCTION:
        return ""
    token = unsubscribe_token(letter.user, letter.kind)
    return str(urljoin(settings.SITE_URL, reverse("mail_off", args=[token])))


def unsubscribe_token(user: User, kind: str) -> str:
    return signing.dumps([user.pk, kind], salt=SALT)


def read_token(token: str) -> tuple[int, str]:
    """Player and kind of letter; raises `signing.BadSignature`."""
    user_id, kind = signing.loads(token, salt=SALT)
    return user_id, kind


def _tell(letter: Mail) -> Told:
    if letter.kind == Mail.Kind.REPORT:
        return _tell_report(letter)
    if letter.kind == Mail.Kind.SANCTION:
        return _tell_sanction(letter)
    match = find_match(letter.match_id) if letter.match_id else None
    if match is None:
        return _tell_digest(letter.user)
    url = urljoin(settings.SITE_URL, match.get_absolute_url())
    opponent = _opponent(match, letter.user)
    own = next((seat for seat in match.seats.all() if seat.user_id == letter.user_id), None)
    until = opponent | _moment(own)
    match letter.kind:
        case Mail.Kind.TURN:
            return Told(_("Your turn against %(name)s") % opponent, _your_turn(match, own, until), _("Play"), url)
        case Mail.Kind.SHORT:
            sentence = _("Your time against %(name)s ends on %(moment)s; without a move the game is lost.")
            return Told(_("Time is short against %(name)s") % opponent, sentence % until, _("Play"), url)
        case Mail.Kind.CHALLENGE:
            sentence = _("%(name)s challenges you to a game of cribbage.")
            return Told(_("%(name)s challenges you") % opponent, sentence % opponent, _("To the table"), url)
        case Mail.Kind.VACATION:
            sentence = _("%(name)s is on vacation: the opponent's clock stands still meanwhile, and yours goes on.")
            return Told(_("%(name)s is on vacation") % opponent, sentence % opponent, _("To the table"), url)
    return Told(_("Your game against %(name)s is over") % opponent, result_words(match), _("To the table"), url)


def _tell_report(letter: Mail) -> Told:
    """What came of it, or no more than that it is answered where the report is gone with its player."""
    report = Report.objects.filter(pk=letter.decision.removeprefix("report ")).select_related("about").first()
    url = urljoin(settings.SITE_URL, reverse("reports"))
    if report is None:
        return Told(_("Your report is answered"), _("The player is no longer here."), _("Your reports"), url)
    subject = _("Your report about %(name)s is answered") % {"name": report.about.shown_name}
    return Told(subject, str(report.get_outcome_display()), _("Your reports"), url)


def _tell_sanction(letter: Mail) -> Told:
    number, what = letter.decision.split()
    subject, sentence = sanction_letter(Sanction.objects.get(pk=number), what)
    return Told(subject, sentence, _("Your sanctions"), urljoin(settings.SITE_URL, reverse("sanctions")))


def _your_turn(match: Match, own: Seat | None, until: dict[str, str]) -> str:
    """That it is the reader's turn, and why a plan has not answered for the reader."""
    sentence = _("%(name)s has moved, and it is your turn. You have time until %(moment)s.") % until
    dropped = why_dropped(plan_of(match, own.number if own else None))
    return f"{sentence} {dropped}" if dropped else sentence


def _opponent(match: Match, user: User) -> dict[str, str]:
    others = [seat for seat in match.seats.all() if seat.user_id != user.pk]
    return {"name": seat_name(others[0])}


def _moment(seat: Seat | None) -> dict[str, str]:
    if seat is None or seat.deadline is None:
        return {"moment": ""}
    return {"moment": formats.date_format(timezone.localtime(seat.deadline), "DATETIME_FORMAT")}


def _tell_digest(user: User) -> Told:
    count = waiting_count(user)
    sentence = ngettext("%(count)d game waits for you.", "%(count)d games wait for you.", count) % {"count": count}
    return Told(sentence, sentence, _("Play"), urljoin(settings.SITE_URL, reverse("next_game")))

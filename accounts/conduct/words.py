"""A sanction as its player reads it, in the language and time zone that are active."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.conduct.models import Appeal, Sanction

Kind = Sanction.Kind
TITLES: dict[str, Promise] = {
    Kind.WARNING: gettext_lazy("A warning"),
    Kind.SILENCE: gettext_lazy("No phrases and no chat"),
    Kind.NO_LIVE: gettext_lazy("No live games"),
    Kind.SUSPENSION: gettext_lazy("Your account is suspended"),
    Kind.BAN: gettext_lazy("Your account is banned"),
}
EFFECTS: dict[str, Promise] = {
    Kind.WARNING: gettext_lazy("Nothing is taken from you; if it happens again, something will be."),
    Kind.SILENCE: gettext_lazy("Until %(until)s you may use no phrases and no chat."),
    Kind.NO_LIVE: gettext_lazy(
        "Until %(until)s you may play slow games and the computer, but no live games with people."
    ),
    Kind.SUSPENSION: gettext_lazy(
        "Until %(until)s you may not play. Your slow games go on, and so do their clocks; your other games with people "
        "have ended."
    ),
    Kind.BAN: gettext_lazy("You may play here no more. Your games have ended."),
}


@dataclass(frozen=True)
class Told:
    """One sanction on its player's page: `state` says what has become of it, empty while it holds."""

    id: int
    title: str
    effect: str
    reason: str
    given_at: datetime
    state: str
    is_read: bool
    may_appeal: bool
    appeal: str
    decision: str
    answer: str


def tell(sanction: Sanction, now: datetime) -> Told:
    """The sanction with its appeal; both read in one query by `of_player`."""
    appeal: Appeal | None = getattr(sanction, "appeal", None)
    return Told(
        id=sanction.pk,
        title=str(TITLES[sanction.kind]),
        effect=_effect(sanction),
        reason=sanction.reason,
        given_at=sanction.given_at,
        state=_state(sanction, now),
        is_read=sanction.read_at is not None,
        may_appeal=appeal is None and not _is_over(sanction, now),
        appeal=appeal.words if appeal else "",
        decision=str(Appeal.Decision(appeal.decision).label) if appeal and appeal.decision else "",
        answer=appeal.answer if appeal else "",
    )


def of_player(user_id: int, now: datetime, *, unread: bool = False) -> list[Told]:
    """A player's sanctions, newest first; the unread ones alone where so asked."""
    rows = Sanction.objects.filter(player=user_id).select_related("appeal").order_by("-given_at", "-pk")
    return [tell(row, now) for row in (rows.filter(read_at=None) if unread else rows)]


def letter(sanction: Sanction, what: str) -> tuple[str, str]:
    """Subject and text of the letter that tells what became of a sanction: `given`, `answered` or `lifted`."""
    title = str(TITLES[sanction.kind])
    if what == "given":
        text = _("%(effect)s The reason: %(reason)s — You can appeal once, on the page of your sanctions.")
        return title, text % {"effect": _effect(sanction), "reason": sanction.reason}
    appeal = Appeal.objects.filter(sanction=sanction).exclude(decision="").first()
    if what == "answered" and appeal is not None:
        decided = [str(Appeal.Decision(appeal.decision).label)]
        if not sanction.was_lifted:
            decided.append(_effect(sanction))
        text = _("%(decision)s The answer: %(answer)s") % {"decision": " ".join(decided), "answer": appeal.answer}
        return _("Your appeal is decided"), text
    return _("A sanction is lifted"), _("“%(title)s” holds no longer.") % {"title": title}


def _effect(sanction: Sanction) -> str:
    if sanction.kind == Kind.BAN and sanction.ends_at is not None:
        return _("Until %(until)s you may not play.") % {"until": _moment(sanction.ends_at)}
    until = _moment(sanction.ends_at) if sanction.ends_at else ""
    return str(EFFECTS[sanction.kind]) % {"until": until}


def _state(sanction: Sanction, now: datetime) -> str:
    if not _is_over(sanction, now):
        return ""
    if sanction.was_lifted:
        return _("Lifted on %(day)s.") % {"day": _day(sanction.ended_at or now)}
    return _("Ended on %(day)s.") % {"day": _day(sanction.until)}


def _is_over(sanction: Sanction, now: datetime) -> bool:
    return sanction.ended_at is not None or sanction.until <= now


def _moment(moment: datetime) -> str:
    return formats.date_format(timezone.localtime(moment), "DATETIME_FORMAT")


def _day(moment: datetime) -> str:
    return formats.date_format(timezone.localtime(moment), "DATE_FORMAT")

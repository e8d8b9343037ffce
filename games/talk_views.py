"""The talk of two players as one of them reads it, in the language that is active."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Match, Remark, Seat
from games.tables import RemarkView, TalkView
from games.talking import may_talk
from games.words import seat_name


def build(
    match: Match, seats: Sequence[Seat], reader: int | None, remarks: Sequence[Remark], now: datetime
) -> TalkView | None:
    """`remarks` are for this reader, oldest first. None for watchers, and where there is and was nobody to talk to."""
    is_open = may_talk(match, seats, now)
    if reader is None or not (is_open or remarks):
        return None
    own, other = seats[reader], seats[1 - reader]
    lines = tuple(_line(remark, own if remark.user_id == own.user_id else other, own) for remark in remarks)
    unread = sum(not line.own and line.id > own.heard for line in lines)
    return TalkView(
        lines=lines,
        newest=max((line.id for line in lines), default=0),
        unread=unread,
        way=ngettext("Talk: %(n)d new", "Talk: %(n)d new", unread) % {"n": unread} if unread else _("Talk"),
        phrases=tuple((phrase.value, str(phrase.label)) for phrase in Remark.Phrase) if is_open else (),
        is_muted=own.mutes,
        wants_chat=own.chats,
        has_chat=is_open and own.chats and other.chats,
        note=_note(own.chats, other.chats and not own.mutes, seat_name(other)) if is_open else "",
    )


def _line(remark: Remark, speaker: Seat, reader: Seat) -> RemarkView:
    words = remark.text or str(Remark.Phrase(remark.phrase).label)
    text = _("%(name)s: %(words)s") % {"name": seat_name(speaker), "words": words}
    return RemarkView(remark.pk, text, speaker is reader)


def _note(own: bool, other: bool, name: str) -> str:
    """Whose consent a chat waits for."""
    if own and not other:
        return _("You can chat as soon as %(name)s switches it on, too.") % {"name": name}
    if other and not own:
        return _("%(name)s would like to chat.") % {"name": name}
    return ""

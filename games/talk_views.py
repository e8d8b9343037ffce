"""The talk of two players as one of them reads it, in the language that is active."""

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.conduct.standing import require_voice
from games.models import Match, Remark, Seat
from games.refusals import explain
from games.services.errors import Refused
from games.services.players import require_unblocked
from games.tables import RemarkView, TalkView
from games.talking import may_talk
from games.words import seat_name


def build(
    match: Match, seats: Sequence[Seat], reader: int | None, remarks: Sequence[Remark], now: datetime
) -> TalkView | None:
    """`remarks` are for this reader, oldest first. None for watchers, and where there is and was nobody to talk to."""
    goes_on = may_talk(match, seats, now)
    if reader is None or not (goes_on or remarks):
        return None
    own, other = seats[reader], seats[1 - reader]
    closed, closed_url = _closed(own, other, now) if goes_on else ("", "")
    is_open = goes_on and not closed
    lines = tuple(_line(remark, own if remark.user_id == own.user_id else other, own) for remark in remarks)
    unread = sum(not line.own and line.id > own.heard for line in lines)
    return TalkView(
        lines=lines,
        newest=max((line.id for line in lines), default=0),
        unread=unread,
        way=ngettext("Talk: %(n)d new", "Talk: %(n)d new", unread) % {"n": unread} if unread else _("Talk"),
        phrases=tuple((phrase.value, str(phrase.label)) for phrase in Remark.Phrase) if is_open else (),
        closed=closed,
        closed_url=closed_url,
        is_muted=own.mutes,
        may_mute=not own.blocks_other,
        wants_chat=own.chats,
        has_chat=is_open and own.chats and other.chats,
        note=_note(own.chats, other.chats and not own.mutes, seat_name(other)) if is_open else "",
    )


def _closed(own: Seat, other: Seat, now: datetime) -> tuple[str, str]:
    """What would refuse any word of the reader's, and where there is more of it to read; "" where nothing would."""
    assert own.user is not None
    try:
        require_voice(own.user, now)
    except Refused as refused:
        return explain(refused), reverse("sanctions")
    blocking = {seat.user_id for seat in (own, other) if seat.user_id is not None and seat.blocks_other}
    try:
        require_unblocked(own.user.pk, blocking, Refused("talk_is_over"))
    except Refused as refused:
        return explain(refused), reverse("blocks") if own.blocks_other else ""
    return "", ""


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

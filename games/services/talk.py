"""What players say to each other at their table. None of it is a ply, and nobody else hears of it."""

from datetime import datetime, timedelta

from django.db.models import Max

from accounts.conduct.standing import require_voice
from accounts.models import User
from games.broadcast import announce_refresh, player_group
from games.models import Match, Remark, Seat
from games.services.errors import Refused
from games.services.players import require_together
from games.services.table import open_table, seat_of
from games.state import OpenLog
from games.talking import Heard, Say, Switch, may_talk

MOST_A_MINUTE = 6
MOST_A_MATCH = 200  # of one player


def talk(match_id: str, user: User, act: Say | Switch | Heard, now: datetime) -> None:
    """Say something, switch something, or note what was read. Raises `NoSuchMatch`, `Forbidden` or `Refused`."""
    with open_table(match_id, now) as log:
        seat = log.seats[seat_of(log, user.pk)]
        match act:
            case Say() if seat.user is not None:
                require_voice(seat.user, now)
                _say(log, user, act, now)
            case Switch():
                Seat.objects.filter(pk=seat.pk).update(**{act.name: act.is_on})
            case Heard():
                _note_heard(log.match, seat, act.remark)
    for told in log.seats if _concerns_both(act) else (seat,):
        if told.user_id is not None:
            announce_refresh(player_group(told.user_id), match_id)


def _concerns_both(act: Say | Switch | Heard) -> bool:
    """Who mutes or reads does so unseen."""
    return isinstance(act, Say) or (isinstance(act, Switch) and act.name == "chats")


def _say(log: OpenLog, user: User, words: Say, now: datetime) -> None:
    if any(seat.user_id is None for seat in log.seats):
        raise Refused("nobody_to_talk_to")
    if not may_talk(log.match, log.seats, now):
        raise Refused("talk_is_over")
    if words.text and not all(seat.chats for seat in log.seats):
        raise Refused("chat_is_off")
    require_together(user, log.seats[1 - seat_of(log, user.pk)].user, Refused("talk_is_over"))
    _require_measure(log.match, user, now)
    Remark.objects.create(match=log.match, user=user, phrase=words.phrase, text=words.text, at=now)


def _require_measure(match: Match, user: User, now: datetime) -> None:
    said = Remark.objects.filter(match=match, user=user)
    if said.filter(at__gt=now - timedelta(minutes=1)).count() >= MOST_A_MINUTE:
        raise Refused("talk_too_fast", most=MOST_A_MINUTE)
    if said.count() >= MOST_A_MATCH:
        raise Refused("talk_too_much", most=MOST_A_MATCH)


def _note_heard(match: Match, seat: Seat, remark: int) -> None:
    """Never backwards, and never beyond what has been said."""
    newest = match.remarks.filter(pk__lte=remark).aggregate(newest=Max("pk"))["newest"] or 0
    Seat.objects.filter(pk=seat.pk, heard__lt=newest).update(heard=newest)

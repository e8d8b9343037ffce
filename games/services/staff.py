"""What staff do to a running match. Each is a line in the action log, written in the same transaction."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from accounts.models import User
from cribsite.staff_acts import note
from games.engine.moves import Abort, Annul, Ending, Record
from games.models import Mail, Match, Seat
from games.services import letters
from games.services.errors import NoSuchMatch, Refused
from games.services.table import end_if_overdue, open_table


def match_title(match_id: str) -> str:
    """How the action log calls a match."""
    return f"match {match_id}"


def _require_others_table(seats: Iterable[Seat], by: User) -> None:
    if any(seat.user_id == by.pk for seat in seats):
        raise Refused("concerns_oneself")


@transaction.atomic
def end_by_time(match_id: str, by: User, now: datetime, why: str) -> None:
    """End a match whose time is over, as the referee would.

    Raises `NoSuchMatch`, or `Refused` where nobody's is, or where one plays oneself.
    """
    if not Match.objects.filter(pk=match_id).exists():
        raise NoSuchMatch("no_such_match")
    _require_others_table(Seat.objects.filter(match=match_id), by)
    if not end_if_overdue(match_id, now):
        raise Refused("nobody_is_overdue")
    note(by, "end_by_time", match_title(match_id), now, why)


def abort(match_id: str, by: User, now: datetime, why: str) -> None:
    """Break a running match off; it counts for nobody.

    Raises `NoSuchMatch`, `Refused` where one plays oneself, or the engine's `MoveError`.
    """
    _end(match_id, by, now, "abort", Abort(), why)


def annul(match_id: str, by: User, now: datetime, reason: str) -> None:
    """Take a running match out of the count; its players read the reason. Raises as `abort` does."""
    _end(match_id, by, now, "annul", Annul(reason), reason)


@transaction.atomic
def _end(match_id: str, by: User, now: datetime, what: str, ending: Ending, why: str) -> None:
    with open_table(match_id, now) as log:
        _require_others_table(log.seats, by)
        log.append(Record(None, ending))
    for seat in log.seats:
        if seat.user is not None and seat.user.mail_over:  # in a live game, too: nobody expects such an end
            letters.write(seat.user, Mail.Kind.OVER, now, log.match)
    note(by, what, match_title(match_id), now, why)

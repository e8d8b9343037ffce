"""A player who goes for good: nobody is left waiting at a table."""

from datetime import datetime

from django.db.models import Q

from accounts.models import User
from games.engine.ending import may_abort
from games.engine.moves import Abort, Cancel, Record, Resign
from games.models import Match
from games.services.table import open_table
from games.state import OpenLog


def leave_everything(user: User, now: datetime) -> None:
    """Take back the player's open tables, decline challenges, abort or resign running games.

    It holds for a player who is locked out, too. The order is the same for everybody, so that two who leave at once
    do not wait for each other's tables.
    """
    playing = Q(seats__user=user, status__in=(Match.State.OPEN, Match.State.ACTIVE))
    challenged = Q(invited=user, status=Match.State.OPEN)
    matches = Match.objects.filter(playing | challenged).order_by("pk").distinct()
    for match_id in list(matches.values_list("pk", flat=True)):
        with open_table(match_id, now) as log:
            if log.state.result is None:
                log.append(_way_out(log, user))


def _way_out(log: OpenLog, user: User) -> Record:
    seat = next((seat.number for seat in log.seats if seat.user_id == user.pk), 1)
    if log.match.status == Match.State.OPEN:
        return Record(seat, Cancel())
    return Record(seat, Abort() if may_abort(log.state, seat) else Resign())

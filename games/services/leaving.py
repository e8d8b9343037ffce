"""A player who goes for good: nobody is left waiting at a table."""

from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.models import User
from games.engine.ending import may_abort
from games.engine.moves import Abort, Cancel, Record, Resign
from games.models import DAY, Match
from games.services.table import open_table
from games.state import OpenLog


def leave_everything(user: User, now: datetime) -> None:
    """Take back the player's open tables, decline challenges, abort or resign running games.

    It holds for a player who is locked out, too.
    """
    _leave(user, _unfinished(user), now)


def leave_people(user: User, now: datetime) -> None:
    """The same for a player who is away for a time, but for running games in which nobody waits for nothing.

    Slow games go on under their clocks, and the computer can wait. A game with a person that has no clock is left:
    nothing else would end it, and the other would have to resign, or to wait as long as the player is away.
    """
    go_on = Q(opponent=Match.Opponent.COMPUTER) | Q(allowance__gte=DAY)
    _leave(user, _unfinished(user).exclude(go_on, status=Match.State.ACTIVE), now)


def take_back_live_tables(user: User, now: datetime) -> None:
    """Take back open tables and decline challenges, but for slow games."""
    _leave(user, _unfinished(user).filter(status=Match.State.OPEN).exclude(allowance__gte=DAY), now)


def _unfinished(user: User) -> QuerySet[Match]:
    playing = Q(seats__user=user, status__in=(Match.State.OPEN, Match.State.ACTIVE))
    challenged = Q(invited=user, status=Match.State.OPEN)
    return Match.objects.filter(playing | challenged).distinct()


def _leave(user: User, matches: QuerySet[Match], now: datetime) -> None:
    """In the same order for everybody, so that two who leave at once do not wait for each other's tables."""
    for match_id in list(matches.order_by("pk").values_list("pk", flat=True)):
        with open_table(match_id, now) as log:
            if log.state.result is None:
                log.append(_way_out(log, user))


def _way_out(log: OpenLog, user: User) -> Record:
    seat = next((seat.number for seat in log.seats if seat.user_id == user.pk), 1)
    if log.match.status == Match.State.OPEN:
        return Record(seat, Cancel())
    return Record(seat, Abort() if may_abort(log.state, seat) else Resign())

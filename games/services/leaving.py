"""A player who goes for good: nobody is left waiting at a table."""

from datetime import datetime

from accounts.models import User
from games.engine.ending import may_abort
from games.engine.moves import Abort, Cancel, Ending, Record, Resign
from games.models import Match
from games.services.table import open_table, seat_of
from games.state import OpenLog


def leave_everything(user: User, now: datetime) -> None:
    """Take back the player's open tables, decline challenges, abort or resign running games."""
    unfinished = (Match.State.OPEN, Match.State.ACTIVE)
    for match_id in list(Match.objects.filter(seats__user=user, status__in=unfinished).values_list("pk", flat=True)):
        with open_table(match_id, now) as log:
            if log.state.result is None:
                seat = seat_of(log, user.pk)
                log.append(Record(seat, _way_out(log, seat)))
    for match_id in list(user.challenges.filter(status=Match.State.OPEN).values_list("pk", flat=True)):
        with open_table(match_id, now) as log:
            if log.match.status == Match.State.OPEN:
                log.append(Record(1, Cancel()))


def _way_out(log: OpenLog, seat: int) -> Ending:
    if log.match.status == Match.State.OPEN:
        return Cancel()
    return Abort() if may_abort(log.state, seat) else Resign()

"""A player's move, however it came: by form, by socket or by a program."""

from datetime import datetime

from accounts.models import User
from games.broadcast import announce_refresh, player_group
from games.engine import codec
from games.engine.legality import decision
from games.models import MoveRecord
from games.protocol import Submission
from games.services import clocks
from games.services.errors import MoveIdReused, StaleDecision
from games.services.planned import forget_plan
from games.services.table import append_move, open_table, seat_of, with_seed
from games.state import OpenLog, next_show


def submit_move(match_id: str, user: User, submission: Submission, now: datetime) -> None:
    """Make the move, once. The same move id again changes nothing.

    Raises `NoSuchMatch`, `Forbidden`, `StaleDecision`, `MoveIdReused` or an error of the engine: then this
    move changed nothing.
    """
    with open_table(match_id, now) as log:
        seat = seat_of(log, user.pk)
        if not _is_repeated(log, seat, submission):
            _append(log, seat, submission)


def _is_repeated(log: OpenLog, seat: int, submission: Submission) -> bool:
    row = MoveRecord.objects.filter(match=log.match, seat=seat, move_id=submission.move_id).first()
    if row is None:
        return False
    move = with_seed(log, seat, submission.move)
    if (row.kind, row.data, row.decision) != (move.kind, codec.encode(move), submission.decision):
        raise MoveIdReused("move_id_reused")
    return True


def _append(log: OpenLog, seat: int, submission: Submission) -> None:
    token = decision(log.state, seat)
    if token is not None and submission.decision != token:
        raise StaleDecision("stale_decision")
    append_move(log, seat, submission.move, move_id=submission.move_id)
    forget_plan(log, seat)


def go_on(match_id: str, user: User, ply: int, now: datetime) -> None:
    """The player has read the show of `ply` and goes on; nobody else waits for it."""
    with open_table(match_id, now) as log:
        seat = log.seats[seat_of(log, user.pk)]
        if not seat.read_ply < ply <= log.state.ply:
            return
        seat.read_ply = ply
        if next_show(log.match, after=ply) is None:
            clocks.start_now(log.match, seat, now)
        seat.save(update_fields=["read_ply", "starts_at", "deadline"])
    announce_refresh(player_group(user.pk), match_id)

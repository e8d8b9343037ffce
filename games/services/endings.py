"""How players end a match otherwise than at the game hole, and how they begin the next one."""

from datetime import datetime

from django.db import transaction

from accounts.conduct.standing import is_shut_out
from accounts.models import User
from games.engine.legality import seats_to_move
from games.engine.moves import Abandon, Abort, Agree, CallOff, Ending, Join, Record, Resign
from games.models import Match, Seat
from games.presence import absence_of, is_here
from games.services.errors import Refused
from games.services.lobby import begin, require_live_games, require_no_maintenance, take_free_seat
from games.services.players import lock_with, require_together
from games.services.table import open_table, seat_of, settle
from games.state import OpenLog


def resign(match_id: str, user: User, now: datetime) -> None:
    """Give the game to the opponent. Raises `NoSuchMatch`, `Forbidden` or the engine's `MoveError`."""
    _end(match_id, user, Resign(), now)


def abort(match_id: str, user: User, now: datetime) -> None:
    """Leave before one's first discard; the match counts for nothing."""
    _end(match_id, user, Abort(), now)


def agree(match_id: str, user: User, now: datetime) -> None:
    """Offer to call the match off, or accept that offer; from an opponent who is gone nobody waits for an answer."""
    with open_table(match_id, now) as log:
        seat = seat_of(log, user.pk)
        if log.state.result is None and not _against_claim(log, seat):
            log.append(Record(1 - seat, CallOff()))
        elif not log.state.agreed[seat]:
            log.append(Record(seat, Agree()))
            _agree_as_computer(log, 1 - seat)


def _agree_as_computer(log: OpenLog, seat: int) -> None:
    """A computer player agrees unless it is ahead."""
    is_ahead = log.state.scores[seat] > log.state.scores[1 - seat]
    if log.seats[seat].computer and log.state.result is None and not is_ahead:
        log.append(Record(seat, Agree()))


def _end(match_id: str, user: User, ending: Ending, now: datetime) -> None:
    with open_table(match_id, now) as log:
        log.append(Record(seat_of(log, user.pk), ending))


def claim(match_id: str, user: User, now: datetime) -> None:
    """Claim the game because the opponent's time is over, or because the opponent is gone and so is the countdown.

    Raises `Refused` while neither is so.
    """
    with open_table(match_id, now) as log:
        seat = seat_of(log, user.pk)
        if log.state.result is None:
            refusal = _against_claim(log, seat)
            if refusal is not None:
                raise refusal
            log.append(Record(1 - seat, Abandon()))


def _against_claim(log: OpenLog, seat: int) -> Refused | None:
    """Why the player of `seat` may not claim the game from an opponent who is gone; None where that may be."""
    absence = absence_of(log.match, log.seats, 1 - seat, log.now)
    if absence is None:
        is_back = is_here(log.match, log.seats, 1 - seat, log.now)
        return Refused("opponent_is_here") if is_back else Refused("time_is_not_over")
    if absence.until > log.now:
        return Refused("countdown_is_not_over")
    return None if 1 - seat in seats_to_move(log.state) else Refused("not_at_opponents_turn")


@transaction.atomic
def rematch(match_id: str, user: User, now: datetime) -> Match:
    """Offer another game on the same terms, or accept that offer; the new match.

    The first deal goes to the player who did not have it. A computer player accepts at once.
    """
    other = Seat.objects.filter(match=match_id).exclude(user=user).values_list("user", flat=True).first()
    player, _other = lock_with(user, other, now)
    with open_table(match_id, now) as old:
        seat = seat_of(old, user.pk)
        if old.state.result is None:
            raise Refused("match_is_not_over")
        require_together(user, old.seats[1 - seat].user, Refused("takes_no_challenges"))
        waiting = old.match.rematches.exclude(status__in=(Match.State.CANCELLED, Match.State.EXPIRED)).first()
        if waiting is None or waiting.status == Match.State.OPEN:
            require_no_maintenance()
        if waiting is None:
            _require_live_games(old.match, player, now)
            return _offer_rematch(old, seat, now)
        if waiting.status == Match.State.OPEN and waiting.invited_id == user.pk:
            _require_live_games(old.match, player, now)
            with open_table(waiting.pk, now) as log:
                take_free_seat(log, user)
        return waiting


def _require_live_games(old: Match, player: User, now: datetime) -> None:
    if not old.is_slow and old.opponent != Match.Opponent.COMPUTER:
        require_live_games(player, now)


def _offer_rematch(old: OpenLog, seat: int, now: datetime) -> Match:
    other = old.seats[1 - seat]
    if not other.is_taken:
        raise Refused("opponent_is_gone")
    if other.user is not None and is_shut_out(other.user, now):
        raise Refused("takes_no_challenges")
    before = old.match
    match = Match(
        opponent=Match.Opponent.COMPUTER if other.computer else Match.Opponent.NAMED,
        invited=other.user,
        target=before.target,
        count_mode=before.count_mode,
        automatic_moves=before.automatic_moves,
        allowance=before.allowance,
        bank=before.bank,
        allows_vacation=before.allows_vacation,
        rematch_of=before,
        first_dealer=_first_dealer_of_rematch(old, seat),
    )
    log = begin(match, old.seats[seat].user, other.computer, now)
    if other.computer:
        log.append(Record(1, Join()))
    settle(log)
    return match


def _first_dealer_of_rematch(old: OpenLog, creator: int) -> int | None:
    """By seat of the new match, whose seat 0 is the creator's; None where there never was a first deal."""
    if old.state.first_dealer is None:
        return None
    return 1 if old.state.first_dealer == creator else 0

"""Every change to a match goes through here: lock, change, let server and computer carry on, save, announce."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts.conduct.standing import require_access
from games import computer, deals
from games.broadcast import (
    announce_lobby,
    announce_refresh,
    announce_started,
    announce_table,
    table_group,
)
from games.engine.game import Due, deck_number, due, server_record
from games.engine.legality import decision, seats_to_move
from games.engine.moves import Cut, Expire, Move, Record
from games.engine.state import Status
from games.engine.views import view_for
from games.models import OPEN_FOR, Match, Seat
from games.protocol import plain_move_id
from games.services import clocks, letters
from games.services.errors import Forbidden, NoSuchMatch
from games.services.planned import Plans, keep_plans, plans_at, take_card
from games.services.statistics import keep_statistics
from games.state import OpenLog

logger = logging.getLogger(__name__)

OF_THE_PLAYERS = (Due.GO, Due.LAST_CARD)


@contextmanager
def open_table(match_id: str, now: datetime) -> Iterator[OpenLog]:
    """The log of a match, locked. What the caller appends is stored and announced when the block ends.

    A deadline that has passed ends the match before the caller sees it. Raises `NoSuchMatch`.
    """
    end_if_overdue(match_id, now)
    with _locked(match_id, now) as log:
        yield log


def end_if_overdue(match_id: str, now: datetime) -> bool:
    """End the match if a deadline has passed, whoever is looking; whether it had."""
    if not Seat.objects.filter(match_id=match_id, deadline__lte=now).exists():
        return False
    with _locked(match_id, now) as log:
        late = clocks.time_over(log)
        if late is not None:
            log.append(late)
    return late is not None


def expire_if_old(match_id: str, now: datetime) -> bool:
    """Close an open table that nobody joined in 30 days; whether it was one still."""
    with _locked(match_id, now) as log:
        is_old = log.match.status == Status.OPEN and log.match.created_at <= now - OPEN_FOR
        if is_old:
            log.append(Record(None, Expire()))
    return is_old


@contextmanager
def _locked(match_id: str, now: datetime) -> Iterator[OpenLog]:
    with transaction.atomic():
        match = Match.objects.select_for_update().filter(pk=match_id).first()
        if match is None:
            raise NoSuchMatch("no_such_match")
        log = OpenLog(match, now)
        yield log
        if log.rows:
            settle(log)


def settle(log: OpenLog) -> None:
    """Let server and computer carry on, wind the clocks, save, and announce once committed."""
    was_open = log.match.status == Status.OPEN
    plans = plans_at(log)
    _carry_on(log, plans)
    keep_plans(log, plans)
    clocks.wind(log)
    decisions_before = [seat.decision for seat in log.seats]
    log.save()
    if log.state.result is not None:
        keep_statistics(log.match)
    letters.tell_players(log, decisions_before)
    players = {log.match.invited_id, *(seat.user_id for seat in log.seats)}
    announce_table(log.match.id, log.state.ply, players)
    if log.match.rematch_of_id is not None:
        announce_refresh(table_group(log.match.rematch_of_id), log.match.rematch_of_id)
    if was_open and log.match.status != Status.OPEN:
        announce_lobby()
        if log.match.status == Match.State.ACTIVE and not log.seats[1].computer:
            announce_started(log.seats[0].user_id, log.match.id)
    if log.state.result is not None:
        logger.info("match %s ended by %s", log.match.id, log.state.result.reason)


def _carry_on(log: OpenLog, plans: Plans) -> None:
    """Append what the server owes, what computer players answer and what was planned, until a person has to decide."""
    says_go = _who_has_go_said(log.seats)
    while log.state.result is None:
        step = due(log.state, says_go)
        if step is not None:
            _append_due(log, step)
        elif not _answer_as_computer(log) and not _answer_as_planned(log, plans):
            return


def _who_has_go_said(seats: list[Seat]) -> tuple[bool, bool]:
    first, second = (seat.user is not None and seat.user.says_go_for_me for seat in seats)
    return first, second


def _append_due(log: OpenLog, step: Due) -> None:
    number = deck_number(log.state, step)
    first, second = log.state.seeds
    pack = deals.deck(log.match, (first or "", second or ""), number) if number is not None else ()
    record = server_record(log.state, step, pack)
    token = decision(log.state, record.seat) if step in OF_THE_PLAYERS and record.seat is not None else None
    log.append(record, automatic=step in OF_THE_PLAYERS, decision=token or "")


def _answer_as_computer(log: OpenLog) -> bool:
    """Append the move of a computer player that has to decide; False if none has."""
    for number in seats_to_move(log.state):
        level = log.seats[number].computer
        if level:
            dice = deals.dice(log.match, log.state.ply)
            move = computer.choose(level, view_for(log.state, number), dice)
            append_move(log, number, move)
            return True
    return False


def _answer_as_planned(log: OpenLog, plans: Plans) -> bool:
    """Append the card that a plan has for this turn, as if its player had sent it by the form; False if none has."""
    for number in seats_to_move(log.state):
        card = take_card(plans[number], view_for(log.state, number)) if number in plans else None
        if card is not None:
            move_id = plain_move_id(decision(log.state, number) or "", card)
            append_move(log, number, card, move_id)
            return True
    return False


def append_move(log: OpenLog, seat: int, move: Move, move_id: UUID | None = None) -> None:
    """Append a seat's move, with the decision that it answers. Raises the engine's `MoveError`."""
    record = Record(seat, with_seed(log, seat, move))
    log.append(record, decision=decision(log.state, seat) or "", move_id=move_id)


def with_seed(log: OpenLog, seat: int, move: Move) -> Move:
    """The move itself; a cut that brings no seed gets the one that the commitment fixes."""
    return Cut(deals.seat_seed(log.match, seat, move.seed)) if isinstance(move, Cut) else move


def seat_of(log: OpenLog, user_id: int | None) -> int:
    """The seat of a player at this table; raises `Forbidden` for anybody else, and for whoever is shut out."""
    for seat in log.seats:
        if seat.user is not None and seat.user.pk == user_id and seat.user.is_active:
            require_access(seat.user, log.now)
            return seat.number
    raise Forbidden("not_your_table")

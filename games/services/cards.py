"""Keeps the totals of all cards of matches that are over, however they ended. A running match is never in them.

A match is counted in the transaction that marks it as counted, under the lock of the site's one row: so two referees
count none twice, and a match from before there were totals is counted like any other.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.card_counts import CardCount, Fortune, Seen, count_cards
from games.models import CardTotals, LevelTotals, Match, PlayerLuck, Seat
from games.services.statistics import COUNTED
from games.statistics import Tally, tallies

logger = logging.getLogger(__name__)

BATCH = 200  # matches a sweep
SITE = 1  # the one row of `CardTotals`
TALLIED = ("deals_as_dealer", "hands_as_dealer", "cribs", "deals_as_pone", "hands_as_pone")
FORTUNE = [field.name for field in fields(Fortune)]
UNCOUNTED = Match.objects.filter(cards_counted=False, ended_at__isnull=False)


@dataclass(frozen=True)
class Counted:
    """What the log of one match says; `pair` is None where hands and skunks count for nobody."""

    match: Match
    cards: CardCount
    pair: tuple[Tally, Tally] | None


def keep_totals(now: datetime) -> int:
    """Count a batch of the matches that are over and were not counted yet; how many this call counted.

    Logs are read before the lock is taken, so that a move never waits for them.
    """
    waiting = list(UNCOUNTED.order_by("ended_at").defer("snapshot")[:BATCH])
    return _add({match.pk: _count(match) for match in waiting}, now) if waiting else 0


@transaction.atomic
def forget_totals() -> None:
    """Empty all totals; every match that is over is to be counted again."""
    _locked_totals()
    CardTotals(pk=SITE).save(force_update=True)
    for model in (LevelTotals, PlayerLuck):
        model.objects.all().delete()
    Match.objects.filter(cards_counted=True).update(cards_counted=False)


def _count(match: Match) -> Counted | None:
    """None for a match whose log cannot be read: it is logged, left out, and holds up no other."""
    rows = list(match.records.order_by("ply"))
    try:
        return Counted(match, count_cards(rows), tallies(rows) if match.status in COUNTED else None)
    except Exception:
        logger.exception("the cards of match %s cannot be counted", match.pk)
        return None


@transaction.atomic
def _add(read: dict[str, Counted | None], now: datetime) -> int:
    totals = _locked_totals()
    left = set(UNCOUNTED.filter(pk__in=read).values_list("pk", flat=True))  # but for what another referee counted
    counted = [one for match_id, one in read.items() if one is not None and match_id in left]
    seats = _locked_seats([one.match.pk for one in counted])
    _add_cards(totals, counted, now)
    _add_levels(counted, seats)
    _add_fortunes({one.match.pk: one.cards for one in counted}, seats)
    return Match.objects.filter(pk__in=left).update(cards_counted=True)


def _locked_totals() -> CardTotals:
    CardTotals.objects.get_or_create(pk=SITE)
    return CardTotals.objects.select_for_update().get(pk=SITE)


def _locked_seats(match_ids: list[str]) -> list[Seat]:
    """The seats, while nobody at them can delete the account."""
    players = User.objects.filter(seats__match__in=match_ids).values("pk")
    list(User.objects.select_for_update(no_key=True).filter(pk__in=players).order_by("pk"))
    return list(Seat.objects.filter(match__in=match_ids))


def _add_cards(totals: CardTotals, counted: Iterable[Counted], now: datetime) -> None:
    dealt = Seen(totals.dealt_ranks, totals.dealt_suits)
    starters = Seen(totals.starter_ranks, totals.starter_suits)
    for one in counted:
        totals.deals += one.cards.deals
        totals.best += one.cards.best
        totals.best_squares += one.cards.best_squares
        dealt.join(one.cards.dealt)
        starters.join(one.cards.starters)
    totals.counted_at = now
    totals.save()


def _add_levels(counted: Iterable[Counted], seats: Iterable[Seat]) -> None:
    """Whoever has deleted the account since is one of the people still."""
    level_of = {(seat.match_id, seat.number): seat.computer for seat in seats}
    rows = LevelTotals.objects.in_bulk()
    for one in counted:
        for number, tally in enumerate(one.pair or ()):
            level = level_of[one.match.pk, number]
            _add_tally(rows.setdefault(level, LevelTotals(level=level)), one.match, number, tally)
    for row in rows.values():
        row.save()


def _add_tally(row: LevelTotals, match: Match, number: int, tally: Tally) -> None:
    for name in TALLIED:
        setattr(row, name, getattr(row, name) + getattr(tally, name))
    if match.winner == number:
        row.wins += 1
        row.skunks += match.skunk > 0


def _add_fortunes(cards: dict[str, CardCount], seats: list[Seat]) -> None:
    players = {seat.user_id for seat in seats if seat.user_id is not None}
    rows = {user_id: PlayerLuck(user_id=user_id) for user_id in players} | PlayerLuck.objects.in_bulk(players)
    for seat in seats:
        if seat.user_id is not None:
            _add_fortune(rows[seat.user_id], cards[seat.match_id].fortunes[seat.number])
    PlayerLuck.objects.bulk_create(rows.values(), update_conflicts=True, unique_fields=["user"], update_fields=FORTUNE)


def _add_fortune(row: PlayerLuck, fortune: Fortune) -> None:
    for name in FORTUNE:
        setattr(row, name, getattr(row, name) + getattr(fortune, name))

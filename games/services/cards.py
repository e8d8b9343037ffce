"""Keeps the totals of all cards of matches that are over, however they ended. A running match is never in them.

A match is counted in the transaction that marks it as counted, under the lock of the site's one row: so two referees
count none twice, and a match from before there were totals is counted like any other.
"""

import logging
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, fields
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


@dataclass
class Totals:
    """Rows to add to: the site's one, those of levels of play by their key, those of players by theirs.

    Whoever has deleted the account since the match is one of the people still, and has no row.
    """

    site: CardTotals = field(default_factory=lambda: CardTotals(pk=SITE))
    levels: dict[str, LevelTotals] = field(default_factory=dict)
    players: dict[int, PlayerLuck] = field(default_factory=dict)

    def add(self, one: Counted, seats: Iterable[Seat]) -> None:
        """The cards of one match, at which these sat."""
        _add_cards(self.site, one.cards)
        for seat in seats:
            if one.pair is not None:
                level = self.levels.setdefault(seat.computer, LevelTotals(level=seat.computer))
                _add_tally(level, one.match, seat.number, one.pair[seat.number])
            if seat.user_id is not None:
                player = self.players.setdefault(seat.user_id, PlayerLuck(user_id=seat.user_id))
                _add_fortune(player, one.cards.fortunes[seat.number])


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


@transaction.atomic
def stored_totals() -> tuple[Totals, list[str]]:
    """What is kept at one moment, and the ids of the matches that are in it."""
    kept = Totals(_locked_totals(), LevelTotals.objects.in_bulk(), PlayerLuck.objects.in_bulk())
    return kept, list(Match.objects.filter(cards_counted=True).values_list("pk", flat=True))


def totals_of(match_ids: Sequence[str]) -> Totals:
    """What the logs of these matches say together, stored nowhere."""
    totals = Totals()
    for start in range(0, len(match_ids), BATCH):
        matches = Match.objects.defer("snapshot").in_bulk(match_ids[start : start + BATCH])
        seats = _seats(matches)
        for match_id, match in matches.items():
            if (one := _count(match)) is not None:
                totals.add(one, seats[match_id])
    return totals


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
    site = _locked_totals()
    left = set(UNCOUNTED.filter(pk__in=read).values_list("pk", flat=True))  # but for what another referee counted
    seats = _locked_seats(left)
    players = {seat.user_id for match_seats in seats.values() for seat in match_seats if seat.user_id is not None}
    totals = Totals(site, LevelTotals.objects.in_bulk(), PlayerLuck.objects.in_bulk(players))
    for match_id, one in read.items():
        if one is not None and match_id in left:
            totals.add(one, seats[match_id])
    _store(totals, now)
    return Match.objects.filter(pk__in=left).update(cards_counted=True)


def _locked_totals() -> CardTotals:
    CardTotals.objects.get_or_create(pk=SITE)
    return CardTotals.objects.select_for_update().get(pk=SITE)


def _locked_seats(match_ids: Collection[str]) -> dict[str, list[Seat]]:
    """The seats by match, while nobody at them can delete the account."""
    players = User.objects.filter(seats__match__in=match_ids).values("pk")
    list(User.objects.select_for_update(no_key=True).filter(pk__in=players).order_by("pk"))
    return _seats(match_ids)


def _seats(match_ids: Collection[str]) -> dict[str, list[Seat]]:
    found: dict[str, list[Seat]] = {match_id: [] for match_id in match_ids}
    for seat in Seat.objects.filter(match__in=match_ids):
        found[seat.match_id].append(seat)
    return found


def _store(totals: Totals, now: datetime) -> None:
    totals.site.counted_at = now
    totals.site.save()
    for row in totals.levels.values():
        row.save()
    PlayerLuck.objects.bulk_create(
        totals.players.values(), update_conflicts=True, unique_fields=["user"], update_fields=FORTUNE
    )


def _add_cards(site: CardTotals, cards: CardCount) -> None:
    site.deals += cards.deals
    site.best += cards.best
    site.best_squares += cards.best_squares
    Seen(site.dealt_ranks, site.dealt_suits).join(cards.dealt)
    Seen(site.starter_ranks, site.starter_suits).join(cards.starters)


def _add_tally(row: LevelTotals, match: Match, number: int, tally: Tally) -> None:
    for name in TALLIED:
        setattr(row, name, getattr(row, name) + getattr(tally, name))
    if match.winner == number:
        row.wins += 1
        row.skunks += match.skunk > 0


def _add_fortune(row: PlayerLuck, fortune: Fortune) -> None:
    for name in FORTUNE:
        setattr(row, name, getattr(row, name) + getattr(fortune, name))

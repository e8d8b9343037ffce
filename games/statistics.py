"""What the log of one match says of its two players, in figures."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from statistics import median

from games.engine.events import Event, PointsEvent, SeatEvent, ShowEvent
from games.engine.state import SEATS
from games.models import MoveRecord
from games.state import events_of

LEAVING = ("time", "abandonment", "call_off", "abort")
KINDS_OF_THE_PLAY = ("starter", "play", "go")  # his heels are pegged like points in the play
ANSWERS = ("discard", "play", "go", "count", "muggins", "pass")


@dataclass
class Tally:
    """One seat's figures. Sums are over the deals that were counted to the end, hands and cribs at their full worth.

    `dealt_first` is None where no card was dealt; `has_left`: by abort, by running out of time, by going away;
    `best_hand` and the ply it was counted at are None where none was; `answer_seconds` is the median over the seat's
    own moves.
    """

    dealt_first: bool | None = None
    has_left: bool = False
    deals_as_dealer: int = 0
    hands_as_dealer: int = 0
    cribs: int = 0
    pegged_as_dealer: int = 0
    deals_as_pone: int = 0
    hands_as_pone: int = 0
    pegged_as_pone: int = 0
    best_hand: int | None = None
    best_hand_ply: int | None = None
    answer_seconds: float | None = None


@dataclass(frozen=True)
class Entry:
    """A record of the log with its events, read."""

    row: MoveRecord
    events: tuple[Event, ...]


def tallies(rows: Iterable[MoveRecord]) -> tuple[Tally, Tally]:
    """The figures of both seats, from the whole log of a match in its order."""
    told = [Entry(row, events_of(row)) for row in rows]
    pair = Tally(), Tally()
    for number, deal in groupby(told, lambda one: one.row.deal):
        if number:
            _count_deal(pair, number, list(deal))
    for seat, tally in zip(SEATS, pair, strict=True):
        tally.has_left = any(_leaves(event, seat) for one in told for event in one.events)
        answers = [seconds for number, seconds in _answers([one.row for one in told]) if number == seat]
        tally.answer_seconds = median(answers) if answers else None
    return pair


def _leaves(event: Event, seat: int) -> bool:
    return isinstance(event, SeatEvent) and event.kind in LEAVING and event.seat == seat


def _count_deal(pair: tuple[Tally, Tally], number: int, deal: Sequence[Entry]) -> None:
    dealer = int(deal[0].row.events[0]["dealer"])
    if number == 1:
        for seat in SEATS:
            pair[seat].dealt_first = seat == dealer
    shows = [(one.row.ply, event) for one in deal for event in one.events if isinstance(event, ShowEvent)]
    for ply, show in shows:
        if show.what == "hand":
            _keep_best(pair[show.seat], show.points, ply)
    if any(show.what == "crib" for _ply, show in shows):
        _add_deal(pair[dealer], pair[1 - dealer], dealer, [show for _ply, show in shows], _pegged(deal))


def _keep_best(tally: Tally, points: int, ply: int) -> None:
    if tally.best_hand is None or points > tally.best_hand:
        tally.best_hand, tally.best_hand_ply = points, ply


def _pegged(deal: Sequence[Entry]) -> tuple[int, int]:
    """By seat, before the show."""
    pegged = [0, 0]
    for one in deal:
        for event in one.events:
            if one.row.kind in KINDS_OF_THE_PLAY and isinstance(event, PointsEvent):
                pegged[event.seat] += event.pegged
    return pegged[0], pegged[1]


def _add_deal(dealers: Tally, pones: Tally, dealer: int, shows: Sequence[ShowEvent], pegged: tuple[int, int]) -> None:
    dealers.deals_as_dealer += 1
    pones.deals_as_pone += 1
    dealers.pegged_as_dealer += pegged[dealer]
    pones.pegged_as_pone += pegged[1 - dealer]
    for show in shows:
        if show.what == "crib":
            dealers.cribs += show.points
        elif show.seat == dealer:
            dealers.hands_as_dealer += show.points
        else:
            pones.hands_as_pone += show.points


def _answers(rows: Iterable[MoveRecord]) -> Iterable[tuple[int, float]]:
    """Each move that a player made, by seat, with the seconds since it was to be made.

    Discards wait for both players from the deal on, anything else for the record before it.
    """
    since: datetime | None = None
    dealt: datetime | None = None
    for row in rows:
        asked = dealt if row.kind == "discard" else since
        if row.kind in ANSWERS and row.seat is not None and not row.automatic and asked is not None:
            yield row.seat, (row.at - asked).total_seconds()
        if row.kind == "deal":
            dealt = row.at
        if row.kind != "agreement":  # an offer in between changes nobody's turn
            since = row.at

"""From a match to what one reader's page shows: frames of regions, each of one ply."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any

from django.utils import timezone, translation

from games.compact import render_compact
from games.engine.game import apply
from games.engine.state import State
from games.match_json import event_json
from games.models import Match, MoveRecord
from games.presence import Absence
from games.selectors import find_match, may_see, plan_of, records_of_deals, records_to_tell, remarks_for
from games.services.errors import Forbidden, NoSuchMatch
from games.state import load, next_show, record_of, redacted_events, shows, state_at
from games.table_builder import Look, build_table
from games.tables import TableView, Told
from games.words import seat_name, sentences

REGIONS = ("title", "far", "count", "pile", "board", "corner", "near", "mine", "show", "talk", "log", "menu")
MOST_FRAMES = 16  # a page that is further behind gets the present table at once


@dataclass(frozen=True)
class Frame:
    """One drawing of the table: its regions, and the events that led from the ply before to it.

    `since` is the ply that the page must show for the events to be told; None means the whole table anew.
    """

    since: int | None
    table: TableView
    events: list[dict[str, Any]]
    html: dict[str, str]


def render_regions(table: TableView) -> dict[str, str]:
    """Every region's inner HTML."""
    return {name: render_compact(f"table/regions/{name}.html", {"table": table}) for name in REGIONS}


@dataclass(frozen=True)
class Sight:
    """Who looks (a seat, or None for a watcher), when, and whether the opponent is known to be gone."""

    reader: int | None
    now: datetime
    absence: Absence | None = None


def present_frame(match: Match, reader: int | None, now: datetime, absence: Absence | None = None) -> Frame:
    """The whole table as the reader's page has to show it: at the first show not yet read, else at present."""
    return _frame_at(match, stopping_ply(match, reader), Sight(reader, now, absence), None)


def _frame_at(match: Match, ply: int, sight: Sight, since: int | None) -> Frame:
    state = state_at(match, ply)
    return _frame(match, state, records_of_deals(match, state.deal, ply), sight, since)


@dataclass(frozen=True)
class Update:
    """The frames that a page lacks, and the ply that the match had when they were drawn."""

    ply: int
    frames: list[Frame]


def update_since(
    match_id: str, shown: int | None, reader: int | None, language: str, now: datetime, absence: Absence | None = None
) -> Update:
    """What a page that shows ply `shown` has to show next, ply by ply; `absence` is what it knows of the opponent.

    Raises `NoSuchMatch`, and `Forbidden` for a watcher of a match that is over and its players' alone.
    """
    match = find_match(match_id)
    if match is None:
        raise NoSuchMatch("no_such_match")
    if reader is None and match.ended_at is not None and not may_see(match, None):
        raise Forbidden("not_your_table")
    with translation.override(language), timezone.override(time_zone_of(match, reader)):
        stop, sight = stopping_ply(match, reader), Sight(reader, now, absence)
        if shown is None or not 0 <= stop - shown <= MOST_FRAMES:
            return Update(match.ply, [_frame_at(match, stop, sight, None)])
        if shown == stop:
            return Update(match.ply, [_frame_at(match, stop, sight, stop)])
        return Update(match.ply, list(_frames(match, shown, stop, sight)))


def time_zone_of(match: Match, reader: int | None) -> tzinfo | None:
    """Where the reader is, as far as the site knows."""
    user = match.seats.all()[reader].user if reader is not None else None
    return user.zone if user else None


def stopping_ply(match: Match, reader: int | None) -> int:
    """The ply that a page stops at: a seat reads each show before it goes on; a watcher follows the match."""
    if reader is None:
        return match.ply
    unread = next_show(match, after=match.seats.all()[reader].read_ply)
    return match.ply if unread is None else unread


def _frames(match: Match, shown: int, stop: int, sight: Sight) -> Iterator[Frame]:
    log = records_to_tell(match, shown, stop)
    new = [row for row in log if row.ply > shown]
    for row, state in zip(new, _states(match, new), strict=True):
        rows = [earlier for earlier in log if earlier.deal >= row.deal and earlier.ply <= row.ply]
        yield _frame(match, state, rows, sight, row.ply - 1)


def _states(match: Match, rows: list[MoveRecord]) -> Iterator[State]:
    """The position after each of the rows; the last one is at hand where it is the present."""
    if len(rows) == 1 and rows[0].ply == match.ply:
        yield load(match)
        return
    state = state_at(match, rows[0].ply - 1)
    for row in rows:
        state, _events = apply(state, record_of(row))
        yield state


def _told(match: Match, row: MoveRecord, reader: int | None) -> list[dict[str, Any]]:
    """The events of a record as the API names them, with the sentence to speak."""
    names = [seat_name(seat) for seat in match.seats.all()]
    told = redacted_events(match, row, reader)
    texts = sentences(told, names, row.automatic)
    return [event_json(row, event) | {"text": text} for event, text in zip(told, texts, strict=True)]


def _frame(match: Match, state: State, rows: list[MoveRecord], sight: Sight, since: int | None) -> Frame:
    """`rows` are the records of this deal up to this ply; the last one is told to a page that shows the ply before."""
    reader = sight.reader
    look = Look(
        match=match,
        state=state,
        reader=reader,
        events=[Told(row.ply, redacted_events(match, row, reader), row.automatic) for row in rows],
        is_present=state.ply == match.ply,
        is_show=_is_unread_show(match, reader, rows, state.ply),
        now=sight.now,
        rematch=_rematch(match) if state.result is not None else None,
        plan=plan_of(match, reader) if state.ply == match.ply else None,
        remarks=remarks_for(match, reader),
        absence=sight.absence,
    )
    table = build_table(look)
    events = _told(match, rows[-1], reader) if since is not None and since < state.ply else []
    return Frame(since, table, events, render_regions(table))


def _is_unread_show(match: Match, reader: int | None, rows: list[MoveRecord], ply: int) -> bool:
    """Whether a hand that was settled at this ply lies open still: a watcher has it until the next ply."""
    if not rows or rows[-1].ply != ply or not shows(rows[-1]):
        return False
    return reader is None or match.seats.all()[reader].read_ply < ply


def _rematch(match: Match) -> Match | None:
    return match.rematches.exclude(status__in=(Match.State.CANCELLED, Match.State.EXPIRED)).first()

"""Reading the log and writing it: the only module that does."""

import logging
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from games import deals
from games.engine import codec
from games.engine.events import Event
from games.engine.game import apply, fold
from games.engine.legality import decision
from games.engine.moves import Count, Muggins, Pass, Record, Show
from games.engine.state import State, start
from games.engine.views import redact
from games.models import Match, MoveRecord, Seat

logger = logging.getLogger(__name__)

KINDS_THAT_SETTLE = [act.kind for act in (Show, Count, Muggins, Pass)]


def load(match: Match) -> State:
    """The present position, from the snapshot."""
    return codec.state_from(match.snapshot)


def record_of(row: MoveRecord) -> Record:
    return Record(row.seat, codec.act_from(row.kind, row.data))


def state_at(match: Match, ply: int) -> State:
    """The position after `ply` records, from the log."""
    if ply == match.ply:
        return load(match)
    rows = match.records.filter(ply__lte=ply).order_by("ply")
    return fold(match.engine_settings, map(record_of, rows))


def events_of(row: MoveRecord) -> tuple[Event, ...]:
    return tuple(map(codec.event_from, row.events))


def redacted_events(match: Match, row: MoveRecord, reader: int | None) -> tuple[Event, ...]:
    """The events of a record as a reader (a seat, or None for a watcher) may know them."""
    is_over = match.ended_at is not None
    return tuple(redact(event, reader, is_over) for event in events_of(row))


def next_show(match: Match, after: int) -> int | None:
    """The ply at which the first hand or crib later than `after` was settled."""
    rows = match.records.filter(ply__gt=after, kind__in=KINDS_THAT_SETTLE).order_by("ply")
    return next((row.ply for row in rows if shows(row)), None)


def shows(row: MoveRecord) -> bool:
    """Whether a hand or crib was settled by this record."""
    return any(event["kind"] == "show" for event in row.events)


def open_snapshot(match: Match) -> None:
    """Give a new match its first position."""
    match.snapshot = codec.encode(start(match.engine_settings))


def _opened_seed(match: Match) -> str:
    """The server's seed in clear. A match can be ended even where its key is absent, only not opened."""
    try:
        return deals.server_seed(match).hex()
    except deals.DealKeyMissing as error:
        logger.error("match %s cannot be opened: the deal key %s is absent", match.id, error.params["key_id"])
        return ""


@dataclass
class OpenLog:
    """The log of one locked match, open for writing in a transaction: `append`, then `save` once."""

    match: Match
    now: datetime
    seats: list[Seat] = field(init=False)
    state: State = field(init=False)
    rows: list[MoveRecord] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.seats = list(self.match.seats.select_related("user").order_by("number"))
        self.state = load(self.match)

    def append(
        self, record: Record, *, automatic: bool = False, decision: str = "", move_id: UUID | None = None
    ) -> None:
        """Apply a record and keep it for `save`. Raises the engine's `MoveError` and changes nothing."""
        self.state, events = apply(self.state, record)
        row = MoveRecord(
            match=self.match,
            ply=self.state.ply,
            deal=self.state.deal,
            seat=record.seat,
            kind=record.act.kind,
            data=codec.encode(record.act),
            events=[codec.event_to(event) for event in events],
            automatic=automatic,
            decision=decision,
            move_id=move_id,
            at=self.now,
        )
        self.rows.append(row)

    @property
    def showed(self) -> bool:
        """Whether a hand or crib was settled since the log was opened."""
        return any(map(shows, self.rows))

    def save(self) -> None:
        """Write the new records, and what match and seats repeat of the position."""
        MoveRecord.objects.bulk_create(self.rows)
        self._update_match()
        for seat in self.seats:
            seat.score = self.state.scores[seat.number]
            seat.decision = decision(self.state, seat.number) or ""
            seat.ended_at = self.match.ended_at
            seat.save()
        self.rows = []

    def _update_match(self) -> None:
        match, result = self.match, self.state.result
        match.ply = self.state.ply
        match.status = self.state.status
        match.snapshot = codec.encode(self.state)
        if result is not None:
            match.ended_at = self.now
            match.winner, match.reason, match.skunk = result.winner, result.reason, result.skunk
            match.server_seed = _opened_seed(match)
        match.save()

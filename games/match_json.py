"""A match as the JSON API tells it to one reader: what the engine's view says, and what the engine does not know."""

from datetime import datetime
from typing import Any

from games.engine import codec
from games.engine.events import Event
from games.engine.views import view_for
from games.models import Match, MoveRecord, Seat
from games.presence import Absence
from games.selectors import records_after, seat_number
from games.state import load, redacted_events
from games.words import COMPUTERS

Json = dict[str, Any]


def view_json(match: Match, user_id: int | None, after: int = 0, absence: Absence | None = None) -> Json:
    """The match as this player, or a watcher, may know it; events later than ply `after` only.

    `absence` is that of the reader's opponent, told only where there is one.
    """
    reader = seat_number(match, user_id)
    gone = {"absence": {"until": moment(absence.until)}} if absence else {}
    return _about_match(match, reader) | gone | {"events": events_json(match, reader, after)}


def summary_json(match: Match, user_id: int | None) -> Json:
    """The view without events, hands and legal moves, for a list."""
    summary = _about_match(match, seat_number(match, user_id))
    del summary["legal"]
    for seat in summary["seats"]:
        del seat["hand"]
    return summary


def events_json(match: Match, reader: int | None, after: int = 0) -> list[Json]:
    """What happened after a ply, as a seat or a watcher (None) may know it; a match that is over hides nothing."""
    rows = records_after(match, after)
    return [event_json(row, event) for row in rows for event in redacted_events(match, row, reader)]


def event_json(row: MoveRecord, event: Event) -> Json:
    """One event of a record, which must have been redacted before."""
    automatic = {"automatic": True} if row.automatic else {}
    return {"ply": row.ply, **codec.event_to(event), **automatic}


def moment(time: datetime | None) -> str | None:
    """ISO 8601, in UTC."""
    return None if time is None else time.isoformat().replace("+00:00", "Z")


def settings_json(match: Match) -> Json:
    return {
        "target": match.target,
        "count_mode": match.count_mode,
        "clock": {"allowance": match.allowance, "bank": match.bank},
        "automatic_moves": match.automatic_moves,
    }


def name_json(seat: Seat) -> str | None:
    """Who sits there; None for a free seat and for a player whose account is deleted."""
    if seat.computer:
        return str(COMPUTERS[seat.computer][0])
    return seat.user.username if seat.user else None


def _about_match(match: Match, reader: int | None) -> Json:
    view = codec.view_to(view_for(load(match), reader))
    seats = [_seat_json(seat, about) for seat, about in zip(match.seats.all(), view["seats"], strict=True)]
    may_invite = match.status == Match.State.OPEN and reader == 0
    return view | {
        "id": match.id,
        "rated": False,
        "settings": settings_json(match),
        "seats": seats,
        "opponent": match.opponent,
        "invited": match.invited.username if match.invited else None,
        "invite": match.invite if may_invite else None,
        "rematch_of": match.rematch_of_id,
        "commitment": match.commitment,
        "created_at": moment(match.created_at),
        "ended_at": moment(match.ended_at),
    }


def _seat_json(seat: Seat, about: Json) -> Json:
    return {
        "name": name_json(seat),
        "computer": seat.computer or None,
        "program": seat.user is not None and seat.user.is_program,
        **about,
        "clock": {"bank": round(seat.bank), "deadline": moment(seat.deadline)},
    }

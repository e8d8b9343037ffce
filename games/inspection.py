"""Staff look into a match: does it say what its log says, and what may be taken along of it?"""

from datetime import datetime

from accounts.models import User
from cribsite.staff_acts import note
from games.match_json import Json, events_json, moment, name_json, settings_json
from games.models import Match
from games.record import record_json
from games.services.staff import match_title
from games.verify import find_faults


def verify(match: Match, by: User, now: datetime, why: str = "") -> list[str]:
    """What `verify_matches` finds wrong with the match, in English."""
    faults = list(find_faults(match))
    note(by, "verify", match_title(match.pk), now, why)
    return faults


def export(match: Match, by: User, now: datetime, why: str = "") -> Json:
    """The record of a match that is over; of any other one what somebody who looks on may know of it."""
    note(by, "export", match_title(match.pk), now, why)
    return record_json(match) if match.ended_at is not None else _so_far(match)


def _so_far(match: Match) -> Json:
    return {
        "id": match.pk,
        "status": match.status,
        "seats": [{"name": name_json(seat), "computer": seat.computer or None} for seat in match.seats.all()],
        "settings": settings_json(match),
        "created_at": moment(match.created_at),
        "commitment": match.commitment,
        "events": events_json(match, None),
    }

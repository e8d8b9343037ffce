"""Matches that ended without anybody's move, by the site's own services: what their records tell."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from accounts.models import User
from games.engine.moves import Cut
from games.engine.state import Phase, State
from games.models import Match
from games.record import record_json
from games.services import lobby, staff
from games.services.table import end_if_overdue, expire_if_old
from tests.games.players import fresh, play_until, send, started

from .records import Json

Moment = Callable[[State], bool]
MOMENTS: dict[str, Moment] = {
    "before any cut": lambda state: True,
    "after one cut": lambda state: state.seeds.count(None) == 1,
    "after both cuts": lambda state: state.phase is Phase.DISCARD,
    "in the play": lambda state: state.phase is Phase.PLAY and bool(state.pile),
    "while counting": lambda state: state.phase is Phase.COUNT,
    "while muggins may be called": lambda state: bool(state.claim),
    "in the second deal": lambda state: state.deal == 2,
}
SLOW = {"allowance": 3 * 86_400, "bank": 0}


def ended_records(host: User, guest: User, staff_member: User, now: datetime) -> Iterator[tuple[str, Json]]:
    """How each match ended, and its record."""
    for name, is_reached in MOMENTS.items():
        match = _at(host, guest, is_reached, now)
        staff.abort(match.pk, staff_member, now, "The site was down.")
        yield f"aborted by staff {name}", _record(match)
        match = _at(host, guest, is_reached, now)
        staff.annul(match.pk, staff_member, now, "Both accounts are one player's.")
        yield f"annulled {name}", _record(match)
        match = _at(host, guest, is_reached, now)
        assert end_if_overdue(match.pk, now + timedelta(days=4))
        yield f"ended by time {name}", _record(match)
    for name, seed in (("uncut", None), ("after a cut", "mine"), ("after a cut without a seed", "")):
        match = lobby.create_match(host, lobby.Terms(Match.Opponent.LINK), now, seed)
        assert expire_if_old(match.pk, now + timedelta(days=31))
        yield f"expired {name}", _record(match)
    yield "taken back after a cut", _taken_back(host, now)


def _at(host: User, guest: User, is_reached: Moment, now: datetime) -> Match:
    match = started(host, guest, now, count_mode="muggins", **SLOW)
    if is_reached is MOMENTS["after one cut"]:
        send(match, guest, Cut("of the guest"), now)
    else:
        play_until(match, is_reached, now)
    return match


def _taken_back(host: User, now: datetime) -> Json:
    match = lobby.create_match(host, lobby.Terms(Match.Opponent.OPEN), now, "mine")
    lobby.cancel(match.pk, host, now)
    return _record(match)


def _record(match: Match) -> Json:
    return record_json(fresh(match))

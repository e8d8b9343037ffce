"""Who is at which table, and who is gone from one: keys with a short life in the cache that all processes share.

A page pings every 25 seconds by its socket. Whoever was here with such a live page and is heard of no more is gone;
whoever never had one here, or last did something by other means (a form, the API), is judged by the clock alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache

from cribsite.site import site_settings
from games.broadcast import announce_call, announce_refresh, player_group
from games.models import Match, Seat

SECONDS = 60  # so long whoever looked at a slow game needs no letter about it
LIFE = 60 * 60  # seconds that a sign is kept; longer while somebody waits for its player
SILENT = timedelta(seconds=30)  # a ping was missed: the page is called, for one behind other tabs pings seldom
MISSED = timedelta(seconds=60)  # of silence: whoever waits has called by then, and a line may break for a while
LATE = timedelta(seconds=30)  # so long after a countdown who has no live page may take to come back to it
OFTEN = timedelta(seconds=5)  # of signs that come faster only some are written down


def look(match_id: str, user_id: int) -> None:
    """The player has this table before the eyes now."""
    cache.set(_looking(match_id, user_id), True, SECONDS)


def is_looking(match_id: str, user_id: int) -> bool:
    return bool(cache.get(_looking(match_id, user_id)))


def _looking(match_id: str, user_id: int) -> str:
    return f"looking:{match_id}:{user_id}"


@dataclass(frozen=True)
class Sign:
    """The last that was heard of a player at a table, who has been there `since`."""

    since: datetime
    last: datetime
    by_live_page: bool


@dataclass(frozen=True)
class Absence:
    """An opponent is gone. The countdown runs from `since` to `until`; then the game may be claimed at that turn."""

    since: datetime
    until: datetime


@dataclass(frozen=True)
class Arrival:
    """What a player finds who is seen at a table: that the opponent is gone, and that the own absence was told."""

    absence: Absence | None = None
    was_missed: bool = False


def arrive(match: Match, seat: int | None, now: datetime, by_live_page: bool, acts: bool = False) -> Arrival:
    """Note that the player of `seat` is here; of a watcher (None) nothing is noted.

    Who merely looks without a live page, and had one, is missed as before: only an act has the clock alone judge.
    Where the opponent's page tells that this player is gone, it is told to look; an opponent who is silent is called.
    """
    seats = list(match.seats.all())
    if seat is None or not _is_watched(match):
        return Arrival()
    signs, other = _signs(match.pk, seats), 1 - seat
    before = signs[seat]
    had_live_page = before is not None and before.by_live_page and not acts
    sign = Sign(_waits_since(before, now), now, by_live_page or had_live_page)
    if before is None or before.by_live_page != sign.by_live_page or now - before.last >= OFTEN:
        cache.set(_sign_key(match.pk, seats[seat]), sign, LIFE)
    _call(match.pk, seats[other], signs[other], now)
    absence = _absence(sign, signs[other], now)
    if absence is not None:
        cache.touch(_sign_key(match.pk, seats[other]), LIFE)
    was_missed = _is_here(signs[other], now) and _absence(signs[other], before, now) is not None
    if was_missed:
        announce_refresh(player_group(seats[other].user_id or 0), match.pk)
    return Arrival(absence, was_missed)


def _call(match_id: str, seat: Seat, sign: Sign | None, now: datetime) -> None:
    if sign is not None and sign.by_live_page and now - sign.last >= SILENT:
        announce_call(seat.user_id or 0, match_id)


def absence_of(match: Match, seats: Sequence[Seat], seat: int, now: datetime) -> Absence | None:
    """Whether the player of `seat` is gone, for the other who waits; None for whoever is here or is not watched."""
    if not _is_watched(match):
        return None
    signs = _signs(match.pk, seats)
    return _absence(Sign(_waits_since(signs[1 - seat], now), now, by_live_page=False), signs[seat], now)


def is_here(match: Match, seats: Sequence[Seat], seat: int, now: datetime) -> bool:
    """Whether the player of `seat` was heard of just now."""
    return _is_here(_signs(match.pk, seats)[seat], now)


def _is_watched(match: Match) -> bool:
    """Only games between two people that are played in one sitting, with a clock or without."""
    is_running = match.status in (Match.State.OPEN, Match.State.ACTIVE)
    return is_running and not match.is_slow and match.opponent != Match.Opponent.COMPUTER


def _signs(match_id: str, seats: Sequence[Seat]) -> tuple[Sign | None, Sign | None]:
    first, second = (_sign_key(match_id, seat) for seat in seats)
    found = cache.get_many([first, second])
    return found.get(first), found.get(second)


def _waits_since(before: Sign | None, now: datetime) -> datetime:
    """Anew after a silence that is an absence; without a live page, after one longer than to wait for a countdown."""
    if before is None:
        return now
    patience = MISSED if before.by_live_page else timedelta(seconds=site_settings().absent_seconds) + LATE
    return now if now - before.last > patience else before.since


def _is_here(sign: Sign | None, now: datetime) -> bool:
    return sign is not None and now - sign.last < MISSED


def _absence(waiting: Sign | None, missed: Sign | None, now: datetime) -> Absence | None:
    """The countdown begins with the silence, but not before somebody waits."""
    if waiting is None or missed is None or not missed.by_live_page or _is_here(missed, now):
        return None
    since = max(missed.last + MISSED, waiting.since)
    return Absence(since, since + timedelta(seconds=site_settings().absent_seconds))


def _sign_key(match_id: str, seat: Seat) -> str:
    return f"at-table:{match_id}:{seat.user_id}"

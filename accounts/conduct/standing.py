"""What sanctions leave a player: read from the player's own row, so that it costs no query."""

from datetime import datetime

from accounts.conduct.models import FOR_EVER
from accounts.models import User
from games.services.errors import Forbidden, Refused

SHUT_OUT = ("banned", "suspended")  # keys of the refusals that meet such a player at every door


def is_shut_out(user: User, now: datetime) -> bool:
    """Whether the player is suspended or banned."""
    return _holds(user.shut_out_until, now)


def require_access(user: User, now: datetime) -> None:
    """Raises `Forbidden` for whoever is suspended or banned."""
    if is_shut_out(user, now):
        raise refusal(user)


def refusal(user: User) -> Forbidden:
    """What a player hears at every door who is shut out."""
    if user.shut_out_until == FOR_EVER:
        return Forbidden("banned")
    return Forbidden("suspended", until=_moment(user, user.shut_out_until))


def require_voice(user: User, now: datetime) -> None:
    """Raises `Refused` for whoever may use no phrases and no chat."""
    if _holds(user.silent_until, now):
        raise Refused("silenced", until=_moment(user, user.silent_until))


def require_live(user: User, now: datetime) -> None:
    """Raises `Refused` for whoever may play people in slow games alone."""
    if _holds(user.no_live_until, now):
        raise Refused("no_live_games", until=_moment(user, user.no_live_until))


def _holds(until: datetime | None, now: datetime) -> bool:
    return until is not None and now < until


def _moment(user: User, until: datetime | None) -> str:
    """As the player's clock shows it; `games.refusals.explain` puts it into words."""
    assert until is not None
    return until.astimezone(user.zone).isoformat()

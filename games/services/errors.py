"""Why a service refuses. Like the engine's errors each has a key; `games.words.explain` puts it into words."""

from games.engine.errors import MoveError


class Refused(MoveError):
    """The request is understood and may not be carried out."""


class StaleDecision(Refused):
    """The decision that was answered is no longer open: the page was an old one."""


class MoveIdReused(Refused):
    """The same move id came with another move."""


class Forbidden(Refused):
    """Not this player's to do."""


class NoSuchMatch(Refused):
    """There is no match of this id, or none that this player may know of."""

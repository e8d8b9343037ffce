"""Why a move is refused. Each error has a key that the site puts into the player's own words."""


class MoveError(Exception):
    """A move that changes nothing. `key` names the reason, `params` fill its sentence."""

    def __init__(self, key: str, **params: str | int) -> None:
        super().__init__(key)
        self.key = key
        self.params = params


class UnparsableMove(MoveError):
    """What came is not a move at all."""


class IllegalMove(MoveError):
    """A move that the rules do not allow now."""


class NotYourTurn(MoveError):
    """A move of a seat that has nothing to decide now."""


class MatchOver(MoveError):
    """A move after the end."""

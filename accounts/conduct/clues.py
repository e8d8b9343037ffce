"""What a moderator may want to look into: pure decisions about figures, and no consequence of any of them.

Passwords are not looked at. Programs that say so, guests and games against the computer never give a clue.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

Facts = dict[str, int | float]

# One way: so many games of two accounts within the days, almost all won by one, most of them given away.
DAYS = 30
GAMES_OF_A_PAIR = 6
SHARE_OF_WINS = 0.9
GIVEN_AWAY = ("resignation", "time", "abandonment")

# Too fast: a person needs this long to see a card and to choose one, and has more games than one good day.
SECONDS_OF_A_PERSON = 0.5
GAMES_OF_A_PLAYER = 3
DEALS_OF_A_PLAYER = 10  # with five answers or more each

# Shared: what so many accounts have in common is a school, a pub or a network, and tells nothing of any two.
MOST_ACCOUNTS = 5


@dataclass(frozen=True)
class Won:
    """A finished game of a pair: whether the first of the two won it, and how it ended."""

    by_first: bool
    reason: str


def one_way(games: Sequence[Won]) -> tuple[bool, Facts] | None:
    """Whether it is the first to whom games of two accounts go, with the figures; None where they go both ways."""
    count = len(games)
    if count < GAMES_OF_A_PAIR:
        return None
    to_first = sum(game.by_first for game in games)
    is_first = to_first * 2 > count
    won = to_first if is_first else count - to_first
    given = sum(game.reason in GIVEN_AWAY and game.by_first == is_first for game in games)
    if won < SHARE_OF_WINS * count or given * 2 <= count:
        return None
    return is_first, {"games": count, "won": won, "given": given}


@dataclass(frozen=True)
class Pace:
    """Of one player in one game: the median of the own answers, and how many deals were counted to the end."""

    seconds: float
    deals: int


def too_fast(games: Sequence[Pace]) -> Facts | None:
    """The figures of a player whose games are, by their median, played faster than a person can."""
    deals = sum(game.deals for game in games)
    if len(games) < GAMES_OF_A_PLAYER or deals < DEALS_OF_A_PLAYER:
        return None
    seconds = median(game.seconds for game in games)
    if seconds >= SECONDS_OF_A_PERSON:
        return None
    return {"games": len(games), "deals": deals, "seconds": round(seconds, 2)}


def shared(devices: int, addresses: int) -> Facts | None:
    """The figures of two accounts that came from the same devices or addresses."""
    return {"devices": devices, "addresses": addresses} if devices or addresses else None

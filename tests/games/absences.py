"""A table from whose page one of the two goes, for tests of what the other may do about it."""

from collections.abc import Callable
from datetime import datetime, timedelta

from accounts.models import User
from games.engine.errors import MoveError
from games.engine.state import Phase
from games.models import Match
from games.presence import Arrival, arrive
from games.selectors import find_match
from games.services import endings

from .players import NOW, fresh, play_to, position, user_at

SHOWN_AFTER, COUNTDOWN = 60, 60  # seconds: two pings missed; and what the host has not changed
CLAIMABLE = SHOWN_AFTER + COUNTDOWN
GONE = "is gone."


class Table:
    """A match in the play; `gone` is to play, `stays` waits."""

    def __init__(self, match: Match) -> None:
        self.match = match
        to_play = play_to(match, Phase.PLAY).to_play
        assert to_play is not None
        self.gone, self.stays = to_play, 1 - to_play
        match.seats.update(read_ply=position(match).ply)

    def user(self, seat: int) -> User:
        return user_at(self.match, seat)

    def ping(self, seat: int, now: datetime) -> Arrival:
        """As the socket of the seat's page brings it."""
        found = find_match(self.match.pk)
        assert found is not None
        return arrive(found, seat, now, by_live_page=True)

    def both_here(self, now: datetime) -> None:
        for seat in (0, 1):
            self.ping(seat, now)

    def claim(self, now: datetime) -> str:
        """The key of the refusal, or "" """
        return refused(lambda: endings.claim(self.match.pk, self.user(self.stays), now))

    def outcome(self) -> tuple[str, str, int | None]:
        over = fresh(self.match)
        return over.status, over.reason, over.winner


def refused(act: Callable[[], object]) -> str:
    try:
        act()
    except MoveError as error:
        return error.key
    return ""


def seconds(number: float) -> datetime:
    return NOW + timedelta(seconds=number)


def waited(table: Table, until: int, begin: int = 25) -> Arrival:
    """The one who stays pings on."""
    found = Arrival()
    for number in range(begin, until, 25):
        found = table.ping(table.stays, seconds(number))
    return found

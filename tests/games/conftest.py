"""Three players, a match of two of them, a clock that stands still, and decks that are stacked."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

import pytest
from django.test import Client

from accounts.models import User
from games import deals
from games.engine import Card
from games.models import Match

from .players import NOW, browser_of, new_player, started
from .sockets import at_table, lose_broadcasts, open_page

__all__ = ["at_table", "lose_broadcasts", "open_page"]

Stack = Callable[[Mapping[int, Sequence[Card]]], None]


class StoppedClock:
    """What the pages take for the present."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def pass_by(self, seconds: float) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    stopped = StoppedClock(NOW)
    monkeypatch.setattr("django.utils.timezone.now", lambda: stopped.now)
    return stopped


@pytest.fixture
def ana(db: None) -> User:
    return new_player("Ana")


@pytest.fixture
def ben(db: None) -> User:
    return new_player("Ben")


@pytest.fixture
def cleo(db: None) -> User:
    """Somebody who sits at none of their tables."""
    return new_player("Cleo")


@pytest.fixture
def match(ana: User, ben: User) -> Match:
    """Ana's table, at which Ben has sat down; no clock; nobody has cut."""
    return started(ana, ben)


@pytest.fixture
def anas(ana: User) -> Client:
    return browser_of(ana)


@pytest.fixture
def bens(ben: User) -> Client:
    return browser_of(ben)


@pytest.fixture
def cleos(cleo: User) -> Client:
    return browser_of(cleo)


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Stack:
    """Put certain decks in the place of those that the seeds give; 0 is the cut, then one a deal."""
    shuffled = deals.deck

    def put(decks: Mapping[int, Sequence[Card]]) -> None:
        def deck(match: Match, seeds: Sequence[str], number: int) -> tuple[Card, ...]:
            return tuple(decks[number]) if number in decks else shuffled(match, seeds, number)

        monkeypatch.setattr(deals, "deck", deck)

    return put


@pytest.fixture(autouse=True)
def no_drawing_of_an_earlier_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has an event loop of its own, the site has one for ever."""
    monkeypatch.setattr("games.consumers.lobby._drawing", {})

"""Three players, a match of two of them, a clock that stands still, and decks that are stacked."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta

import pytest
from django.test import Client

from accounts.models import User
from games import deals
from games.engine import Card
from games.models import Match

from .players import NOW, browser_of, new_player, started
from .sockets import SocketPage, session_of

Stack = Callable[[Mapping[int, Sequence[Card]]], None]
OpenPage = Callable[..., Awaitable[SocketPage]]


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


@pytest.fixture
async def open_page(transactional_db: None) -> AsyncIterator[OpenPage]:
    """Opens the socket of a path in the browser of a player, or of nobody; all are closed when the test ends."""
    channel_layers.backends.clear()  # a layer belongs to the event loop of one test
    pages: list[SocketPage] = []

    async def open_one(path: str, user: User | None = None, session: str = "", origin: str = "") -> SocketPage:
        session = session or (await session_of(user) if user else "")
        page = SocketPage(path, session, origin)
        pages.append(page)
        return await page.open()

    yield open_one
    for page in pages:
        await page.socket.disconnect()


@pytest.fixture
def at_table(open_page: OpenPage, match: Match) -> OpenPage:
    """Opens the table of Ana and Ben for one of them, or for a watcher."""

    async def open_table(user: User | None = None, language: str = "en") -> SocketPage:
        return await open_page(f"/ws/table/{match.pk}/?language={language}", user)

    return open_table

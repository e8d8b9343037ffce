"""Pages with open sockets, on the site's real ASGI application, in this process."""

import json
from asyncio import CancelledError
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any
from uuid import uuid4

import pytest
from channels.db import database_sync_to_async
from channels.layers import channel_layers, get_channel_layer
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db import close_old_connections

from accounts.models import User
from cribsite.asgi import application
from games.engine import codec
from games.engine.legality import decision
from games.engine.moves import Move
from games.models import Match
from tests.pieces import put_together

from .players import browser_of, plain_move, position

PATIENCE = 20  # seconds until a message that does not come is missed

Message = dict[str, Any]
OpenPage = Callable[..., Awaitable["SocketPage"]]


class SocketClosed(Exception):
    """The site closed the socket; `code` says why."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class SocketPage:
    """A page in a browser, as far as its socket knows it: it keeps the regions, and checks that no ply is missing."""

    def __init__(self, path: str, session: str = "", origin: str = "") -> None:
        headers = [(b"origin", (origin or settings.SITE_URL).encode())]
        if session:
            headers.append((b"cookie", f"sessionid={session}".encode()))
        self.socket = WebsocketCommunicator(application, path, headers=headers)
        self.ply: int | None = None
        self.regions: dict[str, str] = {}
        self.waiting: Message = {}

    async def open(self) -> "SocketPage":
        accepted, _subprotocol = await self.socket.connect(timeout=PATIENCE)
        assert accepted, "the socket was refused"
        return self

    async def send(self, message: object) -> None:
        await self.socket.send_json_to(message)

    async def send_raw(self, frame: str | bytes) -> None:
        kind = "bytes" if isinstance(frame, bytes) else "text"
        await self.socket.send_input({"type": "websocket.receive", kind: frame})

    async def next(self) -> Message:
        """The next message, but for the number of games that wait. Raises `SocketClosed`, and TimeoutError."""
        output = await self.socket.receive_output(PATIENCE)
        if output["type"] == "websocket.close":
            raise SocketClosed(output["code"])
        message: Message = json.loads(output["text"])
        if message["type"] == "waiting":
            self.waiting = message
            return await self.next()
        if message["type"] == "table":
            self._take(message)
        return message

    def _take(self, table: Message) -> None:
        assert table["since"] in (None, self.ply), "a ply is missing"
        self.ply = table["ply"]
        table["html"] = put_together(self.regions, table["html"])
        self.regions |= table["html"]

    async def until(self, ply: int) -> list[Message]:
        """The messages up to the one that shows this ply."""
        messages = []
        while self.ply is None or self.ply < ply:
            messages.append(await self.next())
        return messages

    async def ping(self) -> list[Message]:
        """Everything that comes up to the pong, which is left out."""
        await self.send({"type": "ping", "ply": self.ply})
        messages = [await self.next()]
        while messages[-1]["type"] != "pong":
            messages.append(await self.next())
        return messages[:-1]

    async def closed(self) -> int:
        """The code with which the site closes this socket, whatever it says before."""
        try:
            while True:
                await self.next()
        except SocketClosed as closing:
            return closing.code


@database_sync_to_async
def session_of(user: User) -> str:
    """The cookie of a player who has just logged in, in one more browser."""
    return str(browser_of(user).cookies["sessionid"].value)


def frame_of(move: Move, token: str) -> Message:
    """The move as a page sends it."""
    about = {"type": "move", "action": move.kind, "decision": token, "move_id": str(uuid4())}
    return about | codec.encode(move) | ({"cards": [str(move.card)]} if hasattr(move, "card") else {})


@database_sync_to_async
def plain_frame(match: Match, seat: int) -> Message:
    """A legal move of this seat as its page sends it."""
    state = position(match)
    return frame_of(plain_move(state, seat), decision(state, seat) or "")


@database_sync_to_async
def stored_ply(match: Match) -> int:
    return position(match).ply


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
        with suppress(CancelledError):  # of a page that waited in vain
            await page.socket.disconnect()
    # While a communicator waits, Channels keeps connections to the database open: the last one may still be.
    await database_sync_to_async(close_old_connections)()


@pytest.fixture
def at_table(open_page: OpenPage, match: Match) -> OpenPage:
    """Opens the table of Ana and Ben for one of them, or for a watcher."""

    async def open_table(user: User | None = None, language: str = "en") -> SocketPage:
        return await open_page(f"/ws/table/{match.pk}/?language={language}", user)

    return open_table


@pytest.fixture
def lose_broadcasts(monkeypatch: pytest.MonkeyPatch) -> Callable[[], AbstractContextManager[None]]:
    """While its context lasts, what is sent to a group reaches nobody, as when a queue is full."""

    async def drop(_group: str, _message: dict[str, Any]) -> None:
        pass

    @contextmanager
    def losing() -> Iterator[None]:
        with monkeypatch.context() as patch:
            patch.setattr(get_channel_layer(), "group_send", drop)
            yield

    return losing

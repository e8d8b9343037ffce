"""A player's page at a table without a browser: forms go by HTTP, updates come by the socket."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from email.message import Message
from http.client import parse_headers
from io import BytesIO
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.forms import Fields, first_move, show_to_read
from tests.live import LiveSite, Player
from tests.pieces import put_together

Sizes = dict[str, list[int]]
FORM = "application/x-www-form-urlencoded"
LONGEST_WAIT = 20  # seconds, for anything that the site has to answer
PING_EVERY = 5


class Browser:
    """One connection that is kept alive, with its cookies. Raises ConnectionError when the site goes away."""

    def __init__(self, site: LiveSite, session: str = "") -> None:
        self.site = site
        self.cookies = {"sessionid": session}
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> str:
        _status, body = await self._exchange("GET", path)
        return body

    async def call(self, path: str, token: str, body: dict[str, Any]) -> int:
        """Post to the API as a program; the status of the answer."""
        authorization = f"Authorization: Bearer {token}\r\n"
        status, _body = await self._exchange(
            "POST", f"/api/v1/{path}", json.dumps(body), "application/json", authorization
        )
        return status

    async def post(self, path: str, fields: Fields) -> int:
        """The status of the answer."""
        token = self.cookies.get("csrftoken", "")
        status, _body = await self._exchange("POST", path, urlencode([*fields, ("csrfmiddlewaretoken", token)]))
        return status

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _exchange(
        self, method: str, path: str, body: str = "", kind: str = FORM, more: str = ""
    ) -> tuple[int, str]:
        async with asyncio.timeout(LONGEST_WAIT):
            if self._streams is None:
                self._streams = await asyncio.open_connection("127.0.0.1", self.site.port)
            reader, writer = self._streams
            writer.write(self._request(method, path, body, kind, more))
            try:
                status = int((await reader.readuntil(b"\r\n")).split()[1])
                headers = parse_headers(BytesIO(await reader.readuntil(b"\r\n\r\n")))
                answer = await reader.readexactly(int(headers["Content-Length"]))
            except asyncio.IncompleteReadError as error:
                raise ConnectionResetError("the site went away before it had answered") from error
        self._keep_cookies(headers)
        return status, answer.decode()

    def _request(self, method: str, path: str, body: str, kind: str, more: str) -> bytes:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.site.port}\r\nOrigin: {self.site.url}\r\n"
            f"Cookie: {cookies}\r\nContent-Type: {kind}\r\n{more}"
            f"Content-Length: {len(body)}\r\n\r\n{body}"
        ).encode()

    def _keep_cookies(self, headers: Message) -> None:
        for cookie in headers.get_all("Set-Cookie", []):
            name, _equals, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value


class Page:
    """One player's page at one table: it shows ply `shown` and offers what its regions offer.

    `news` is set by whatever the socket brings; the pages of one table share it. `sizes` gathers the bytes of every
    message that brought a whole table ("whole"), and of every one that brought the next ply ("ply"). `refusals` are
    the messages that refuse something.
    """

    def __init__(
        self, site: LiveSite, player: Player, match: str, news: asyncio.Event, sizes: Sizes | None = None
    ) -> None:
        self.player, self.news = player, news
        self.browser = Browser(site, player.session)
        self.address = f"/table/{match}/"
        self.sizes: Sizes = {"whole": [], "ply": []} if sizes is None else sizes
        self.refusals: list[dict[str, Any]] = []
        self._forget()

    def _forget(self) -> None:
        self.shown = -1
        self.is_over = self.is_cut = False
        self.regions: dict[str, str] = {}
        self._sent: Fields = []

    async def open(self) -> None:
        """Load the page, open its socket and wait for the table."""
        self._forget()
        await self.browser.get(self.address)
        site = self.browser.site
        self._socket = await connect(
            f"ws://127.0.0.1:{site.port}/ws{self.address}",
            origin=Origin(site.url),
            additional_headers=self.player.headers,
            proxy=None,
        )
        self._listening = asyncio.create_task(self._listen(self._socket))
        await self.wait_until(lambda: self.shown >= 0)

    async def close(self) -> None:
        self.browser.close()
        await self._socket.close()
        await self._listening

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            while True:
                text = await socket.recv(decode=False)
                message = json.loads(text)
                if message["type"] == "table":
                    self._show(message, len(text))
                elif message["type"] == "error":
                    self.refusals.append(message)
                self.news.set()
        except ConnectionClosed:
            self.is_cut = True
            self.news.set()

    def _show(self, message: dict[str, Any], size: int) -> None:
        if message["since"] is None:
            self.sizes["whole"].append(size)
        elif message["since"] < message["ply"]:
            self.sizes["ply"].append(size)
        self.regions |= put_together(self.regions, message["html"])
        self.shown = message["ply"]
        self.is_over = 'class="slip outcome"' in self.regions["show"]

    async def _ping(self) -> None:
        """As the page does, so that an update that got lost is heard of all the same."""
        with suppress(ConnectionClosed):
            await self._socket.send(json.dumps({"type": "ping", "ply": self.shown}))

    async def wait_until(self, is_so: Callable[[], bool]) -> None:
        """Raises ConnectionError when the socket is cut before."""
        async with asyncio.timeout(LONGEST_WAIT):
            while not is_so():
                if self.is_cut:
                    raise ConnectionResetError("the socket is cut")
                self.news.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.news.wait(), PING_EVERY)
                    continue
                await self._ping()

    @property
    def move(self) -> Fields:
        """The first move that the page offers and has not sent yet."""
        move = self._offered
        return [] if move[:1] == self._sent[:1] else move

    @property
    def _offered(self) -> Fields:
        return first_move(self.regions["mine"] + self.regions["show"])

    @property
    def unread_show(self) -> Fields:
        """The show that waits for the player to go on."""
        show = show_to_read(self.regions["show"])
        return [] if show == self._sent else show

    async def post(self, move: Fields) -> int:
        """Send a move as the plain form; the status of the answer."""
        self._sent = move
        return await self.browser.post(f"{self.address}move/", move)

    async def call(self, move: Fields, token: str) -> int:
        """Send a move as the player's own program does; the status of the answer."""
        self._sent = move
        about = self._in_words(move) | {"move_id": str(uuid4())}
        return await self.browser.call(f"matches/{self.address.split('/')[2]}/moves", token, about)

    async def say(self, move: Fields) -> None:
        """Send a move by the socket, and wait until the page no longer asks for it."""
        self._sent = move
        await self._socket.send(json.dumps({"type": "move"} | self._in_words(move)))
        await self.wait_until(lambda: self._offered[:1] != move[:1])

    @staticmethod
    def _in_words(move: Fields) -> dict[str, Any]:
        """The move of a form as sockets and programs send it."""
        about = {name: value for name, value in move if name in ("decision", "move_id")}
        cards = [value for name, value in move if name in ("cards", "play")]
        return {"action": dict(move).get("action", "play"), "cards": cards} | about

    async def go_on(self) -> None:
        """Say that the show has been read."""
        self._sent = self.unread_show
        await self.browser.post(f"{self.address}go-on/", self._sent)

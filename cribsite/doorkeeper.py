"""Who may open sockets, and how often: decided by the address, before a session is read or a page is drawn.

In the memory of each process, for a question to Redis would cost what is to be saved. The numbers are for many honest
people behind one address: a hundred in a school, each with a table and the lobby open, all come back at once after a
restart, and then each of them may open a page every twenty seconds, and say three things in two seconds. Whoever is
thrown out for talking too fast has used up what a hundred sockets would, so a client that floods and comes back is let
in once in twenty seconds.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any

from django.conf import settings

from games.bucket import TokenBucket

logger = logging.getLogger(__name__)

AT_ONCE = 200  # sockets opened by one address
A_SECOND = 5.0
MESSAGES_AT_ONCE = 2000  # by all sockets of one address; each has a bound of its own besides
MESSAGES_A_SECOND = 150.0
PRICE_OF_TALKING_TOO_FAST = 100
MOST_OPEN = 300  # sockets of one address at a time
WAIT = 3.0  # seconds until a refusal; Daphne drops a handshake after 5
MOST_WAITING = 20  # refusals of one address that are waited for at a time; more of them come at once
MOST_ADDRESSES = 10_000
TOO_FAST = 4429
TOLD_EVERY = 60.0  # seconds, in the log

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]


@dataclass
class Visitor:
    """All that comes from one address."""

    bucket: TokenBucket
    messages: TokenBucket
    open: int = 0
    waiting: int = 0


@dataclass
class Doorkeeper:
    """ASGI middleware for sockets; stands before all others."""

    application: Application
    now: Callable[[], float] = time.monotonic
    wait: float = WAIT
    visitors: OrderedDict[str, Visitor] = field(default_factory=OrderedDict)
    told_at: float = float("-inf")

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        if address is None:  # a proxy on a local socket that says nothing of whom it speaks for
            await self.application(scope, receive, send)
            return
        visitor = self._visitor(address)
        if visitor.open >= MOST_OPEN or not visitor.bucket.take(self.now()):
            await self._refuse(address, visitor, receive, send)
            return
        visitor.open += 1
        try:
            receive = self._counted(visitor, receive, send)
            await self.application(scope, *_until_closed(visitor, receive, send))
        finally:
            visitor.open -= 1

    def _visitor(self, address: str) -> Visitor:
        """Known from before, or new; whoever was here longest ago is forgotten when there are too many."""
        visitor = self.visitors.pop(address, None) or self._stranger()
        self.visitors[address] = visitor
        if len(self.visitors) > MOST_ADDRESSES:
            self.visitors.popitem(last=False)
        return visitor

    def _stranger(self) -> Visitor:
        now = self.now()
        return Visitor(TokenBucket(AT_ONCE, A_SECOND, now), TokenBucket(MESSAGES_AT_ONCE, MESSAGES_A_SECOND, now))

    async def _refuse(self, address: str, visitor: Visitor, receive: Receive, send: Send) -> None:
        """Answer 403, but let the client wait for it: who comes back at once comes back that much more seldom."""
        self._tell(address)
        if visitor.waiting < MOST_WAITING:
            visitor.waiting += 1
            unread = transport_of(send)
            try:
                if unread is not None:
                    unread.pauseProducing()  # what it says meanwhile stays with it
                await asyncio.sleep(self.wait)
            finally:
                visitor.waiting -= 1
        await send({"type": "websocket.close"})

    def _tell(self, address: str) -> None:
        if self.now() - self.told_at > TOLD_EVERY:
            self.told_at = self.now()
            logger.warning("too many sockets from %s; if that is your own proxy, set TRUSTED_PROXIES", address)

    def _counted(self, visitor: Visitor, receive: Receive, send: Send) -> Receive:
        """What is said. A socket that speaks when its address has said too much is closed, and heard no more.

        That has no price, unlike what one socket does by itself: others may have said the most.
        """

        async def receive_counted() -> Message:
            message = await receive()
            if _is_word(message) and not visitor.messages.take(self.now()):
                await send({"type": "websocket.close", "code": TOO_FAST})
                while _is_word(message):
                    message = await receive()
            return message

        return receive_counted


def _until_closed(visitor: Visitor, receive: Receive, send: Send) -> tuple[Receive, Send]:
    """The two ends of a socket, of which nothing more is read or heard once it was closed from here."""
    is_closed = False

    async def receive_while_open() -> Message:
        message = await receive()
        while is_closed and _is_word(message):
            message = await receive()
        return message

    async def send_and_note(message: Message) -> None:
        nonlocal is_closed
        await send(message)
        if message["type"] != "websocket.close":
            return
        is_closed = True
        if message.get("code") == TOO_FAST:
            visitor.bucket.tokens -= PRICE_OF_TALKING_TOO_FAST
            unread = transport_of(send)
            if unread is not None:
                unread.pauseProducing()  # autobahn hangs up a second later

    return receive_while_open, send_and_note


def _is_word(message: Message) -> bool:
    return bool(message["type"] == "websocket.receive")


def transport_of(send: Any) -> Any:
    """The connection beneath, as Daphne binds it to `send`; None under another server, which then reads on."""
    protocol = next(iter(getattr(send, "args", ())), None)
    return getattr(protocol, "transport", None)


def address_of(scope: Any) -> str | None:
    """Whom the socket is for: as allauth sees it for pages, the network of an IPv6 address; None if nobody says.

    Where the proxies name nobody that can be read, it is for who speaks to this server.
    """
    named = [(scope.get("client") or [""])[0]]
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    if proxies and forwarded:
        names = ",".join(forwarded).split(",")
        named.insert(0, names[-min(proxies, len(names))])
    found = next(filter(None, map(_parse, named)), None)
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return str(IPv6Address(int(found) >> 64 << 64))
    return str(getattr(found, "ipv4_mapped", None) or found) if found else None


def _parse(name: str) -> IPv4Address | IPv6Address | None:
    """An address, with or without a port, as proxies write it: 192.0.2.1:5555, [2001:db8::1]:443."""
    host = name.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        return ip_address(host)
    except ValueError:
        return None

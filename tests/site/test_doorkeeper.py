"""Who opens too many sockets from one address waits outside, and costs the site next to nothing."""

import asyncio
from typing import Any

import pytest
from pytest_django import Settings
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from cribsite import doorkeeper
from cribsite.doorkeeper import Doorkeeper, address_of
from tests.live import LiveSite
from tests.load.flooder import BINARY, frame

SCHOOL = ("192.0.2.1", 5000)
FLOODER = ("198.51.100.1", 5000)


class Site:
    """Sockets that come to a doorkeeper whose clock stands until it is moved; `inside` are those that were let in."""

    def __init__(self) -> None:
        self.time, self.inside = 0.0, 0
        self.door = Doorkeeper(self._socket, now=lambda: self.time, wait=0)

    async def _socket(self, scope: Any, receive: Any, send: Any) -> None:
        self.inside += 1
        while (message := await receive())["type"] != "websocket.disconnect":
            if "close" in message:
                await send({"type": "websocket.close", "code": message["close"]})
            scope["heard"].append(message)

    async def open(self, client: tuple[str, int], *messages: dict[str, Any]) -> tuple[bool, list[Any], list[Any]]:
        """Whether a socket was let in; what it said that was heard; what was sent to it."""
        waiting = [{"type": "websocket.receive"} | message for message in messages] + [{"type": "websocket.disconnect"}]
        sent: list[Any] = []
        scope: dict[str, Any] = {"client": client, "headers": [], "heard": []}
        before = self.inside

        async def receive() -> Any:
            return waiting.pop(0)

        async def send(message: Any) -> None:
            sent.append(message)

        await self.door(scope, receive, send)
        return self.inside > before, scope["heard"], sent


@pytest.fixture
def site() -> Site:
    return Site()


async def test_a_school_whose_two_hundred_sockets_come_back_at_once_is_let_in(site: Site) -> None:
    assert all([(await site.open(SCHOOL))[0] for _ in range(200)])


async def test_one_more_is_refused_before_anything_is_read_and_comes_in_a_moment_later(site: Site) -> None:
    for _ in range(200):
        await site.open(SCHOOL)
    assert await site.open(SCHOOL) == (False, [], [{"type": "websocket.close"}])
    site.time += 0.25
    assert (await site.open(SCHOOL))[0]
    assert not (await site.open(SCHOOL))[0]


async def test_whoever_talked_too_fast_twice_waits_and_others_do_not(site: Site) -> None:
    too_fast = {"close": 4429}
    assert [(await site.open(FLOODER, too_fast))[0] for _ in range(3)] == [True, True, False]
    assert (await site.open(SCHOOL))[0]
    site.time += 1  # 200 - 2 - 200 + 5 = 3: one more, and then 98 are owed
    assert (await site.open(FLOODER, too_fast))[0]
    site.time += 19
    assert not (await site.open(FLOODER))[0]
    site.time += 1
    assert (await site.open(FLOODER))[0]


async def test_a_socket_closed_for_another_reason_costs_nothing_more(site: Site) -> None:
    assert all([(await site.open(SCHOOL, {"close": 4404}))[0] for _ in range(150)])


async def test_of_a_socket_that_was_closed_nothing_more_is_heard(site: Site) -> None:
    said = [{"text": "first"}, {"close": 4429}, {"text": "late"}, {"text": "later"}]
    _is_in, heard, _sent = await site.open(FLOODER, *said)
    assert [message.get("text") for message in heard] == ["first", None]


async def test_all_that_an_address_says_by_its_sockets_is_counted_and_who_says_more_is_closed(site: Site) -> None:
    """A school says ten things by each of two hundred sockets at once; a second brings a hundred and fifty more."""
    words = [{"text": "word"}] * 10
    for _ in range(200):
        _is_in, heard, sent = await site.open(SCHOOL, *words)
        assert (len(heard), sent) == (10, [])
    site.door.visitors[SCHOOL[0]].bucket.tokens = 2  # two sockets more
    is_in, heard, sent = await site.open(SCHOOL, *words)
    assert is_in
    assert heard == []
    assert sent == [{"type": "websocket.close", "code": 4429}]
    assert len((await site.open(FLOODER, *words))[1]) == 10, "others are heard"
    site.time += 1
    is_in, heard, _sent = await site.open(SCHOOL, *[{"text": "word"}] * 151)
    assert is_in, "it cost nothing more"
    assert len(heard) == 150


async def test_no_address_holds_more_than_three_hundred_sockets(site: Site) -> None:
    leave = asyncio.Event()

    async def stay(scope: Any, receive: Any, send: Any) -> None:
        site.inside += 1
        await leave.wait()

    site.door.application = stay
    staying = []
    for number in range(310):
        site.time = float(number)
        staying.append(asyncio.create_task(site.open(SCHOOL)))
        await asyncio.sleep(0)
    assert site.inside == 300
    leave.set()
    await asyncio.gather(*staying)
    assert site.door.visitors["192.0.2.1"].open == 0
    assert (await site.open(SCHOOL))[0]


async def test_the_refused_wait_but_no_more_than_twenty_of_one_address(site: Site) -> None:
    for _ in range(200):
        await site.open(FLOODER)
    site.door.wait = 3600
    waiting = [asyncio.create_task(site.open(FLOODER)) for _ in range(25)]
    done, held = await asyncio.wait(waiting, timeout=0.2)
    assert (len(done), len(held)) == (5, 20)
    for each in held:
        each.cancel()
    await asyncio.gather(*held, return_exceptions=True)
    assert site.door.visitors[FLOODER[0]].waiting == 0


async def test_addresses_are_forgotten_the_longest_absent_first(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorkeeper, "MOST_ADDRESSES", 3)
    for last in (1, 2, 3, 1, 4):
        await site.open((f"192.0.2.{last}", 1))
    assert list(site.door.visitors) == ["192.0.2.3", "192.0.2.1", "192.0.2.4"]


def scope(client: str | None, *forwarded: str) -> dict[str, Any]:
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    return {"client": [client, 1] if client is not None else None, "headers": headers}


@pytest.mark.parametrize(
    ("proxies", "client", "forwarded", "address"),
    [
        (0, "192.0.2.1", (), "192.0.2.1"),
        (0, "192.0.2.1", ("198.51.100.1",), "192.0.2.1"),  # anybody can send the header
        (1, "192.0.2.1", ("203.0.113.9, 198.51.100.1",), "198.51.100.1"),  # before it stands what the client made up
        (2, "192.0.2.1", ("203.0.113.9, 198.51.100.1, 10.0.0.1",), "198.51.100.1"),
        (2, "192.0.2.1", ("203.0.113.9", "198.51.100.1, 10.0.0.1"), "198.51.100.1"),
        (1, "192.0.2.1", (), "192.0.2.1"),
        (2, "192.0.2.1", ("198.51.100.1",), "198.51.100.1"),
        (0, "2001:db8:1:2:3:4:5:6", (), "2001:db8:1:2::"),  # a household has a whole network
        (0, "::ffff:192.0.2.1", (), "192.0.2.1"),
        (0, None, (), None),
        (1, None, ("nonsense",), None),
        (1, None, ("198.51.100.1",), "198.51.100.1"),
        (1, "192.0.2.1", ("nonsense",), "192.0.2.1"),  # no way to have no bounds
        (1, "192.0.2.1", ("",), "192.0.2.1"),
        (1, "192.0.2.1", ("198.51.100.1, unknown",), "192.0.2.1"),
        (1, "192.0.2.1", ("1.1.1.1:5555:1",), "192.0.2.1"),
        (1, "192.0.2.1", ("203.0.113.9, 198.51.100.1:5555",), "198.51.100.1"),
        (1, "192.0.2.1", ("[2001:db8::1]:443",), "2001:db8::"),
        (1, "192.0.2.1", ("[2001:db8:1:2:3:4:5:6]",), "2001:db8:1:2::"),
        (1, "192.0.2.1", ("[::ffff:198.51.100.1]:443",), "198.51.100.1"),
    ],
)
def test_the_address_is_that_of_whom_the_trusted_proxies_speak_for(
    settings: Settings, proxies: int, client: str | None, forwarded: tuple[str, ...], address: str | None
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    assert address_of(scope(client, *forwarded)) == address


@pytest.mark.long
def test_the_site_throws_a_flooder_out_and_then_lets_it_wait_outside_but_nobody_else(live_site: LiveSite) -> None:
    assert [flood(live_site), flood(live_site)] == [4429, 4429]
    assert 403 in (flood(live_site), flood(live_site))
    with live_site.socket("/ws/lobby/") as other:
        other.send('{"type":"ping"}')
        while '"pong"' not in other.recv(timeout=10):
            pass
    assert "too many sockets from 127.0.0.3" in live_site.log


def flood(site: LiveSite) -> int:
    """Pour in more frames than a socket may: the code with which it was closed, or the status of the refusal.

    All at once: of what is sent after the close nothing is read, and a reset may then overtake the code.
    """
    about = {"origin": Origin(site.url), "source_address": ("127.0.0.3", 0), "proxy": None}
    try:
        with connect(f"ws://127.0.0.1:{site.port}/ws/lobby/", **about) as socket:  # type: ignore[arg-type]
            try:
                socket.socket.sendall(frame(BINARY, b"x" * 100) * 50)
                while True:
                    socket.recv(timeout=5)
            except (ConnectionClosed, OSError):
                return socket.close_code or 0
    except InvalidStatus as refusal:
        return refusal.response.status_code

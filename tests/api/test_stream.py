"""The stream: what waits, then what changes, until the token is revoked, the player locked out, or the caller gone."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from channels.layers import channel_layers, get_channel_layer
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.tokens import make_token, revoke_token
from cribsite.asgi import application
from games.api import stream
from games.broadcast import player_group, token_group
from games.engine.moves import Cut
from games.models import Match
from games.services import endings, lobby
from games.services.lobby import Terms
from tests.games.conftest import lose_broadcasts
from tests.games.players import NOW, new_player, position, send, started

__all__ = ["lose_broadcasts"]

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 10  # seconds until a line that does not come is missed
Line = dict[str, Any]
OpenStream = Callable[..., Awaitable["OpenedStream"]]


class OpenedStream:
    """A call of the stream on the site's real ASGI application, in this process."""

    def __init__(self, secret: str) -> None:
        headers = [(b"authorization", f"Bearer {secret}".encode()), (b"host", b"127.0.0.1")]
        scope = {"type": "http", "method": "GET", "path": "/api/v1/stream", "query_string": b"", "headers": headers}
        self.http = ApplicationCommunicator(application, scope)

    async def ask(self) -> dict[str, Any]:
        """What the answer begins with."""
        await self.http.send_input({"type": "http.request", "body": b""})
        begun: dict[str, Any] = await self.http.receive_output(PATIENCE)
        return begun

    async def start(self) -> dict[bytes, bytes]:
        """The headers of the answer."""
        begun = await self.ask()
        assert begun["status"] == 200
        return {name.lower(): value for name, value in begun["headers"]}

    async def chunk(self) -> str | None:
        """What is sent next; None at the end."""
        while True:
            message = await self.http.receive_output(PATIENCE)
            if message.get("body"):
                return str(message["body"].decode())
            if not message.get("more_body"):
                return None

    async def line(self) -> Line | None:
        """The next line that says something; None at the end. Raises TimeoutError where none comes."""
        async with asyncio.timeout(PATIENCE):
            return await self._line()

    async def _line(self) -> Line | None:
        while (chunk := await self.chunk()) is not None:
            if not chunk.startswith(":"):
                assert chunk.startswith("data: ")
                assert chunk.endswith("\n\n")
                line: Line = json.loads(chunk.removeprefix("data: "))
                return line
        return None

    async def leave(self) -> None:
        await self.http.send_input({"type": "http.disconnect"})
        await self.http.wait(PATIENCE)


@pytest.fixture
async def open_stream(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[OpenStream]:
    """Opens the stream of a player. A keep-alive comes ten times a second."""
    channel_layers.backends.clear()  # a layer belongs to the event loop of one test
    monkeypatch.setattr(stream, "KEEP_ALIVE_EVERY", 0.1)
    opened: list[OpenedStream] = []

    async def open_one(user: User) -> OpenedStream:
        one = OpenedStream(await database_sync_to_async(make_token)(user, "test", timezone.now()))
        opened.append(one)
        headers = await one.start()
        assert headers[b"content-type"] == b"text/event-stream"
        assert await one.chunk() == stream.KEEP_ALIVE
        return one

    yield open_one
    for one in opened:
        one.http.stop(exceptions=False)


def expected(match: Match, ply: int, your_turn: bool, challenge: bool = False) -> Line:
    return {"match": match.pk, "ply": ply, "your_turn": your_turn, "challenge": challenge}


begin = database_sync_to_async(started)
cut = database_sync_to_async(lambda match, user: send(match, user, Cut(user.username)))
ply_of = database_sync_to_async(lambda match: position(match).ply)


async def test_what_waits_comes_first_and_nothing_else(open_stream: OpenStream, ana: User, ben: User) -> None:
    waiting, answered, over = await begin(ana, ben), await begin(ana, ben), await begin(ana, ben)
    await cut(answered, ana)
    await database_sync_to_async(endings.abort)(over.pk, ana, NOW)
    challenge = await database_sync_to_async(lobby.create_match)(ben, Terms(Match.Opponent.NAMED, invited=ana), NOW)
    one = await open_stream(ana)
    lines = [await one.line(), await one.line()]
    assert expected(waiting, 1, True) in lines
    assert expected(challenge, 0, False, challenge=True) in lines
    await cut(waiting, ana)
    assert await one.line() == expected(waiting, 2, False), "so nothing else had been told"


async def test_each_change_is_one_line(open_stream: OpenStream, match: Match, ana: User, ben: User) -> None:
    anas, bens = await open_stream(ana), await open_stream(ben)
    assert await anas.line() == await bens.line() == expected(match, 1, True)
    await cut(match, ana)
    assert await anas.line() == expected(match, 2, False)
    assert await bens.line() == expected(match, 2, True)
    await cut(match, ben)
    ply = await ply_of(match)
    assert await anas.line() == await bens.line() == expected(match, ply, True)
    await database_sync_to_async(endings.resign)(match.pk, ben, NOW)
    assert await anas.line() == await bens.line() == expected(match, ply + 1, False)


async def test_others_matches_are_not_told(
    open_stream: OpenStream, match: Match, ana: User, ben: User, cleo: User
) -> None:
    cleos = await open_stream(cleo)
    await cut(match, ana)
    own = await begin(cleo, ben)
    assert (await cleos.line() or {})["match"] == own.pk


async def test_a_line_that_got_lost_comes_with_the_keep_alive(
    open_stream: OpenStream, match: Match, ana: User, ben: User, lose_broadcasts: Any
) -> None:
    one = await open_stream(ana)
    assert await one.line() == expected(match, 1, True)
    with lose_broadcasts():
        await cut(match, ben)
        await cut(match, ana)
    assert await one.line() == expected(match, await ply_of(match), True)


async def test_it_ends_when_the_token_is_revoked(
    open_stream: OpenStream, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "KEEP_ALIVE_EVERY", 1000.0)
    one = await open_stream(ana)
    token = await ApiToken.objects.aget()
    await database_sync_to_async(revoke_token)(token, timezone.now())
    assert await one.line() is None


async def test_it_ends_when_the_player_is_locked_out(open_stream: OpenStream, match: Match, ana: User) -> None:
    one = await open_stream(ana)
    assert await one.line() is not None
    await User.objects.filter(pk=ana.pk).aupdate(is_active=False)
    assert await one.line() is None


async def test_who_goes_leaves_nothing_behind(
    open_stream: OpenStream, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    layer = get_channel_layer()
    assert layer is not None
    leave, left = layer.group_discard, []

    async def note(group: str, channel: str) -> None:
        left.append(group)
        await leave(group, channel)

    monkeypatch.setattr(layer, "group_discard", note)
    one = await open_stream(ana)
    token = await ApiToken.objects.aget()
    await one.leave()
    assert left == [player_group(ana.pk), token_group(token.pk)]


async def refused(user: User) -> tuple[dict[bytes, bytes], dict[str, str]]:
    """The headers of the answer to one stream more, and what it says."""
    one = OpenedStream(await database_sync_to_async(make_token)(user, "one more", timezone.now()))
    begun = await one.ask()
    assert begun["status"] == 429
    return dict(begun["headers"]), json.loads(await one.chunk() or "")["error"]


async def test_the_sixth_stream_of_a_player_is_refused_in_words(open_stream: OpenStream, ana: User, ben: User) -> None:
    streams = [await open_stream(ana) for _ in range(5)]
    headers, error = await refused(ana)
    assert (error["code"], error["reason"]) == ("too_many_requests", "too_many_streams")
    assert error["message"] == "You have 5 streams open already. Close one of them first."
    assert headers[b"Retry-After"] == b"60"
    await open_stream(ben)
    await streams[0].leave()
    await open_stream(ana)


async def test_of_streams_that_come_in_one_moment_no_more_than_five_stay(open_stream: OpenStream, ana: User) -> None:
    token = await database_sync_to_async(make_token)(ana, "test", timezone.now())
    streams = [OpenedStream(token) for _ in range(12)]
    begun = await asyncio.gather(*(one.ask() for one in streams))
    told = [await one.chunk() for one, answer in zip(streams, begun, strict=True) if answer["status"] == 200]
    assert told.count(stream.KEEP_ALIVE) == 5
    assert {answer["status"] for answer in begun} <= {200, 429}
    for one in streams:
        one.http.stop(exceptions=False)


async def test_a_process_has_room_for_a_number_of_streams(
    open_stream: OpenStream, ana: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "MOST", 2)
    await open_stream(ana)
    await open_stream(ana)
    _headers, error = await refused(ben)
    assert (error["code"], error["reason"]) == ("too_many_requests", "no_room_for_streams")


async def test_forty_streams_share_their_way_to_the_database(
    open_stream: OpenStream, match: Match, ana: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten of them hear of a change at once, and all look again ten times a second."""
    others = [await database_sync_to_async(new_player)(f"other{number}") for number in range(6)]
    connections, peaks = set(), []
    connect = BaseDatabaseWrapper.connect

    def note(connection: BaseDatabaseWrapper) -> None:
        connect(connection)
        connections.add(connection)
        peaks.append(sum(each.connection is not None for each in connections))

    streams = {user: [await open_stream(user) for _ in range(5)] for user in (ana, ben, *others)}
    for one in (*streams[ana], *streams[ben]):
        assert await one.line() == expected(match, 1, True)
    monkeypatch.setattr(BaseDatabaseWrapper, "connect", note)
    await cut(match, ana)
    for one in streams[ben]:
        assert await one.line() == expected(match, 2, True)
    assert max(peaks) <= 2, "that of all streams, and that of the move"

"""The stream of what waits for a player: one line a change, as server-sent events.

Between lines a stream holds no connection to the database; and all streams of a process read by one thread, hence by
one connection, however many of them hear of a change at once.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from typing import Any

from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.db import close_old_connections
from django.db.models import Exists, OuterRef, Q, Subquery
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from ninja import Router

from accounts.models import ApiToken
from accounts.tokens import is_still_good
from games.api.access import token_of
from games.api.schemas import Error
from games.broadcast import player_group, token_group
from games.models import Match, Seat
from games.selectors import UNFINISHED
from games.services.errors import Refused

router = Router(tags=["stream"])

KEEP_ALIVE_EVERY = 15.0  # seconds; at the latest then it is seen that a player was locked out
KEEP_ALIVE = ": keep-alive\n\n"
MOST_OF_A_PLAYER = 5  # open at a time in one process, by all tokens of the player together
MOST = 300  # of all players: each has a thread of its own, which waits with it
CONTENT = {"text/event-stream": {"schema": {"type": "string"}}}

Line = dict[str, Any]

_open: set["Stream"] = set()
_reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="streams")


@router.get(
    "stream",
    response={frozenset({401, 403, 429}): Error},
    openapi_extra={"responses": {200: {"description": "One line a change.", "content": CONTENT}}},
)
async def stream(request: HttpRequest) -> HttpResponseBase:
    """All matches that wait for you, then a line for each change: match, ply, your_turn."""
    begun = Stream(token_of(request))
    begun.require_room()
    answer = StreamingHttpResponse(begun.chunks(), content_type="text/event-stream")
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"  # a proxy must not wait for more
    return answer


class Stream:
    """One open stream. `told` is the last line of each match, so that nothing is told twice."""

    def __init__(self, token: ApiToken) -> None:
        self.token_id = token.pk
        self.user_id = token.user_id
        self.groups = (player_group(token.user_id), token_group(token.pk))
        self.told: dict[str, Line] = {}

    def require_room(self) -> None:
        """Raises `Refused` where the player, or the site, has enough streams open in this process."""
        if sum(one.user_id == self.user_id for one in _open) >= MOST_OF_A_PLAYER:
            raise Refused("too_many_streams", most=MOST_OF_A_PLAYER)
        if len(_open) >= MOST:
            raise Refused("no_room_for_streams")

    async def chunks(self) -> AsyncIterator[str]:
        """What is sent, until the token opens nothing any more or the caller goes.

        Of streams that were asked for in the same moment, those that are too many end at once.
        """
        await sync_to_async(close_old_connections)()  # by which the token was found
        try:
            self.require_room()
        except Refused:
            return
        _open.add(self)
        try:
            async with aclosing(self._chunks()) as chunks:
                async for chunk in chunks:
                    yield chunk
        finally:
            _open.discard(self)

    async def _chunks(self) -> AsyncGenerator[str]:
        layer = get_channel_layer()
        assert layer is not None
        channel: str = await layer.new_channel("stream")
        await self._enter(layer, channel)  # before the first read, so that no change falls in between
        receiving = asyncio.ensure_future(layer.receive(channel))
        try:
            is_open = await self._is_good()
            if is_open:
                yield KEEP_ALIVE
                for line in await self._waiting():
                    yield line
            while is_open and await self._is_open(receiving):
                if receiving.done():
                    lines = await self._changed(receiving.result())
                    receiving = asyncio.ensure_future(layer.receive(channel))
                else:
                    yield KEEP_ALIVE
                    await self._enter(layer, channel)  # a layer forgets its members after a day
                    lines = await self._waiting()  # and may lose a message
                for line in lines:
                    yield line
        finally:
            receiving.cancel()
            for group in self.groups:
                await layer.group_discard(group, channel)

    async def _enter(self, layer: Any, channel: str) -> None:
        for group in self.groups:
            await layer.group_add(group, channel)

    async def _is_open(self, receiving: "asyncio.Future[Any]") -> bool:
        """Once something came, or nothing for a while: whether the stream goes on."""
        await asyncio.wait({receiving}, timeout=KEEP_ALIVE_EVERY)
        return await self._is_good()

    async def _is_good(self) -> bool:
        return bool(await _read(is_still_good, self.token_id, timezone.now()))

    async def _waiting(self) -> list[str]:
        return self._new(await _read(waiting_lines, self.user_id))

    async def _changed(self, message: Line) -> list[str]:
        if "match" not in message:
            return []
        return self._new(await _read(lines_of, self.user_id, Q(pk=message["match"])))

    def _new(self, lines: list[Line]) -> list[str]:
        new = [line for line in lines if self.told.get(line["match"]) != line]
        self.told |= {line["match"]: line for line in new}
        return [f"data: {json.dumps(line)}\n\n" for line in new]


async def _read(what: Callable[..., Any], *about: object) -> Any:
    """Not in the caller's own context, where each would have a thread and a connection of its own."""
    return await database_sync_to_async(what, thread_sensitive=False, executor=_reader)(*about)


def waiting_lines(user_id: int) -> list[Line]:
    """A line for every match and challenge that waits for the player, oldest first."""
    to_decide = Exists(Seat.objects.filter(match=OuterRef("pk"), user=user_id).exclude(decision=""))
    challenged = Q(invited=user_id, status=Match.State.OPEN)
    return lines_of(user_id, Q(to_decide, status__in=UNFINISHED) | challenged)


def lines_of(user_id: int, which: Q) -> list[Line]:
    """How some matches stand for the player."""
    mine = Seat.objects.filter(match=OuterRef("pk"), user=user_id).values("decision")
    matches = Match.objects.filter(which).annotate(decision=Subquery(mine)).order_by("created_at")
    values = matches.values_list("pk", "ply", "decision", "status", "invited")
    return [
        {
            "match": match_id,
            "ply": ply,
            "your_turn": bool(decision),
            "challenge": status == Match.State.OPEN and invited == user_id,
        }
        for match_id, ply, decision, status, invited in values
    ]

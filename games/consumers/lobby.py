"""The socket of the lobby: its lists, whenever they change."""

import asyncio
from time import monotonic
from typing import Any

from channels.db import database_sync_to_async
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from games.broadcast import LOBBY
from games.consumers.base import SiteConsumer
from games.lobby import render_mine, render_open
from games.selectors import has_own_list

GATHERING = 0.3  # seconds in which changes are gathered into one drawing; one that is no older will do for a ping

_drawing: dict[str, asyncio.Task[str]] = {}  # drawings that are not begun
_last: dict[str, tuple[float, str]] = {}  # when it was begun, and what came of it


class LobbyConsumer(SiteConsumer):
    """One page of the lobby, which may be read without being logged in."""

    sending: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        self.sent: dict[str, str] = {}
        self.is_open_list_due = False
        await self.enter(LOBBY)
        await self._send(open=await self._open(), **await self._mine())

    async def disconnect(self, code: int) -> None:
        if self.sending is not None:
            self.sending.cancel()

    async def handle_ping(self, message: dict[str, Any]) -> None:
        await self._send(open=await self._open(age=GATHERING), **await self._mine())
        await self.tell_announcements(message.get("announced"))
        await self.tell_pong()

    async def lobby_changed(self, message: dict[str, Any]) -> None:
        """A change among the player's own games, which names the match, or among the open tables."""
        if "match" in message:
            await self._guarded(self._send_mine)
            await self._guarded(self.tell_waiting, None)
            return
        self.is_open_list_due = True
        if self.sending is None or self.sending.done():
            self.sending = asyncio.create_task(self._guarded(self._send_open_while_due))

    async def table_started(self, message: dict[str, Any]) -> None:
        started = reverse("table", args=[message["match"]])
        await self._guarded(self.send_json, {"type": "lobby", "html": {}, "started": started})

    async def _send_mine(self) -> None:
        await self._send(**await self._mine())

    async def _mine(self) -> dict[str, str]:
        if self.user is None:
            return {}
        return {"mine": await database_sync_to_async(self._draw_mine)(self.user)}

    async def _send_open_while_due(self) -> None:
        while self.is_open_list_due:
            self.is_open_list_due = False
            await self._send(open=await self._open(wait=GATHERING))

    async def _open(self, wait: float = 0.0, age: float = 0.0) -> str:
        html = await _open_for_all(self.language, wait, age)
        if self.user is not None and await database_sync_to_async(has_own_list)(self.user):
            html = await database_sync_to_async(_draw_open)(self.user, self.language)
        return html

    async def _send(self, **html: str) -> None:
        changed = {region: text for region, text in html.items() if self.sent.get(region) != text}
        self.sent |= changed
        if changed:
            await self.send_json({"type": "lobby", "html": changed})

    def _draw_mine(self, user: User) -> str:
        with translation.override(self.language):
            return render_mine(user, timezone.now())


def _draw_open(user: User | None, language: str) -> str:
    with translation.override(language):
        return render_open(user, timezone.now())


async def _open_for_all(language: str, wait: float, age: float) -> str:
    """The open tables as everybody sees them who has no list of the own: drawn once for all, however many look on.

    The drawing is begun `wait` seconds after somebody asked, or is one that was begun no more than `age` seconds ago.
    """
    begun, html = _last.get(language, (float("-inf"), ""))
    if monotonic() - begun < age:
        return html
    if language not in _drawing:
        _drawing[language] = asyncio.ensure_future(_gather_and_draw(language, wait))
    return await asyncio.shield(_drawing[language])


async def _gather_and_draw(language: str, wait: float) -> str:
    await asyncio.sleep(wait)
    html: str = await database_sync_to_async(_draw_for_all)(language)
    return html


def _draw_for_all(language: str) -> str:
    _drawing.pop(language, None)  # who asks from now on wants a newer drawing
    begun = monotonic()
    html = _draw_open(None, language)
    _last[language] = (begun, html)
    return html

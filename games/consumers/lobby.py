"""The socket of the lobby: its lists, whenever they change."""

from typing import Any

from channels.db import database_sync_to_async
from django.urls import reverse
from django.utils import timezone, translation

from games.broadcast import LOBBY
from games.consumers.base import SiteConsumer
from games.lobby import render_lobby


class LobbyConsumer(SiteConsumer):
    """One page of the lobby, which may be read without being logged in."""

    async def begin(self) -> None:
        self.sent: dict[str, str] = {}
        await self.enter(LOBBY)
        await self._send_lists()

    async def handle_ping(self, _message: dict[str, Any]) -> None:
        await self._send_lists()
        await self.send_json({"type": "pong"})

    async def lobby_changed(self, message: dict[str, Any]) -> None:
        await self._guarded(self._send_lists)
        await self._guarded(self.tell_waiting, None)

    async def table_started(self, message: dict[str, Any]) -> None:
        started = reverse("table", args=[message["match"]])
        await self._guarded(self.send_json, {"type": "lobby", "html": {}, "started": started})

    async def _send_lists(self) -> None:
        html = await database_sync_to_async(self._render)()
        changed = {name: text for name, text in html.items() if self.sent.get(name) != text}
        self.sent |= changed
        if changed:
            await self.send_json({"type": "lobby", "html": changed})

    def _render(self) -> dict[str, str]:
        with translation.override(self.language):
            return render_lobby(self.user, timezone.now())

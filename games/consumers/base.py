"""What every socket of the site shares: who is there, in which language, how fast, and what ends it."""

import json
import logging
import time
from typing import Any
from urllib.parse import parse_qs

from autobahn.exception import Disconnected
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.utils import timezone, translation

from accounts.conduct.standing import is_shut_out
from accounts.models import User
from cribsite.announcements import COOKIE, announcements_for, mark_of
from games.broadcast import player_group, session_mark
from games.bucket import TokenBucket
from games.compact import render_compact
from games.engine.errors import MoveError, UnparsableMove
from games.refusals import explain
from games.waiting import Waiting, waiting_for

logger = logging.getLogger(__name__)

LOGGED_OUT = 4401
FORBIDDEN = 4403
NOT_FOUND = 4404
TOO_FAST = 4429
MESSAGES_AT_ONCE = 40
MESSAGES_A_SECOND = 5
LOOKS = ("ping", "table")  # much is read for each; a page asks when it is opened or woken, and every 25 seconds
LOOKS_AT_ONCE = 20
LOOKS_A_SECOND = 0.1
LANGUAGE_CODES = [code for code, _name in settings.LANGUAGES]


class SiteConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """A JSON socket. Subclasses give `begin`, and a `handle_…` method for each type of message."""

    async def connect(self) -> None:
        await self.accept()  # before any close, or the browser sees no code
        user = self.scope["user"]
        self.user: User | None = user if user.is_authenticated else None
        self.language = self._language()
        self.bucket = TokenBucket(MESSAGES_AT_ONCE, MESSAGES_A_SECOND, time.monotonic())
        self.looks = TokenBucket(LOOKS_AT_ONCE, LOOKS_A_SECOND, time.monotonic())
        self.is_closing = False
        self.waiting: Waiting | None = None
        if self.user is not None:
            await self.enter(player_group(self.user.pk))
            await self.require_session()  # read anew: what was told before the group was entered nobody heard here
        await self._guarded(self.begin)

    async def begin(self) -> None:
        raise NotImplementedError

    def asked(self, name: str) -> str:
        """What the page says of this name in the address of the socket; empty if nothing."""
        query: str = self.scope["query_string"].decode("latin-1")
        return parse_qs(query).get(name, [""])[0]

    def _language(self) -> str:
        language = self.asked("language")
        return language if language in LANGUAGE_CODES else settings.LANGUAGE_CODE

    async def enter(self, group: str) -> None:
        self.groups.append(group)
        await self.channel_layer.group_add(group, self.channel_name)

    async def turn_away(self, code: int) -> None:
        """Close the socket; what is still on its way, from the page or from others, is no longer answered."""
        if not self.is_closing:
            self.is_closing = True
            await self.close(code)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self.bucket.take(time.monotonic()):
            await self.turn_away(TOO_FAST)
        await self._guarded(self._handle, text_data)

    async def _handle(self, text: str | None) -> None:
        message = _parse(text)
        handler = getattr(self, f"handle_{message.get('type')}", None)
        if handler is None:
            raise UnparsableMove("unknown_action")
        if message["type"] in LOOKS and not self.looks.take(time.monotonic()):
            await self._look_no_more(message["type"])
        elif await self.require_session():
            await handler(message)

    async def _look_no_more(self, kind: str) -> None:
        """A page that is woken again and again hears that the line holds, and no more is read for it."""
        if kind == "ping":
            await self.tell_pong()
        else:
            await self.turn_away(TOO_FAST)

    async def tell_pong(self) -> None:
        await self.send_json({"type": "pong"})

    async def _guarded(self, handler: Any, *args: Any) -> None:
        """Answer what is refused; log what breaks. The socket stays either way."""
        if self.is_closing:
            return
        try:
            await handler(*args)
        except MoveError as error:
            await self.refuse(error)
        except Exception:
            logger.exception("a message on %s failed", self.scope["path"])
            await self.refuse(UnparsableMove("failed"))

    async def refuse(self, error: MoveError) -> None:
        with translation.override(self.language):
            message = explain(error)
        await self.send_json({"type": "error", "code": error.key, "message": message})

    async def send_json(self, message: dict[str, Any]) -> None:
        try:
            await self.send(json.dumps(message, separators=(",", ":"), ensure_ascii=False))
        except Disconnected:  # the page went away while this was drawn; that it did is the next to be heard
            self.is_closing = True

    async def tell_waiting(self, here: str | None) -> None:
        """Tell how many other games wait for the player, where that changed."""
        if self.user is None:
            return
        news = await database_sync_to_async(self._waiting)(here)
        if news != self.waiting:
            self.waiting = news
            await self.send_json(news.message())

    def _waiting(self, here: str | None) -> Waiting:
        assert self.user is not None
        with translation.override(self.language):
            return waiting_for(self.user, here)

    async def tell_announcements(self, shown: object) -> None:
        """Bring what is announced to a page whose ping says that it shows something else, by its mark."""
        if not isinstance(shown, str):  # a program shows no announcements
            return
        news = await database_sync_to_async(self._announced)(shown)
        if news:
            await self.send_json({"type": "announcements", **news})

    def _announced(self, shown: str) -> dict[str, str]:
        with translation.override(self.language):
            told = announcements_for(self.scope.get("cookies", {}).get(COOKIE, ""), timezone.now())
            if mark_of(told) == shown:
                return {}
            return {"mark": mark_of(told), "html": render_compact("announcements.html", {"announcements": told})}

    async def require_session(self) -> bool:
        """Close the socket of a player who is no longer logged in, or is shut out; whether it stays open."""
        if self.user is None:
            return True
        refusal = await database_sync_to_async(_why_not)(self.user, self.scope["session"])
        if refusal:
            await self.turn_away(refusal)
        return not refusal

    async def session_ended(self, message: dict[str, Any]) -> None:
        if message["session"] == session_mark(self.scope["session"].session_key or ""):
            await self.turn_away(LOGGED_OUT)

    async def player_shut_out(self, _message: dict[str, Any]) -> None:
        await self.turn_away(FORBIDDEN)

    async def table_changed(self, message: dict[str, Any]) -> None:
        """For the table alone; a player's other sockets hear it too."""

    async def table_refresh(self, message: dict[str, Any]) -> None:
        """For the table alone."""

    async def table_call(self, message: dict[str, Any]) -> None:
        """For the table alone."""

    async def table_started(self, message: dict[str, Any]) -> None:
        """For the lobby alone."""

    async def lobby_changed(self, message: dict[str, Any]) -> None:
        """For the lobby alone."""


def _parse(text: str | None) -> dict[str, Any]:
    try:
        message = json.loads(text or "")
    except (ValueError, RecursionError) as error:
        raise UnparsableMove("not_a_move") from error
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise UnparsableMove("not_a_move")
    return message


def _why_not(user: User, session: SessionBase) -> int:
    """The code to close with, or 0.

    The session must be stored still, for an active player who is not shut out and whose password is the one that it
    was opened with.
    """
    stored = session.__class__(session.session_key)  # what the socket has was read when it was opened
    player = User.objects.filter(pk=user.pk, is_active=True).first()
    if player is None or stored.get(HASH_SESSION_KEY) != player.get_session_auth_hash():
        return LOGGED_OUT
    return FORBIDDEN if is_shut_out(player, timezone.now()) else 0


class NoSuchSocket(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Every other path."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NOT_FOUND)

"""The socket of a table: moves in, frames out."""

import asyncio
from collections.abc import Sequence
from typing import Any

from channels.db import database_sync_to_async
from django.utils import timezone, translation

from games import protocol, talking
from games.broadcast import table_group
from games.compact import Piece, difference, mark
from games.consumers.base import FORBIDDEN, LOGGED_OUT, NOT_FOUND, SiteConsumer
from games.engine.errors import MoveError
from games.models import Match
from games.presence import Absence, Arrival, absence_of, arrive, look
from games.render import Frame, Update, update_since
from games.selectors import find_match, may_see, seat_number
from games.services import moves, school, talk
from games.services.errors import Forbidden
from games.services.table import end_if_overdue
from games.words import missed_by

_shared: dict[tuple[object, ...], asyncio.Task[Update]] = {}


class TableConsumer(SiteConsumer):
    """One page at one table.

    It shows ply `shown`, drawn when the match had ply `known`; `heard` is the newest ply that it has heard of.
    Its regions are `drawn`; those that this socket brought are the base of differences, as they were `sent` last.
    `absence` is the opponent's, as the last ping found it.
    """

    async def begin(self) -> None:
        self.match_id: str = self.scope["url_route"]["kwargs"]["match_id"]
        self.known = self.heard = -1
        self.absence: Absence | None = None
        await self.enter(table_group(self.match_id))  # before the first read, so that no change falls in between
        await self._show_anew(marks=self.asked("shows").split("."))

    async def _show_anew(self, marks: Sequence[str] = ()) -> None:
        """The whole table, but for regions that bear one of these marks: the page shows them as it came."""
        self.shown: int | None = None
        self.marks = marks
        self.arrival = Arrival()
        refusal = await database_sync_to_async(self._find_seat)()
        if refusal:
            await self.turn_away(refusal)
            return
        await self._catch_up()
        await self._tell_missed()

    def _find_seat(self) -> int:
        """Learn which seat this is (None: a watcher); the close code if there is nothing to see, else 0."""
        end_if_overdue(self.match_id, timezone.now())
        match = find_match(self.match_id)
        user_id = self.user.pk if self.user else None
        if match is None:
            return NOT_FOUND
        if not may_see(match, user_id):
            return FORBIDDEN if self.user else LOGGED_OUT
        self.seat = seat_number(match, user_id)
        self.is_slow = match.is_slow
        self._note_presence(match)
        self.is_seat_free = match.status == Match.State.OPEN
        self.heard = max(self.heard, match.ply)
        return 0

    def _note_presence(self, match: Match) -> None:
        """Whoever looks at a slow game needs no letter about it; in others the opponent may wait for this player."""
        if self.is_slow and self.user is not None and self.seat is not None:
            look(self.match_id, self.user.pk)
        self.arrival = arrive(match, self.seat, timezone.now(), by_live_page=True)
        self.absence = self.arrival.absence

    async def _tell_missed(self) -> None:
        """Tell who comes back that the opponent was told."""
        if self.arrival.was_missed and self.seat is not None:
            message = await database_sync_to_async(self._missed)(1 - self.seat)
            await self.send_json({"type": "notice", "message": message})

    def _missed(self, seat: int) -> str:
        match = find_match(self.match_id)
        with translation.override(self.language):
            return missed_by(match.seats.all()[seat]) if match is not None else ""

    async def handle_ping(self, message: dict[str, Any]) -> None:
        """Answer with the ply; catch up with what may have been lost, or been ended by time in another process."""
        await database_sync_to_async(end_if_overdue)(self.match_id, timezone.now())
        match = await database_sync_to_async(find_match)(self.match_id)
        if match is not None:
            await self._look_around(match, match.ply != self.known or message.get("ply") != self.shown)
        await self.tell_waiting(self.match_id)
        await self.tell_announcements(message.get("announced"))
        await self.tell_pong()

    async def tell_pong(self) -> None:
        await self.send_json({"type": "pong", "ply": self.shown})

    async def _look_around(self, match: Match, is_behind: bool) -> None:
        """Be seen, and see whether the opponent is; a countdown that is running or was is drawn as it stands now."""
        was_alone = self.absence is not None
        await database_sync_to_async(self._note_presence)(match)
        if is_behind or was_alone or self.absence is not None:
            self.heard = max(self.heard, match.ply)
            await self._catch_up()
        await self._tell_missed()

    async def handle_table(self, _message: dict[str, Any]) -> None:
        """The page wants the whole table."""
        await self._show_anew()

    async def handle_move(self, message: dict[str, Any]) -> None:
        user = self._player()
        try:
            submission = protocol.parse(message)
            now = timezone.now()
            await database_sync_to_async(moves.submit_move)(self.match_id, user, submission, now)
        except MoveError as error:
            await self.refuse(error)
        await self._catch_up()

    async def handle_go_on(self, message: dict[str, Any]) -> None:
        ply = protocol.parse_ply(message.get("ply"))
        await database_sync_to_async(moves.go_on)(self.match_id, self._player(), ply, timezone.now())
        await self._catch_up()

    async def handle_talk(self, message: dict[str, Any]) -> None:
        """What is said comes back to both players by the refresh that follows."""
        act = talking.parse(message)
        await database_sync_to_async(talk.talk)(self.match_id, self._player(), act, timezone.now())

    async def handle_school(self, message: dict[str, Any]) -> None:
        """Cards of the own hand, put forward as one combination."""
        cards, decision = protocol.parse_cards(message.get("cards")), str(message.get("decision"))
        put_forward = database_sync_to_async(school.put_forward)
        try:
            await put_forward(self.match_id, self._player(), decision, cards, timezone.now())
        except MoveError as error:
            await self.refuse(error)
        await self._catch_up()

    def _player(self) -> Any:
        if self.user is None:
            raise Forbidden("log_in_first")
        return self.user

    async def table_changed(self, message: dict[str, Any]) -> None:
        if message["match"] == self.match_id and message["ply"] > self.known:
            self.heard = max(self.heard, message["ply"])
            await self._guarded(self._hear)

    async def lobby_changed(self, message: dict[str, Any]) -> None:
        """Something changed among the player's own games; only another than this one may wait more or less for it."""
        if message["match"] != self.match_id:
            await self._guarded(self.tell_waiting, self.match_id)

    async def table_refresh(self, message: dict[str, Any]) -> None:
        if message["match"] == self.match_id:
            await self._guarded(self._hear)

    async def table_call(self, message: dict[str, Any]) -> None:
        """A page behind other tabs pings seldom, but answers when it is asked."""
        if message["match"] == self.match_id and not self.is_closing:
            await self.send_json({"type": "call"})

    async def _hear(self) -> None:
        """Catch up with what others did, if the page may still be told."""
        if await self.require_session():
            if self.absence is not None:
                self.absence = await database_sync_to_async(self._absence)()
            # Whoever looks on at a table with a free seat may have sat down by another page.
            await (self._show_anew() if self.is_seat_free else self._catch_up())

    def _absence(self) -> Absence | None:
        match = find_match(self.match_id)
        if match is None or self.seat is None:
            return None
        return absence_of(match, list(match.seats.all()), 1 - self.seat, timezone.now())

    async def _catch_up(self) -> None:
        """Send the frames that the page lacks, each with just the regions that differ from what was sent."""
        try:
            update = await self._draw()
        except Forbidden:  # a game that is over may be its players' alone
            await self.turn_away(FORBIDDEN)
            return
        for frame in update.frames:
            await self._send_frame(frame)
        self.known = update.ply

    async def _draw(self) -> Update:
        if self.seat is not None:
            return await self._draw_alone()
        # All watchers of one language need the same drawing at the same moment: it is made once. Who has heard of a
        # newer ply than those that wait for a drawing must not share it: it may have been begun before that ply.
        key = (self.match_id, self.heard, self.shown, self.language)
        if key not in _shared:
            task = _shared[key] = asyncio.ensure_future(self._draw_alone())
            task.add_done_callback(lambda _done: _shared.pop(key, None))
        return await asyncio.shield(_shared[key])

    async def _draw_alone(self) -> Update:
        now = timezone.now()
        draw = database_sync_to_async(update_since)
        update: Update = await draw(self.match_id, self.shown, self.seat, self.language, now, self.absence)
        return update

    async def _send_frame(self, frame: Frame) -> None:
        if frame.since is None:
            self._begin_anew(frame.html)
        changed = self._changes(frame.html)
        self.shown = frame.table.ply
        if not changed and frame.since == frame.table.ply:
            return
        await self.send_json(
            {
                "type": "table",
                "since": frame.since,
                "ply": frame.table.ply,
                "now": timezone.now().isoformat(),
                "events": frame.events,
                "html": changed,
            }
        )

    def _begin_anew(self, html: dict[str, str]) -> None:
        self.sent: dict[str, str] = {}
        self.drawn = {name: inner for name, inner in html.items() if mark(name, inner) in self.marks}
        self.marks = ()

    def _changes(self, html: dict[str, str]) -> dict[str, str | tuple[Piece, ...]]:
        """The regions that differ from what the page shows: whole, or as pieces of what this socket brought."""
        changed = {name: inner for name, inner in html.items() if self.drawn.get(name) != inner}
        pieces = {
            name: difference(self.sent[name], inner) if name in self.sent else inner for name, inner in changed.items()
        }
        self.sent |= changed
        self.drawn = html
        return pieces

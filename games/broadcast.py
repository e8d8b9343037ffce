"""Telling the other processes that something changed: after the commit, and nothing but where to look."""

import logging
from collections.abc import Iterable
from hashlib import sha256

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)

LOBBY = "lobby"
Message = dict[str, str | int]


def table_group(match_id: str) -> str:
    return f"table.{match_id}"


def player_group(user_id: int) -> str:
    return f"player.{user_id}"


def token_group(token_id: int) -> str:
    return f"token.{token_id}"


def announce_table(match_id: str, ply: int, players: Iterable[int | None]) -> None:
    """Once the transaction is committed, tell everybody at the table to look, and these players wherever they are."""
    about: Message = {"match": match_id, "ply": ply}
    groups = [player_group(user_id) for user_id in players if user_id is not None]
    _send_on_commit(
        (table_group(match_id), {"type": "table.changed", **about}),
        *((group, {"type": "lobby.changed", **about}) for group in groups),
    )


def announce_refresh(group: str, match_id: str) -> None:
    """Once the transaction is committed, have the tables of this match in `group` drawn again at the same ply."""
    _send_on_commit((group, {"type": "table.refresh", "match": match_id}))


def announce_call(user_id: int, match_id: str) -> None:
    """Ask the pages of a player at this table whether they are there still."""
    _send_on_commit((player_group(user_id), {"type": "table.call", "match": match_id}))


def announce_started(user_id: int | None, match_id: str) -> None:
    """Once the transaction is committed, tell a player in the lobby that somebody sat down at the own table."""
    if user_id is not None:
        _send_on_commit((player_group(user_id), {"type": "table.started", "match": match_id}))


def announce_logout(user_id: int, session: str) -> None:
    """Have the sockets of an ended session closed; `session` is its `session_mark`."""
    _send_on_commit((player_group(user_id), {"type": "session.ended", "session": session}))


def announce_shut_out(user_id: int) -> None:
    """Once the transaction is committed, have all sockets and streams of a player closed."""
    _send_on_commit((player_group(user_id), {"type": "player.shut_out"}))


def announce_token_revoked(token_id: int) -> None:
    """Once the transaction is committed, have the streams that an API token opened ended."""
    _send_on_commit((token_group(token_id), {"type": "token.revoked"}))


def session_mark(session_key: str) -> str:
    """A name for a session that opens nothing."""
    return sha256(session_key.encode()).hexdigest()


def announce_lobby() -> None:
    """Once the transaction is committed, tell the lobby that its open tables changed."""
    _send_on_commit((LOBBY, {"type": "lobby.changed"}))


def _send_on_commit(*messages: tuple[str, Message]) -> None:
    # robust: the move is stored, so it counts even where nobody can be told now.
    transaction.on_commit(lambda: _send(*messages), robust=True)


def _send(*messages: tuple[str, Message]) -> None:
    """To each group its message; all in one go, for the way to the loop that has the layer is long."""
    layer = get_channel_layer()
    if layer is not None:
        async_to_sync(_send_by)(layer, messages)


async def _send_by(layer: BaseChannelLayer, messages: Iterable[tuple[str, Message]]) -> None:
    for group, message in messages:
        await layer.group_send(group, message)

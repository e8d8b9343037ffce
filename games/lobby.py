"""What the lobby shows a reader, for the page and for its socket."""

from datetime import datetime

from accounts.models import User
from games.compact import render_compact
from games.refusals import explain
from games.rows import Row, open_row, own_row
from games.selectors import open_tables, own_tables
from games.services.lobby import refusal_by_pause


def mine(user: User, now: datetime) -> list[Row]:
    """The rows of the player's own tables, in the language that is active."""
    return [own_row(match, user.pk, now) for match in own_tables(user)]


def open_to_all(user: User | None, now: datetime) -> list[Row]:
    """The rows of the open tables, in the language that is active."""
    user_id = user.pk if user else None
    return [open_row(match, user_id, now) for match in open_tables(now, user_id)]


def pause_notice(user: User, now: datetime) -> str:
    """Why the player begins no live games at present, in the language that is active; "" for almost everybody."""
    refusal = refusal_by_pause(user, now)
    return explain(refusal) if refusal else ""


def render_mine(user: User, now: datetime) -> str:
    """The own tables as the page holds them."""
    return render_compact("lobby/mine.html", {"mine": mine(user, now)})


def render_open(user: User | None, now: datetime) -> str:
    """The open tables as the page holds them."""
    return render_compact("lobby/open.html", {"open_tables": open_to_all(user, now)})

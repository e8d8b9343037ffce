"""What the lobby shows a reader, for the page and for its socket."""

from datetime import datetime

from accounts.models import User
from games.compact import render_compact
from games.rows import Row, open_row, own_row
from games.selectors import open_tables, own_tables


def lobby_regions(user: User | None, now: datetime) -> dict[str, list[Row]]:
    """The rows of each list, in the language that is active."""
    user_id = user.pk if user else None
    mine = [own_row(match, user.pk, now) for match in own_tables(user)] if user else []
    return {"mine": mine, "open_tables": [open_row(match, user_id, now) for match in open_tables(now)]}


def render_lobby(user: User | None, now: datetime) -> dict[str, str]:
    """The lists as the page holds them, by region."""
    rows = lobby_regions(user, now)
    return {name: render_compact(f"lobby/{name}.html", dict(rows)) for name in ("mine", "open")}

"""What players may say to each other at their table, and how long; the one parser of it, for forms and sockets."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from games.engine.errors import UnparsableMove
from games.models import Match, Remark, Seat

TALK_ON_FOR = timedelta(hours=1)  # after the end of a match
KEPT_OUT = {"Cc", "Cs"}  # controls, and halves of characters, which no database takes
UNSEEN = {"Cf", "Me", "Mn", "Zs"}  # what is nothing to look at without a sign beside it
BLANKS = set("\u115f\u1160\u2800\u3164\uffa0")  # by their category letters and symbols, but drawn as nothing
MOST_DIGITS = 18  # of an id


@dataclass(frozen=True)
class Say:
    """A phrase by its code, or text of the own."""

    phrase: str = ""
    text: str = ""


@dataclass(frozen=True)
class Switch:
    """Wanting free words at this table, or silence from the opponent."""

    name: Literal["chats", "mutes"]
    is_on: bool


@dataclass(frozen=True)
class Heard:
    """Everything up to this remark has been read."""

    remark: int


SWITCHES = {
    "chat_on": Switch("chats", True),
    "chat_off": Switch("chats", False),
    "mute": Switch("mutes", True),
    "unmute": Switch("mutes", False),
}


def parse(data: Mapping[Any, Any]) -> Say | Switch | Heard:
    """Read what was sent: the field `phrase`, `heard` or `action`, where a text has `text`. Raises `UnparsableMove`."""
    if "phrase" in data:
        return Say(phrase=_phrase(data["phrase"]))
    if "heard" in data:
        return Heard(_id(data["heard"]))
    action = data.get("action")
    if action == "text":
        return Say(text=_text(data.get("text")))
    if isinstance(action, str) and action in SWITCHES:
        return SWITCHES[action]
    raise UnparsableMove("unknown_action")


def may_talk(match: Match, seats: Sequence[Seat], now: datetime) -> bool:
    """Whether two people sit at this table, and the match runs or ended less than an hour ago."""
    if any(seat.user_id is None for seat in seats):
        return False
    return match.status == Match.State.ACTIVE or (match.ended_at is not None and now < match.ended_at + TALK_ON_FOR)


def _phrase(value: object) -> str:
    if value not in Remark.Phrase.values:
        raise UnparsableMove("unknown_phrase")
    return str(value)


def _text(value: object) -> str:
    """One line, without what cannot be shown."""
    signs = value if isinstance(value, str) else ""
    words = "".join(" " if unicodedata.category(sign) in KEPT_OUT else sign for sign in signs).split()
    line = " ".join(words)
    if not any(map(_is_seen, line)) or len(line) > Remark.LONGEST:
        raise UnparsableMove("text_length", most=Remark.LONGEST)
    return line


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign) not in UNSEEN and sign not in BLANKS


def _id(value: object) -> int:
    digits = str(value) if isinstance(value, str | int) else ""
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS):
        raise UnparsableMove("not_a_move")
    return int(digits)

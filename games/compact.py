"""Templates for the sockets, in few bytes: a phone's line may be metered, and Daphne compresses no frames."""

import json
import re
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac

Piece = str | tuple[int, int]


def render_compact(template: str, context: dict[str, Any]) -> str:
    """The template without its indentation, a tag or an attribute a line."""
    return re.sub(r"\s*\n\s*", "\n", render_to_string(template, context)).strip()


def mark(region: str, inner: str) -> str:
    """What a page names instead of a region that it shows. Keyed, for addresses of sockets are logged.

    In hexadecimal, so that it can never look like a card.
    """
    digest = salted_hmac("games.compact.mark", f"{region}\n{inner}", algorithm="sha256").digest()
    return digest[:6].hex()


@lru_cache(maxsize=1024)  # all watchers of a table are told the same
def difference(old: str, new: str) -> str | tuple[Piece, ...]:
    """`new` as pieces of lines: its own as text, those of `old` as (first, one past the last); or whole if shorter."""
    before, after = old.split("\n"), new.split("\n")
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    pieces = tuple(
        (first, last) if tag == "equal" else "\n".join(after[start:stop])
        for tag, first, last, start, stop in matcher.get_opcodes()
        if tag != "delete"
    )
    return pieces if len(json.dumps(pieces)) < len(json.dumps(new)) else new

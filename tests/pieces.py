"""What the socket of a table brings, put together as the page does it."""

from typing import Any


def put_together(regions: dict[str, str], html: dict[str, Any]) -> dict[str, str]:
    """The regions of a message, whole; `regions` are those that the page had before it."""
    return {name: text if isinstance(text, str) else _whole(regions[name], text) for name, text in html.items()}


def _whole(before: str, pieces: list[str | list[int]]) -> str:
    lines = before.split("\n")
    return "\n".join(piece if isinstance(piece, str) else "\n".join(lines[slice(*piece)]) for piece in pieces)

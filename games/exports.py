"""All of a player's games that are over as one download. Each is read when it is its turn to be sent."""

import json
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from asgiref.sync import sync_to_async
from django.db import DatabaseError
from django.http import StreamingHttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import get_language, override

from accounts.models import User
from games.history import Filters, finished_match_ids
from games.models import Match
from games.record import record_json, record_text
from games.selectors import find_match

logger = logging.getLogger(__name__)

Write = Callable[[Match], str]
Form = Literal["json", "text"]


@dataclass(frozen=True)
class Format:
    """How one match is written, and what the whole of them is."""

    write: Write
    content_type: str
    extension: str


def _json_line(match: Match) -> str:
    return json.dumps(record_json(match), ensure_ascii=False) + "\n"


def _paragraphs(match: Match) -> str:
    return record_text(match) + "\n"


FORMATS: dict[Form, Format] = {
    "json": Format(_json_line, "application/x-ndjson", "jsonl"),
    "text": Format(_paragraphs, "text/plain; charset=utf-8", "txt"),
}


def all_records(player: User, filters: Filters, form: Form) -> StreamingHttpResponse:
    """The records of the player's own games that are over and wanted, newest first.

    "json": one record of API.md a line; "text": one after the other to be read, in the language that is active.
    """
    chosen = FORMATS[form]
    written = one_by_one(finished_match_ids(player, filters), chosen.write)
    return download(written, f"cribsite-{player.username}.{chosen.extension}", chosen.content_type)


def one_by_one(match_ids: Sequence[str], write: Write) -> AsyncIterator[str]:
    """Every match as it is written, in the language that is active now. Between two of them others have their turn."""
    return _one_by_one(match_ids, write, get_language())


async def _one_by_one(match_ids: Sequence[str], write: Write, language: str | None) -> AsyncIterator[str]:
    for match_id in match_ids:
        written = await sync_to_async(_written)(match_id, write, language)
        if written:
            yield written


def _written(match_id: str, write: Write, language: str | None) -> str:
    """ "" for a match that was deleted meanwhile, and for one that is broken: the others are not to be lost with it."""
    match = find_match(match_id)
    try:
        with override(language):
            return write(match) if match is not None else ""
    except DatabaseError:
        raise
    except Exception:
        logger.exception("match %s cannot be written", match_id)
        return ""


def download(chunks: AsyncIterator[str], filename: str, content_type: str) -> StreamingHttpResponse:
    """An answer that browsers save as a file and nobody keeps on the way."""
    answer = StreamingHttpResponse(chunks, content_type=content_type)
    answer["Content-Disposition"] = content_disposition_header(True, filename)
    answer["Cache-Control"] = "no-store"
    return answer

"""Answers that are made while they are sent, taken whole."""

from collections.abc import AsyncIterator

from asgiref.sync import async_to_sync
from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase


def whole(answer: HttpResponseBase) -> str:
    """All that is sent, in the end."""
    assert isinstance(answer, StreamingHttpResponse)
    assert answer.is_async, "what is not would be gathered in memory before the first byte is sent"

    async def gather(chunks: AsyncIterator[bytes]) -> bytes:
        return b"".join([chunk async for chunk in chunks])

    return async_to_sync(gather)(answer.streaming_content).decode()  # type: ignore[arg-type]

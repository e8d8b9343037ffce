"""A client nobody wants: 1,000 bad frames a second from one address, and back at once whenever it is closed.

`python -m tests.load.flooder PORT` runs until its input ends, then prints what it did as JSON. It speaks to the sockets
of the site byte by byte, for no decent library would send such frames.
"""

import asyncio
import json
import os
import sys
import time
from collections import Counter
from contextlib import suppress
from itertools import cycle

ADDRESS = "127.0.0.2"  # not that of the players
FRAMES_A_SECOND = 1000
TICK = 0.01  # seconds; what is due goes out together
LONGEST = 1.0  # seconds with one kind of frame, where the site lets it go on
TEXT, BINARY, PING, MORE = 0x81, 0x82, 0x89, 0x00
CLOSE = b"\x88"  # that frame's first byte, which is no letter of what the lobby tells in English


def frame(head: int, payload: bytes, masked: bool = True) -> bytes:
    """One frame of RFC 6455; the mask is all zeroes, so the payload stands as it is."""
    mask = 0x80 if masked else 0
    size = len(payload)
    length = bytes([mask | size]) if size < 126 else bytes([mask | 126]) + size.to_bytes(2, "big")
    return bytes([head]) + length + (bytes(4) if masked else b"") + payload


# Each by a connection of its own: some the site may close at the first frame, others only when it is too much.
KINDS = {
    "not JSON": frame(TEXT, b"discard 5C"),
    "unknown type": frame(TEXT, b'{"type":"win","points":121}'),
    "binary": frame(BINARY, os.urandom(120)),
    "deep": frame(TEXT, b"[" * 4000),
    "pings": frame(PING, b"are you there"),
    "fragments": frame(0x01, b"{") + frame(MORE, b"x" * 100) * 20,
    "too large": frame(TEXT, b"x" * 9000),
    "unmasked": frame(TEXT, b'{"type":"ping"}', masked=False),
    "not UTF-8": frame(TEXT, b"\xff\xfe\xfd"),
    "reserved": frame(0xF3, b"?"),
}


class Flooder:
    """`did` counts frames, connections and what the site answered to them."""

    def __init__(self, port: int, path: str) -> None:
        self.port = port
        self.request = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()
        self.did: Counter[str] = Counter()

    async def run(self) -> None:
        for kind in cycle(KINDS.values()):
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._connect(kind)

    async def _connect(self, kind: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(ADDRESS, 0))
        self.did["connections"] += 1
        listening = None
        try:
            writer.write(self.request)
            answer = await reader.readuntil(b"\r\n\r\n")
            self.did[answer[9:12].decode()] += 1
            if answer.startswith(b"HTTP/1.1 101"):
                listening = asyncio.create_task(_listen(reader))
                await self._pour(kind, writer, listening)
        finally:
            if listening is not None:
                listening.cancel()
            writer.close()

    async def _pour(self, kind: bytes, writer: asyncio.StreamWriter, listening: "asyncio.Task[None]") -> None:
        start, sent = time.monotonic(), 0
        while not listening.done() and (elapsed := time.monotonic() - start) < LONGEST:
            due = int(elapsed * FRAMES_A_SECOND) + 1 - sent
            writer.write(kind * due)
            sent += due
            self.did["frames"] += due
            await writer.drain()
            await asyncio.sleep(TICK)


async def _listen(reader: asyncio.StreamReader) -> None:
    """Until the site closes the connection, or says that it will: whoever is in a hurry waits no longer."""
    with suppress(OSError):
        while (told := await reader.read(65536)) and CLOSE not in told:
            pass


async def main() -> None:
    flooder = Flooder(int(sys.argv[1]), "/ws/lobby/?language=en")
    flooding = asyncio.create_task(flooder.run())
    await asyncio.to_thread(sys.stdin.read)
    flooding.cancel()
    print(json.dumps(flooder.did))


if __name__ == "__main__":
    asyncio.run(main())

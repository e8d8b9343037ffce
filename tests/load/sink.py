"""A server that ignores whatever comes: `python -m tests.load.sink` prints its port and opens every socket."""

import asyncio
import sys
from contextlib import suppress

OPEN = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"


async def ignore(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError, asyncio.IncompleteReadError):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(OPEN)
        while await reader.read(65536):
            pass
    writer.close()


async def main() -> None:
    server = await asyncio.start_server(ignore, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main())

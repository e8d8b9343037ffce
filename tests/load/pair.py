"""One who posts and one who listens: a lane of the floor."""

import asyncio
import time

from websockets.asyncio.client import ClientConnection, connect

from tests.live import LiveSite
from tests.load.timing import Told
from tests.pages import Browser

POSTS_A_LEG = 12  # as many as a deal has moves


class Pair:
    def __init__(self, floor: LiveSite, number: int) -> None:
        self.path = f"/pairs/{number}/"
        self.browser = Browser(floor)
        self.socket: ClientConnection

    async def sit_down(self) -> None:
        address = f"ws://127.0.0.1:{self.browser.site.port}{self.path}"
        self.socket = await connect(address, proxy=None)

    async def get_up(self) -> None:
        self.browser.close()
        await self.socket.close()

    async def leg(self, told: Told) -> None:
        for _ in range(POSTS_A_LEG):
            start = time.perf_counter()
            answer = asyncio.create_task(self.browser.post(self.path, [("action", "play"), ("cards", "5H")]))
            await self.socket.recv()
            told(time.perf_counter() - start)
            assert await answer == 302

    async def rest(self) -> None:
        """Nothing has to be read here."""

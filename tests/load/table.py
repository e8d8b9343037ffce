"""A table at which two players go on for ever: a lane of the site."""

import asyncio
import time

from tests.live import LiveSite, Player
from tests.load.timing import Told
from tests.pages import Page, Sizes


class Table:
    """Two players, each with a page open. A leg is the moves of one deal, from the discards to the last card.

    Moves go by plain forms, or `by_api` as the players' own programs send them. `sizes` holds the bytes of all that
    both pages were sent.
    """

    def __init__(self, site: LiveSite, first: Player, second: Player, by_api: bool = False) -> None:
        self.site = site
        self.tokens = {player: site.token(player) for player in (first, second) if by_api}
        self.players = (first, second)
        self.pages: list[Page] = []
        self.sizes: Sizes = {"whole": [], "ply": []}

    async def sit_down(self) -> None:
        """Begin a match and play it to the first discards."""
        news = asyncio.Event()
        match = self.site.match(*self.players)
        self.pages = [Page(self.site, player, match, news, self.sizes) for player in self.players]
        for page in self.pages:
            await page.open()

    async def get_up(self) -> None:
        for page in self.pages:
            await page.close()

    async def leg(self, told: Told) -> None:
        while (mover := await self._mover()) is not None:
            await self._move(mover, told)

    async def _mover(self) -> Page | None:
        """The page that has to move now; None once both show what the deal came to."""
        first, second = self.pages
        await first.wait_until(
            lambda: bool(first.move or second.move) or all(page.is_over or page.unread_show for page in self.pages)
        )
        return next((page for page in self.pages if page.move), None)

    async def _move(self, page: Page, told: Told) -> None:
        """Send a move; it took until the opponent's socket had brought it."""
        opponent = self.pages[1 - self.pages.index(page)]
        before = page.shown
        start = time.perf_counter()
        answer = asyncio.create_task(self._send(page))
        await opponent.wait_until(lambda: opponent.shown > before)
        told(time.perf_counter() - start)
        assert await answer == (200 if self.tokens else 302)

    async def _send(self, page: Page) -> int:
        """The status of the answer."""
        if self.tokens:
            return await page.call(page.move, self.tokens[page.player])
        return await page.post(page.move)

    async def rest(self) -> None:
        """Read the show; sit down to the next match where this one is over."""
        for page in self.pages:
            await self._read(page)
        if self.pages[0].is_over:
            await self.get_up()
            await self.sit_down()

    async def _read(self, page: Page) -> None:
        while not page.is_over and not page.move:
            if page.unread_show:
                await page.go_on()
            await page.wait_until(lambda: bool(page.is_over or page.move or page.unread_show))

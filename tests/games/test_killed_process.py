"""The site is killed in the middle of a game, again and again, and the game goes on to its end."""

import asyncio
import time
from random import Random
from statistics import median
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed

from tests.forms import Fields
from tests.live import LiveSite
from tests.pages import Page

MANY = 8
KILLED_WITHIN = range(8, 40)  # moves; a game to 61 has about fifty

READ_LOG = """
from games.models import MoveRecord
answer = [str(row.move_id) for row in MoveRecord.objects.filter(match=match, move_id__isnull=False).order_by("ply")]
"""

READ_RESULT = """
from io import StringIO
from django.core.management import call_command
from games.models import Match
told = StringIO()
call_command("verify_matches", stdout=told, stderr=told)
answer = [Match.objects.get(pk=match).reason, told.getvalue().strip()]
"""


class Game:
    """Ana moves by forms, Ben by his socket. `sent` are the ids of all moves in order; `unanswered` those cut off."""

    def __init__(self, site: LiveSite, dice: Random) -> None:
        self.site, self.dice = site, dice
        ana, ben = site.players("Ana", "Ben")
        self.match = site.match(ana, ben, target=61)
        news = asyncio.Event()
        self.pages = [Page(site, player, self.match, news) for player in (ana, ben)]
        self.sent: list[str] = []
        self.unanswered: list[str] = []
        self.seconds: list[float] = []

    async def open(self) -> None:
        for page in self.pages:
            await page.open()

    async def close(self) -> None:
        for page in self.pages:
            await page.close()

    async def next_page(self) -> Page | None:
        """The page that has something to do; None once the game is over for both."""
        first, second = self.pages
        await first.wait_until(
            lambda: any(page.move or page.unread_show for page in self.pages) or (first.is_over and second.is_over)
        )
        return next((page for page in self.pages if page.move or page.unread_show), None)

    async def act(self, page: Page, is_killed: bool) -> None:
        if page.unread_show:
            await page.go_on()
            return
        move_id = str(uuid4())
        move = [*page.move, ("move_id", move_id)]
        self.sent.append(move_id)
        if is_killed:
            await self.move_while_killed(page, move)
        else:
            start = time.perf_counter()
            await self.send(page, move)
            self.seconds.append(time.perf_counter() - start)

    async def send(self, page: Page, move: Fields) -> None:
        """Returns once the site has said that the move counts. Raises ConnectionError when it dies before."""
        if page is self.pages[0]:
            assert await page.post(move) == 302
            return
        try:
            await page.say(move)
        except ConnectionClosed as error:
            raise ConnectionResetError from error

    async def move_while_killed(self, page: Page, move: Fields) -> None:
        """Kill the site at some moment of the move, start it again, and send the move again, twice."""
        delay = self.dice.uniform(0, 1.2 * median(self.seconds))
        killing = asyncio.get_running_loop().call_later(delay, self.site.kill)
        try:
            await self.send(page, move)
        except ConnectionError:
            self.unanswered.append(self.sent[-1])
        killing.cancel()
        self.site.kill()
        await self.start_again()
        for _ in range(2):
            await self.send(page, move)

    async def start_again(self) -> None:
        shown = [page.shown for page in self.pages]
        await self.close()
        self.site.start()
        stored = self.site.run(READ_LOG, match=self.match)
        assert stored == self.sent or (stored == self.sent[:-1] and self.unanswered[-1:] == self.sent[-1:])
        await self.open()
        for page, ply in zip(self.pages, shown, strict=True):
            assert page.shown >= ply, "a page had been told what is not in the log"


@pytest.mark.long
@pytest.mark.parametrize("kills", [2, MANY])
async def test_a_game_goes_on_after_every_kill_with_nothing_lost_and_nothing_doubled(
    own_site: LiveSite, kills: int
) -> None:
    dice = Random()
    game = Game(own_site, dice)
    killed = set(dice.sample(KILLED_WITHIN, kills))
    await game.open()
    while (page := await game.next_page()) is not None:
        await game.act(page, is_killed=len(game.sent) in killed)
    await game.close()

    assert own_site.run(READ_LOG, match=game.match) == game.sent
    assert own_site.run(READ_RESULT, match=game.match) == ["target", "1 matches verified, no faults."]
    assert [page.refusals for page in game.pages] == [[], []]
    assert game.unanswered or kills < MANY, "no kill fell between a move and its answer"

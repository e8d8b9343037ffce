"""An opponent who is gone, on the pages of both: shown by the own pings alone, and no longer once somebody is back."""

import re
from collections.abc import Awaitable, Callable
from html import unescape

import pytest
from channels.db import database_sync_to_async

from accounts.models import User
from games.engine.state import Phase
from games.models import Match

from .conftest import StoppedClock
from .players import browser_of, play_to
from .sockets import SocketPage, plain_frame

pytestmark = pytest.mark.django_db(transaction=True)

AtTable = Callable[..., Awaitable[SocketPage]]


@database_sync_to_async
def in_the_play(match: Match) -> int:
    """The seat that is to play; all shows are read."""
    state = play_to(match, Phase.PLAY)
    match.seats.update(read_ply=state.ply)
    assert state.to_play is not None
    return state.to_play


@pytest.fixture
def pages(at_table: AtTable, match: Match, ana: User, ben: User) -> Callable[[], Awaitable[tuple[SocketPage, ...]]]:
    """The page of the one who stays and waits, and that of the one to play, who will be gone."""

    async def open_both() -> tuple[SocketPage, ...]:
        gone = await in_the_play(match)
        users = (ana, ben)
        both = await at_table(users[1 - gone]), await at_table(users[gone])
        for page in both:
            await page.next()
        return both

    return open_both


def sentence(page: SocketPage) -> str:
    """What is said of the opponent's absence; "" for one who is here."""
    found = re.search(r'data-gone="([^"]*)"', page.regions["far"])
    return unescape(found[1]) if found else ""


async def wait(page: SocketPage, clock: StoppedClock, seconds: int) -> None:
    for _ping in range(seconds // 25):
        clock.pass_by(25)
        await page.ping()


async def test_the_own_pings_bring_the_countdown_and_then_what_may_be_done(pages, match, clock) -> None:
    stays, _gone = await pages()
    await wait(stays, clock, 50)
    assert sentence(stays) == ""
    await wait(stays, clock, 25)
    assert sentence(stays).endswith("is gone. When the countdown is over you may claim the game.")
    assert sentence(stays) in unescape(stays.regions["mine"])
    assert 'data-deadline="2026-03-14T09:02:00+00:00"' in stays.regions["far"]
    assert "Claim the game" not in stays.regions["menu"]
    await wait(stays, clock, 75)
    assert sentence(stays).endswith("is gone. You may claim the game (⋯), call it off, or wait.")
    assert "data-deadline" not in stays.regions["far"]
    assert "Claim the game" in stays.regions["menu"]
    assert "news" in stays.regions["menu"]


async def test_who_comes_back_by_the_socket_is_told_and_the_other_sees_it_at_once(
    pages, at_table, match, ana, ben, clock
) -> None:
    stays, gone = await pages()
    await wait(stays, clock, 75)
    assert sentence(stays)
    clock.pass_by(1)
    messages = await gone.ping()
    told = "was told that you were gone. Now that you are back, the countdown is stopped."
    assert [one["message"].endswith(told) for one in messages if one["type"] == "notice"] == [True]
    await stays.next()
    assert sentence(stays) == ""
    assert await gone.ping() == []


async def test_a_page_opened_anew_is_a_return_as_well(pages, at_table, match, ana, ben, clock) -> None:
    stays, _gone = await pages()
    await wait(stays, clock, 75)
    back = await at_table((ana, ben)[await in_the_play(match)], language="es")
    assert (await back.next())["type"] == "table"
    assert (await back.next())["type"] == "notice"
    await stays.next()
    assert sentence(stays) == ""


async def test_a_form_ends_the_countdown_on_the_others_page(pages, match, ana, ben, clock) -> None:
    stays, _gone = await pages()
    await wait(stays, clock, 75)
    browser = await database_sync_to_async(browser_of)((ana, ben)[await in_the_play(match)])
    await database_sync_to_async(browser.get)(match.get_absolute_url())
    await stays.next()
    assert sentence(stays) == ""


async def test_a_watcher_hears_nothing_of_it(pages, at_table, match, clock) -> None:
    stays, _gone = await pages()
    watcher = await at_table()
    await watcher.next()
    await wait(stays, clock, 125)
    assert await watcher.ping() == []
    assert sentence(watcher) == ""


async def test_an_own_move_while_the_opponent_is_gone_lets_the_countdown_stand(pages, match, ana, ben, clock) -> None:
    """The one to play stays this time; then it is the turn of the one who is gone."""
    _gone, stays = await pages()
    await wait(stays, clock, 125)
    assert sentence(stays).endswith("At that player's turn you may claim the game.")
    assert "Claim the game" not in stays.regions["menu"]
    seat = await in_the_play(match)
    await stays.send(await plain_frame(match, seat))
    await stays.next()
    assert sentence(stays).endswith("You may claim the game (⋯), call it off, or wait.")
    assert "Claim the game" in stays.regions["menu"]


async def test_a_page_behind_other_tabs_is_called_before_it_is_taken_for_gone(pages, clock) -> None:
    """Browsers let such a page ping once a minute; to a message it may answer at once."""
    stays, gone = await pages()
    for _minute in range(3):
        await wait(stays, clock, 50)
        assert await gone.next() == {"type": "call"}
        assert await gone.ping() == []
        assert sentence(stays) == ""

"""A page that is open hears by its ping what is announced meanwhile, and that the site is being maintained."""

from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from cribsite import announcements
from cribsite.models import Announcement
from cribsite.site import stored_settings

pytestmark = pytest.mark.django_db(transaction=True)

SENTENCE = "The site is being maintained: no new games begin just now. Running ones go on."
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def nothing_kept(transactional_db):
    announcements.forget()
    yield
    announcements.forget()


@database_sync_to_async
def announce(**texts):
    made = Announcement.objects.create(starts_at=timezone.now() - HOUR, ends_at=timezone.now() + HOUR)
    for language, text in texts.items():
        made.texts.create(language=language, text=text)
    return made.pk


@database_sync_to_async
def withdraw(number):
    Announcement.objects.get(pk=number).delete()


@database_sync_to_async
def maintain(is_so):
    wishes = stored_settings()
    wishes.is_in_maintenance = is_so
    wishes.save()


async def ping(page, shown):
    """What the answer to a ping of a page that shows this mark says of announcements; None for nothing."""
    await page.send({"type": "ping", "ply": page.ply, "announced": shown})
    told, message = None, await page.next()
    while message["type"] != "pong":
        told = message if message["type"] == "announcements" else told
        message = await page.next()
    return told


@pytest.fixture(params=["table", "lobby"])
def open_one(request, open_page, match):
    path = {"table": f"/ws/table/{match.pk}/", "lobby": "/ws/lobby/"}[request.param]

    async def open_it(language="en", session=""):
        return await open_page(f"{path}?language={language}", session=session or "nobodys")

    return open_it


async def test_a_page_is_told_once_in_its_language_and_again_when_it_is_over(open_one):
    page = await open_one("es")
    assert await ping(page, "") is None
    number = await announce(en="Cups on <Sunday>", es="Copas el <domingo>")
    told = await ping(page, "")
    assert "Copas el &lt;domingo&gt;" in told["html"]
    assert await ping(page, told["mark"]) is None
    await withdraw(number)
    assert await ping(page, told["mark"]) == {"type": "announcements", "mark": "", "html": ""}


async def test_what_the_page_came_with_is_not_sent_again(open_one, client):
    await announce(en="Cups on Sunday")
    page = await open_one()
    came = await database_sync_to_async(lambda: client.get("/rules/").context["announced"])()
    assert came
    assert await ping(page, came) is None


async def test_maintenance_is_told_from_its_beginning_to_its_end(open_one):
    page = await open_one()
    await maintain(True)
    told = await ping(page, "")
    assert SENTENCE in told["html"]
    await maintain(False)
    assert (await ping(page, told["mark"]))["html"] == ""


async def test_what_was_put_away_in_this_browser_is_not_brought_back(open_one):
    away, stays = await announce(en="Put away"), await announce(en="Stays")
    page = await open_one(session=f"nobodys; dismissed={away}")
    told = await ping(page, "")
    assert ("Put away<" in told["html"], "Stays" in told["html"]) == (False, True)
    assert f"/announcements/{stays}/dismiss/" in told["html"]


@pytest.mark.parametrize("shown", [None, 7, ["x"], {}])
async def test_a_program_that_shows_no_announcements_is_told_none(open_one, shown):
    page = await open_one()
    await announce(en="Cups on Sunday")
    assert await ping(page, shown) is None

"""A form of another site changes nothing, wherever it is sent; and no page of another site opens a socket."""

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client

from cribsite.asgi import application
from tests.attack.places import API, path, places
from tests.attack.world import World

# Some say before they look at the form that there is nothing, or that they take none. The API knows no cookie.
CLOSED = {403, 404, 405}


def test_every_post_without_a_token_is_refused(world: World) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.cookies = world.browsers["player"].cookies
    taken = []
    for pattern, methods in places().items():
        if "POST" in methods and not pattern.startswith(API):
            answer = browser.post(path(pattern, world.samples), headers={"origin": "https://evil.example"})
            taken += [f"{answer.status_code} {pattern}"] if answer.status_code not in CLOSED else []
    assert taken == []


def test_the_cookie_opens_nothing_of_the_api(world: World) -> None:
    for pattern, methods in places().items():
        if pattern.startswith(API) and not pattern.endswith(("openapi.json", "v1/")):
            for method in methods:
                answer = getattr(world.browsers["player"], method.lower())(path(pattern, world.samples))
                assert answer.status_code in (401, 429), pattern


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://testserver.evil.example", ""])
@pytest.mark.parametrize("address", ["/ws/lobby/", "/ws/table/abcdefghijkl/", "/ws/nowhere/"])
async def test_no_other_site_opens_a_socket(address: str, origin: str) -> None:
    socket = WebsocketCommunicator(application, address, headers=[(b"origin", origin.encode())])
    is_open, _code = await socket.connect()
    assert not is_open

"""The least that a move could cost: a bare ASGI application, run by `tests.load.bench` under the site's own Daphne.

A bare Django view takes a POST, stores one row in the site's kind of database in a transaction, and sends one frame
to one other socket through the site's kind of channel layer. No session, no rules, no templates.
"""

import json
from typing import Any

import django
from django.conf import settings

from cribsite import settings as site

settings.configure(
    SECRET_KEY="the floor keeps no secret",
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    DATABASES=site.DATABASES,
    CHANNEL_LAYERS=site.CHANNEL_LAYERS,
)
django.setup()

from asgiref.sync import async_to_sync  # noqa: E402
from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.layers import get_channel_layer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.core.asgi import get_asgi_application  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.urls import path  # noqa: E402


def hello(_request: HttpRequest) -> HttpResponse:
    """Answers once the floor is up; makes the one table."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS floor (pair integer, data text)")
    return HttpResponse("here")


def act(request: HttpRequest, pair: int) -> HttpResponse:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO floor (pair, data) VALUES (%s, %s)", [pair, json.dumps(request.POST)])
        transaction.on_commit(lambda: _tell(pair))
    return HttpResponse(status=302, headers={"Location": "/", "Content-Length": "0"})


def _tell(pair: int) -> None:
    async_to_sync(get_channel_layer().group_send)(f"pair.{pair}", {"type": "pair.acted"})


class Listener(AsyncWebsocketConsumer):  # type: ignore[misc]
    async def connect(self) -> None:
        await self.channel_layer.group_add(f"pair.{self.scope['url_route']['kwargs']['pair']}", self.channel_name)
        await self.accept()

    async def pair_acted(self, _message: dict[str, Any]) -> None:
        await self.send('{"type":"acted"}')


urlpatterns = [path("", hello), path("pairs/<int:pair>/", act)]
sockets = [path("pairs/<int:pair>/", Listener.as_asgi())]
application = ProtocolTypeRouter({"http": get_asgi_application(), "websocket": URLRouter(sockets)})

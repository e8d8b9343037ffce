"""The paths of the sockets."""

from django.urls import path, re_path

from games.consumers.base import NoSuchSocket
from games.consumers.lobby import LobbyConsumer
from games.consumers.table import TableConsumer

sockets = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/table/<slug:match_id>/", TableConsumer.as_asgi()),
    re_path(r"", NoSuchSocket.as_asgi()),
]

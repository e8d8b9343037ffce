"""The paths of the sockets."""

from django.urls import path, re_path

from games.consumers.base import NoSuchSocket
from games.consumers.lobby import LobbyConsumer
from games.consumers.table import TableConsumer
from games.models import ID_ALPHABET, ID_LENGTH

sockets = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    re_path(rf"^ws/table/(?P<match_id>[{ID_ALPHABET}]{{{ID_LENGTH}}})/$", TableConsumer.as_asgi()),
    re_path(r"", NoSuchSocket.as_asgi()),
]

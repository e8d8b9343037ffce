"""Staff: a moderator, an admin and a superuser, each in a browser; and two players."""

import pytest
from django.test import Client

from accounts.models import User
from cribsite.roles import ADMIN, MODERATOR, appoint
from tests.games.players import browser_of, new_player


@pytest.fixture
def ana(db: None) -> User:
    return new_player("Ana")


@pytest.fixture
def ben(db: None) -> User:
    return new_player("Ben")


def appointed(name: str, role: str) -> Client:
    player = new_player(name)
    appoint(player, role)
    return browser_of(player)


@pytest.fixture
def moderator(db: None) -> Client:
    return appointed("Mod", MODERATOR)


@pytest.fixture
def admin(db: None) -> Client:
    return appointed("Adm", ADMIN)


@pytest.fixture
def root(db: None) -> Client:
    return browser_of(User.objects.create_superuser("Root", "root@example.org", "secret"))

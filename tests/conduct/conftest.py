"""Players, and a moderator."""

import pytest
from django.test import Client

from accounts.models import User
from tests.games.conftest import ana, anas, at_table, ben, bens, cleo, cleos, clock, match, open_page
from tests.games.players import browser_of

__all__ = ["ana", "anas", "at_table", "ben", "bens", "cleo", "cleos", "clock", "match", "open_page"]


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("Root", "root@example.org", "secret")


@pytest.fixture
def roots(root: User) -> Client:
    return browser_of(root)

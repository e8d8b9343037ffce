"""Players, two of the staff, and what sanctions are given in these tests."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.conduct import sanctions
from accounts.conduct.models import Sanction
from accounts.models import User
from tests.games.conftest import (
    ana,
    anas,
    at_table,
    ben,
    bens,
    cleo,
    cleos,
    clock,
    lose_broadcasts,
    match,
    no_drawing_of_an_earlier_loop,
    open_page,
)
from tests.games.players import NOW, browser_of

__all__ = [
    "ana",
    "anas",
    "at_table",
    "ben",
    "bens",
    "cleo",
    "cleos",
    "clock",
    "lose_broadcasts",
    "match",
    "no_drawing_of_an_earlier_loop",
    "open_page",
]

REASON = "You called Ben names at the table."
WEEK = timedelta(days=7)
Give = Callable[..., Sanction]


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("Root", "root@example.org", "secret")


@pytest.fixture
def roots(root: User) -> Client:
    return browser_of(root)


@pytest.fixture
def moderator(db: None) -> User:
    return User.objects.create_user("Mo", "mo@example.org", is_staff=True)


@pytest.fixture
def give(moderator: User) -> Give:
    """Gives a sanction, for a week where its kind has an end."""

    def give(player: User, kind: str, now: datetime = NOW, length: timedelta = WEEK) -> Sanction:
        return sanctions.give(player, Sanction.Kind(kind), REASON, moderator, now, now + length)

    return give


def confirm_address(player: User) -> None:
    EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)

"""Programs: players who call the API with a token, through the site's own addresses."""

import pytest
from pytest_django import Settings

from accounts.models import User
from tests.games.conftest import ana, anas, ben, bens, cleo, cleos, clock, match

from .programs import Program

__all__ = ["ana", "anas", "ben", "bens", "cleo", "cleos", "clock", "match"]


@pytest.fixture(autouse=True)
def no_hurry(settings: Settings) -> None:
    """Tests call faster than programs may; the limit has tests of its own."""
    settings.API_CALLS_A_SECOND = 10_000.0


@pytest.fixture
def as_ana(ana: User) -> Program:
    return Program(ana)


@pytest.fixture
def as_ben(ben: User) -> Program:
    return Program(ben)


@pytest.fixture
def as_cleo(cleo: User) -> Program:
    """Somebody who sits at none of their tables."""
    return Program(cleo)

"""How much a move asks of the database: for Django to put its queries together is most of what a move takes."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.test import Client

from games.engine.legality import seats_to_move
from games.engine.state import Phase
from games.models import Match
from games.render import update_since
from tests.forms import first_move

from .players import NOW, play_to, position

AtMost = Callable[[int], AbstractContextManager[object]]


@pytest.fixture(params=[1, 4], ids=["early in the game", "late in the game"])
def playing(request: pytest.FixtureRequest, match: Match) -> Match:
    """The match at the first lead of a deal, all shows read."""
    ply = play_to(match, Phase.PLAY, deal=request.param).ply
    match.seats.update(read_ply=ply)
    return match


def test_a_move_by_form_takes_thirteen_statements(
    playing: Match, anas: Client, bens: Client, django_assert_max_num_queries: AtMost
) -> None:
    browser = (anas, bens)[seats_to_move(position(playing))[0]]
    url = playing.get_absolute_url()
    move = first_move(browser.get(url).content.decode())
    before = position(playing).ply
    # Session and player 2, when the session was last seen 1, deadlines 1; in the transaction, which is 2 itself: match,
    # seats, move id, record, match, and both seats.
    with django_assert_max_num_queries(13):
        browser.post(f"{url}move/", dict(move))
    assert position(playing).ply == before + 1


@pytest.mark.parametrize(("reader", "statements"), [(0, 5), (1, 5), (None, 3)])
def test_the_next_ply_is_drawn_from_five_statements(
    playing: Match, reader: int | None, statements: int, django_assert_max_num_queries: AtMost
) -> None:
    """Match, seats with players, records, and for a player the next show that is not read, and the talk."""
    ply = position(playing).ply
    with django_assert_max_num_queries(statements):
        update = update_since(playing.pk, ply - 1, reader, "en", NOW)
    assert [frame.since for frame in update.frames] == [ply - 1]

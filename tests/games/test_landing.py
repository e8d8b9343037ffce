"""Who is not logged in is shown what the place is: a real table, one press to play, and the tables that stand open."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.cards import Card
from games.engine.pegging import score_play
from games.example import example_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client: Client) -> str:
    return client.get("/").content.decode()


def test_the_page_has_one_heading_and_one_form_that_plays_at_once(page: str) -> None:
    assert page.count("<h1") == 1
    assert re.findall(r'<form[^>]*action="([^"]*)"', page)[0] == reverse("play_now")
    assert "Play the computer now" in page


def test_a_player_gets_the_lobby_in_its_place(anas: Client) -> None:
    lobby = anas.get("/").content.decode()
    assert "Play the computer now" not in lobby
    assert 'id="region-mine"' in lobby


def test_the_table_is_drawn_from_a_position_that_is_what_the_page_says(page: str) -> None:
    table = example_table().table
    pile = [Card.parse(laid.card.code) for laid in table.pile]
    assert sum(card.value for card in pile) == table.count == 24
    assert [reason.points for reason in score_play(pile).reasons] == [3]
    assert [card.code for card in table.near.hand if table.count + Card.parse(card.code).value == 31] == ["7D"]
    for html in example_table().regions.values():
        assert html in page


def test_the_table_hides_what_its_reader_may_not_know(page: str) -> None:
    """The computer's hand and the crib lie face down, in the page's source as well."""
    for name in ("three of diamonds", "four of diamonds", "queen of spades", "king of hearts", "two of clubs"):
        assert name not in page


def test_nothing_in_the_picture_can_be_pressed_or_followed() -> None:
    assert not re.search(r"<(a|button|input|form)\b", "".join(example_table().regions.values()))


@pytest.mark.parametrize(("language", "word"), [("en", "Guest 4821"), ("es", "Visitante 4821"), ("sw", "Mgeni 4821")])
def test_the_table_speaks_the_readers_language(client: Client, language: str, word: str) -> None:
    assert word in client.get("/", headers={"accept-language": language}).content.decode()


def test_looking_makes_nobody_and_stores_nothing(client: Client, page: str) -> None:
    assert not User.objects.exists()
    assert "sessionid" not in client.cookies


def test_the_page_asks_the_database_for_the_open_tables_alone(client: Client, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    client.get("/")
    with django_assert_num_queries(1):
        client.get("/")

"""The page that checks the deals of a match: open to whoever sees the match, once it is over, however it ended."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.state import Phase
from games.models import Match
from games.services import endings

from .players import NOW, browser_of, fresh, play_to, said, started

pytestmark = pytest.mark.django_db


def page_of(match: Match) -> str:
    return reverse("check", args=[match.pk])


def test_while_a_match_runs_nothing_is_opened(ana: User, ben: User, anas: Client) -> None:
    match = started(ana, ben)
    play_to(match, Phase.PLAY)
    answer = anas.get(page_of(match), follow=True)
    assert said("no_record_yet") in answer.content.decode()
    assert "check/page.html" not in [template.name for template in answer.templates]


@pytest.mark.parametrize("phase", [None, Phase.DISCARD, Phase.PLAY])
def test_a_match_that_was_left_is_opened_all_the_same(
    ana: User, ben: User, client: Client, phase: Phase | None
) -> None:
    match = started(ana, ben)
    if phase is not None:
        play_to(match, phase)
    end = endings.resign if phase is Phase.PLAY else endings.abort
    end(match.pk, ana, NOW)
    page = client.get(page_of(match)).content.decode()
    assert fresh(match).server_seed in page
    assert page.count("data-cards=") == (2 if phase else 0)
    assert ("No cards were dealt." in page) == (phase is None)


def test_a_private_match_is_checked_by_its_players_alone(ana: User, ben: User, anas: Client, client: Client) -> None:
    User.objects.filter(pk=ben.pk).update(private_games=True)
    match = started(ana, ben)
    endings.resign(match.pk, ana, NOW)
    assert anas.get(page_of(match)).status_code == 200
    assert browser_of(ben).get(page_of(match)).status_code == 200
    assert client.get(page_of(match)).status_code == 404
    assert client.get("/table/nothing/check/").status_code == 404


def test_the_program_is_the_one_that_is_tested(client: Client) -> None:
    answer = client.get(reverse("check_file"))
    assert answer["Content-Type"].startswith("text/x-python")
    assert b"Checks the record of a Cribsite match" in answer.content

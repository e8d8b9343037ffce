"""The page that checks the deals of a match: open to whoever sees the match, once it is over, however it ended."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.moves import Cut
from games.engine.state import Phase
from games.models import Match
from games.services import endings, lobby
from games.services.table import expire_if_old

from .players import NOW, browser_of, fresh, play_to, said, send, started

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


def test_the_table_shows_both_seeds_once_both_have_cut(ana: User, ben: User, anas: Client, client: Client) -> None:
    """Until then who cuts last could choose a seed that fits the first."""
    match = started(ana, ben)
    send(match, ana, Cut("of Ana"))
    browsers = (anas, browser_of(ben), client)
    assert not any("of Ana" in browser.get(match.get_absolute_url()).content.decode() for browser in browsers)
    send(match, ben, Cut("of Ben"))
    for browser, near, far in ((anas, "of Ana", "of Ben"), (browsers[1], "of Ben", "of Ana")):
        page = browser.get(match.get_absolute_url()).content.decode()
        assert f'<code id="own-seed">{near}</code>' in page
        assert f"<code>{far}</code>" in page
        assert page.count(match.commitment) == 2  # for the script and to be read


def test_nobody_ever_sat_at_a_table_that_nobody_joined(ana: User, anas: Client) -> None:
    match = lobby.create_match(ana, lobby.Terms(Match.Opponent.OPEN), NOW, "mine")
    assert expire_if_old(match.pk, NOW + timedelta(days=31))
    page = anas.get(page_of(match)).content.decode()
    assert ("What Nobody brought" in page, "former player" in page) == (True, False)


def test_the_page_that_explains_is_found_from_the_rules_the_cut_and_the_check(
    ana: User, ben: User, anas: Client, client: Client
) -> None:
    match = started(ana, ben)
    address = reverse("deals")
    for page in (reverse("rules"), match.get_absolute_url()):
        assert address in anas.get(page).content.decode()
    endings.abort(match.pk, ana, NOW)
    assert address in client.get(page_of(match)).content.decode()
    assert "cribsite-deck-1" in client.get(address).content.decode()

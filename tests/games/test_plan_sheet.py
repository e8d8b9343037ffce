"""The sheet of a plan: written by plain forms, read back in words, sealed, changed, withdrawn; nothing is lost."""

import html
import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match
from games.services import plans

from .conftest import Stack, StoppedClock
from .planned_deals import known_deal, left, plan_of, play, seal
from .players import position, said

pytestmark = pytest.mark.django_db

HIDDEN = re.compile(r'<input type="hidden" name="([\w-]+)"(?: value="([^"]*)")?')
EIGHT_ON_SEVEN = {"answer0-falls": "7", "answer0-then": "8H", "answer0-otherwise": "ask"}
THIRTY_ONE = {
    "answer1-count_at_least": "21",
    "answer1-makes": "31",
    "answer1-then": "31",
    "answer1-otherwise": "lowest",
}


@pytest.fixture
def slow(ana: User, ben: User, stack: Stack, clock: StoppedClock) -> Match:
    """Ben (7D 6C 2D KC) has to lead, Ana (8H 9S 4C TD) waits."""
    return known_deal(ana, ben, stack)


def sheet(match: Match) -> str:
    return reverse("plan", args=[match.pk])


def send_sheet(browser: Client, match: Match, action: str, follow: bool = False, **fields: Any) -> HttpResponse:
    data = {"action": action, "ply": position(match).ply} | fields
    answer: HttpResponse = browser.post(sheet(match), data, follow=follow)
    return answer


def words(answer: HttpResponse) -> str:
    return html.unescape(answer.content.decode())


def test_the_sheet_shows_the_table_and_offers_the_own_cards_and_no_others(
    slow: Match, ana: User, ben: User, anas: Client
) -> None:
    play(slow, ben, "7D")
    play(slow, ana, "8H")
    page = words(anas.get(sheet(slow)))
    offered = set(re.findall(r'<option value="([^"]*)"', page))
    assert {code for code in offered if re.fullmatch("[A2-9TJQK][CDHS]", code)} == {"9S", "4C", "TD"}
    assert "<b>15</b>" in page
    for card in ("seven of diamonds", "eight of hearts", "queen of clubs", "nine of spades"):
        assert card in page
    assert "answer1-then" in page
    assert "answer2-then" not in page, "the last card is no choice, so two turns are left"


def test_a_plan_is_read_back_before_it_is_sealed(slow: Match, ana: User, anas: Client) -> None:
    checked = words(send_sheet(anas, slow, "check", **EIGHT_ON_SEVEN, **THIRTY_ONE))
    assert "If a seven falls: play the eight of hearts. Otherwise: stop and ask." in checked
    assert (
        "If the count is 21 or more and you can make 31: play the card that makes 31. "
        "Otherwise: play your lowest card that fits."
    ) in checked
    assert plan_of(slow, ana) is None
    hidden = {name: value for name, value in HIDDEN.findall(checked) if name != "csrfmiddlewaretoken"}
    sealed = anas.post(sheet(slow), hidden | {"action": "seal"}, follow=True)
    assert "Your plan is sealed." in words(sealed)
    plan = plan_of(slow, ana)
    assert plan is not None
    assert plan.answers == [
        {"if": {"falls": "7"}, "then": "8H", "else": "ask"},
        {"if": {"count_at_least": 21, "makes": 31}, "then": "31", "else": "lowest"},
    ]


def test_a_sealed_plan_is_shown_changed_and_withdrawn(slow: Match, ana: User, anas: Client) -> None:
    seal(slow, ana, {"if": {"falls": "7"}, "then": "8H", "else": "ask"}, {"then": "pair"})
    shown = words(anas.get(sheet(slow)))
    assert "If a seven falls: play the eight of hearts. Otherwise: stop and ask." in shown
    assert "In any case: pair the card just played." in shown
    filled_in = words(anas.get(f"{sheet(slow)}?change"))
    assert re.findall(r'value="(\w+)" selected', filled_in)[:3] == ["7", "8H", "ask"]
    send_sheet(anas, slow, "seal", **{"answer0-then": "TD", "answer0-otherwise": "ask"})
    assert left(slow, ana) == 1
    answer = send_sheet(anas, slow, "withdraw", follow=True)
    assert "Your plan is withdrawn." in words(answer)
    assert plan_of(slow, ana) is None


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({}, "Answers are given in the order of the turns"),
        ({"answer1-then": "lowest"}, "Answers are given in the order of the turns"),
        ({"answer0-falls": "7"}, "Choose what to play."),
        ({"answer0-then": "7D"}, "7D"),
        ({"answer0-then": "lowest", "answer0-count_at_least": "31"}, "31"),
        ({"answer0-then": "lowest", "answer0-falls": "10"}, "10"),
        ({"answer0-then": "ask"}, "ask"),
        ({"answer0-then": "lowest\x00"}, "lowest"),
    ],
)
def test_what_cannot_be_is_said_at_its_place_and_nothing_is_sealed(
    slow: Match, ana: User, anas: Client, fields: dict[str, str], complaint: str
) -> None:
    for action in ("check", "seal", "change"):
        answer = send_sheet(anas, slow, action, **fields)
        assert answer.status_code == 422
        errors = " ".join(re.findall(r'class="field-error">([^<]*)<', words(answer)))
        assert complaint in errors
    assert plan_of(slow, ana) is None


def test_a_sheet_of_an_earlier_turn_is_not_sealed_and_not_lost(slow: Match, ana: User, ben: User, anas: Client) -> None:
    earlier = position(slow).ply
    play(slow, ben, "6C")
    play(slow, ana, "9S")
    for action in ("check", "seal"):
        answer = send_sheet(anas, slow, action, ply=earlier, **EIGHT_ON_SEVEN)
        assert answer.status_code == 409
        assert said("stale_decision") in words(answer)
        assert 'value="8H" selected' in words(answer)
    assert plan_of(slow, ana) is None


def test_a_sheet_whose_turn_passes_while_it_is_sealed_is_not_lost(
    slow: Match, ana: User, ben: User, anas: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    seal_it = plans.seal

    def seal_late(*args: Any) -> None:
        play(slow, ben, "6C")
        play(slow, ana, "9S")
        seal_it(*args)

    monkeypatch.setattr("games.views.plan.plans.seal", seal_late)
    answer = send_sheet(anas, slow, "seal", **EIGHT_ON_SEVEN)
    assert answer.status_code == 409
    assert said("stale_decision") in words(answer)
    assert 'value="8H" selected' in words(answer)
    assert plan_of(slow, ana) is None


def test_at_the_own_turn_the_way_leads_back_to_the_table(slow: Match, ana: User, ben: User, anas: Client) -> None:
    ply = position(slow).ply
    play(slow, ben, "6C")
    for answer in (anas.get(sheet(slow), follow=True), send_sheet(anas, slow, "seal", True, ply=ply, **EIGHT_ON_SEVEN)):
        assert answer.redirect_chain == [(slow.get_absolute_url(), 302)]  # type: ignore[attr-defined]
        assert said("plan_too_late") in words(answer)


@pytest.mark.parametrize("ply", ["", "-1", "x", "99999999999999999999"])
def test_a_ply_that_is_none_is_refused(slow: Match, ana: User, anas: Client, ply: str) -> None:
    answer = send_sheet(anas, slow, "seal", True, ply=ply, **EIGHT_ON_SEVEN)
    assert said("not_a_move") in words(answer)
    assert plan_of(slow, ana) is None


def test_a_stranger_logs_in_first_and_a_table_that_is_not_there_is_404(
    slow: Match, anas: Client, client: Client
) -> None:
    assert client.get(sheet(slow))["Location"].startswith("/accounts/login/")
    assert anas.get("/table/nothing/plan/").status_code == 404
    assert anas.post("/table/nothing/plan/", {"action": "withdraw"}).status_code == 404


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("es", "Si cae un siete: jugar ocho de corazones. Si no: parar y preguntar."),
        ("sw", "Mpinzani akicheza saba: cheza nane ya kopa. Vinginevyo: simama na uulize."),
    ],
)
def test_it_is_read_back_in_the_readers_language(
    slow: Match, ana: User, anas: Client, language: str, sentence: str
) -> None:
    ana.language = language
    ana.save()
    assert sentence in words(send_sheet(anas, slow, "check", **EIGHT_ON_SEVEN))

"""A plan is its player's alone: what everybody else is shown is the same to the byte with a plan and without."""

import json
import logging
from collections.abc import Callable

import pytest
from django.contrib import admin
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import broadcast
from games.api.stream import waiting_lines
from games.match_json import summary_json, view_json
from games.models import Match, Plan
from games.render import update_since
from games.selectors import find_match

from .conftest import Stack, StoppedClock
from .planned_deals import dropped, known_deal, left, play, seal
from .players import NOW
from .stored_games import CHANGES_WITH_EVERY_REQUEST, cards_told

pytestmark = pytest.mark.django_db

ANSWER = {"if": {"falls": "7"}, "then": "8H", "else": "ask"}
ENOUGH = 500  # characters: a page or frame that tells something


@pytest.fixture
def slow(ana: User, ben: User, stack: Stack, clock: StoppedClock) -> Match:
    """Ben (7D 6C 2D KC) has to lead, Ana (8H 9S 4C TD) waits."""
    return known_deal(ana, ben, stack)


@pytest.fixture
def others(slow: Match, ben: User, bens: Client, cleos: Client, client: Client) -> Callable[[int], dict[str, str]]:
    """All that the opponent, another player and a stranger are shown; frames are those after a ply."""

    def look(ply: int) -> dict[str, str]:
        told = {}
        for name, browser, reader, user_id in (
            ("opponent", bens, 1, ben.pk),
            ("player", cleos, None, None),
            ("stranger", client, None, None),
        ):
            match = find_match(slow.pk)
            assert match is not None
            page = browser.get(slow.get_absolute_url()).content.decode()
            told[f"page of {name}"] = CHANGES_WITH_EVERY_REQUEST.sub("", page)
            told[f"lobby of {name}"] = CHANGES_WITH_EVERY_REQUEST.sub("", browser.get("/").content.decode())
            for since in (None, ply, match.ply):
                update = update_since(slow.pk, since, reader, "en", NOW)
                told[f"frames of {name} since {since}"] = repr([(f.since, f.events, f.html) for f in update.frames])
            told[f"view of {name}"] = json.dumps(view_json(match, user_id))
            told[f"summary of {name}"] = json.dumps(summary_json(match, user_id))
        told["stream"] = json.dumps(waiting_lines(ben.pk))
        assert all(len(text) > ENOUGH for name, text in told.items() if name.startswith(("page", "view")))
        return told

    return look


def test_a_sealed_plan_is_seen_by_nobody_else(slow: Match, ana: User, others: Callable[[int], dict[str, str]]) -> None:
    before = others(slow.ply)
    seal(slow, ana, ANSWER, {"then": "pair"})
    assert left(slow, ana) == 2
    assert others(slow.ply) == before


def test_a_dropped_plan_is_seen_by_nobody_else(
    slow: Match, ana: User, ben: User, others: Callable[[int], dict[str, str]]
) -> None:
    with transaction.atomic():
        play(slow, ben, "6C")
        without = others(slow.ply)
        transaction.set_rollback(True)
    seal(slow, ana, ANSWER, {"then": "pair"})
    play(slow, ben, "6C")
    assert dropped(slow, ana) == "asked"
    assert others(slow.ply) == without


def test_a_card_played_by_a_plan_looks_to_everybody_else_as_if_it_came_by_hand(
    slow: Match, ana: User, ben: User, others: Callable[[int], dict[str, str]]
) -> None:
    with transaction.atomic():
        play(slow, ben, "7D")
        play(slow, ana, "8H")
        by_hand = others(slow.ply)
        transaction.set_rollback(True)
    seal(slow, ana, ANSWER, {"then": "pair"})
    play(slow, ben, "7D")
    assert left(slow, ana) == 1
    assert others(slow.ply) == by_hand


def test_the_sheet_and_its_calls_are_closed_to_everybody_else(
    slow: Match, ana: User, bens: Client, cleos: Client, client: Client
) -> None:
    seal(slow, ana, ANSWER)
    address = reverse("plan", args=[slow.pk])
    for browser in (bens, cleos, client):
        answers = [browser.get(address, follow=True)]
        answers += [browser.post(address, {"action": action}, follow=True) for action in ("withdraw", "seal", "check")]
        assert "8" not in {code[0] for answer in answers for code in cards_told(answer.content.decode())}
    assert left(slow, ana) == 1


def test_staff_and_logs_and_other_processes_learn_nothing(
    slow: Match,
    ana: User,
    ben: User,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    sent: list[tuple[str, object]] = []
    monkeypatch.setattr(broadcast, "_send", lambda *messages: sent.extend(messages))
    with caplog.at_level(logging.DEBUG), django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        seal(slow, ana, ANSWER)
    assert sent == [(broadcast.player_group(ana.pk), {"type": "table.refresh", "match": slow.pk})]
    assert "8H" not in caplog.text
    assert not admin.site.is_registered(Plan)

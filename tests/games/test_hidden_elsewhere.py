"""Logs and messages between processes tell where to look and nothing else; seeds stay where they are."""

import json
import logging
from random import Random

import pytest

from games import broadcast, deals
from games.engine.moves import Cut
from games.engine.state import Phase

from .players import any_move, browser_of, fresh, play_until, position, send, started
from .stored_games import cards_told

pytestmark = pytest.mark.django_db


def play_whole_game(ana, ben, **terms):
    match = started(ana, ben, target=61, **terms)
    play_until(match, lambda state: state.result is not None, choose=any_move(Random(5)))
    return fresh(match)


def test_the_logs_of_a_whole_game_tell_of_no_card_and_no_seed(ana, ben, caplog):
    with caplog.at_level(logging.DEBUG):
        match = play_whole_game(ana, ben, count_mode="muggins")
    assert f"match {match.pk} ended by target" in caplog.text
    assert cards_told(caplog.text) == set()
    seeds = (match.deal_salt, match.server_seed, *(seed or "" for seed in position(match).seeds))
    assert not any(seed in caplog.text for seed in seeds)


@pytest.mark.parametrize("is_broken", [False, True])
def test_a_move_that_fails_is_logged_without_its_cards(match, ana, caplog, monkeypatch, is_broken):
    state = play_until(match, lambda state: state.phase is Phase.DISCARD)
    if is_broken:
        monkeypatch.setattr("games.services.moves.open_table", lambda *_arguments: 1 / 0)
    form = {"action": "discard", "cards": [str(state.hands[1][0])] * 2, "decision": "1.discard"}
    browser = browser_of(ana, raise_request_exception=False)
    with caplog.at_level(logging.DEBUG):
        answer = browser.post(f"{match.get_absolute_url()}move/", form)
    assert answer.status_code == (500 if is_broken else 302)
    assert ("division by zero" in caplog.text) == is_broken
    assert cards_told(caplog.text) == set()


def test_processes_tell_each_other_where_to_look_and_nothing_else(
    ana, ben, monkeypatch, django_capture_on_commit_callbacks
):
    sent = []
    monkeypatch.setattr(broadcast, "_send", lambda *messages: sent.extend(about for _group, about in messages))
    with django_capture_on_commit_callbacks(execute=True):
        match = play_whole_game(ana, ben)
    assert {message["type"] for message in sent} == {"table.changed", "table.started", "lobby.changed"}
    assert {name for message in sent for name in message} == {"type", "match", "ply"}
    assert {message["match"] for message in sent if "match" in message} == {match.pk}
    assert cards_told(json.dumps(sent)) == set()


def test_a_seed_is_shown_to_nobody_until_both_have_cut(match, ana, ben, anas, bens, client):
    send(match, ana, Cut("anas-secret-seed"))
    for browser in (anas, bens, client):
        text = browser.get(match.get_absolute_url()).content.decode()
        assert "anas-secret-seed" not in text


def test_the_server_seed_is_shown_to_nobody_before_the_end(match, ana, anas, bens, client):
    for phase in (Phase.DISCARD, Phase.PLAY):
        play_until(match, lambda state, phase=phase: state.phase is phase)
        for browser in (anas, bens, client):
            text = browser.get(match.get_absolute_url()).content.decode()
            assert fresh(match).commitment in text
            assert deals.server_seed(fresh(match)).hex() not in text
            assert fresh(match).deal_salt not in text
            assert fresh(match).server_seed == ""

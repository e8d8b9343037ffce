"""Plans by the API: sealed, read, withdrawn, and the refusals of it."""

import json
from typing import Any

import pytest

from accounts.models import User
from games.engine.state import Phase
from games.models import Match
from games.services import endings
from tests.games.conftest import Stack, StoppedClock, stack
from tests.games.planned_deals import known_deal, laid, left, play
from tests.games.players import NOW, play_until, position, started

from .programs import Program, done, refusal

__all__ = ["stack"]

pytestmark = pytest.mark.django_db

EIGHT_ON_SEVEN = {"if": {"falls": "7"}, "then": "8H", "else": "ask"}
NOTHING = {"answers": [], "sentences": [], "dropped": None}


@pytest.fixture
def slow(ana: User, ben: User, stack: Stack, clock: StoppedClock) -> Match:
    """Ben (7D 6C 2D KC) has to lead, Ana (8H 9S 4C TD) waits."""
    return known_deal(ana, ben, stack)


def put(program: Program, match: Match, *answers: Any, **more: Any) -> Any:
    body = json.dumps({"answers": list(answers)} | more)
    return program.client.put(f"/api/v1/matches/{match.pk}/plan", body, content_type="application/json")


def take_back(program: Program, match: Match) -> Any:
    return program.client.delete(f"/api/v1/matches/{match.pk}/plan")


def get(program: Program, match: Match) -> Any:
    return program.get(f"matches/{match.pk}/plan")


def test_a_plan_is_sealed_read_used_and_withdrawn(slow: Match, as_ana: Program, as_ben: Program) -> None:
    assert done(get(as_ana, slow)) == NOTHING
    told = done(put(as_ana, slow, EIGHT_ON_SEVEN, {"then": "highest"}))
    assert told == {
        "answers": [EIGHT_ON_SEVEN, {"if": {}, "then": "highest", "else": "ask"}],
        "sentences": [
            "If a seven falls: play the eight of hearts. Otherwise: stop and ask.",
            "In any case: play your highest card that fits.",
        ],
        "dropped": None,
    }
    assert done(get(as_ana, slow)) == told
    done(as_ben.move(slow.pk, action="play", cards=["7D"], decision="1.play.0"))
    assert laid(slow) == "7D 8H"
    assert len(done(get(as_ana, slow))["answers"]) == 1
    assert done(take_back(as_ana, slow)) == NOTHING
    assert done(take_back(as_ana, slow)) == NOTHING


def test_why_a_plan_was_dropped_is_told_until_the_player_moves(
    slow: Match, ana: User, ben: User, as_ana: Program
) -> None:
    done(put(as_ana, slow, EIGHT_ON_SEVEN))
    play(slow, ben, "6C")
    assert done(get(as_ana, slow)) == NOTHING | {
        "dropped": {"reason": "asked", "message": "Your plan stopped here to ask you."}
    }
    done(as_ana.move(slow.pk, action="play", cards=["8H"], decision="1.play.0"))
    assert done(get(as_ana, slow)) == NOTHING


def test_a_plan_made_for_an_earlier_ply_is_refused(slow: Match, ana: User, ben: User, as_ana: Program) -> None:
    ply = position(slow).ply
    done(put(as_ana, slow, EIGHT_ON_SEVEN, ply=ply))
    play(slow, ben, "7D")
    assert refusal(put(as_ana, slow, {"then": "lowest"}, ply=ply)) == (409, "stale_decision")
    assert refusal(put(as_ana, slow, {"then": "lowest"}, ply=-1)) == (422, "invalid")


@pytest.mark.parametrize(
    "answers",
    [
        [],
        [{"then": "lowest"}] * 4,
        [{}],
        ["lowest"],
        [{"then": "ask"}],
        [{"then": "10H"}],
        [{"then": 15}],
        [{"then": "lowest", "when": {}}],
        [{"if": {"falls": "10"}, "then": "lowest"}],
        [{"if": {"makes": 21}, "then": "lowest"}],
        [{"if": {"makes": "31"}, "then": "lowest"}],
        [{"if": {"count_at_least": 31}, "then": "lowest"}],
        [{"if": {"count_at_least": True}, "then": "lowest"}],
    ],
)
def test_what_is_no_plan_is_invalid_and_the_field_says_so(
    slow: Match, ana: User, as_ana: Program, answers: list[Any]
) -> None:
    answer = put(as_ana, slow, *answers)
    assert refusal(answer) == (422, "invalid")
    assert all(field.startswith("answers") for field in answer.json()["error"]["fields"])
    assert left(slow, ana) == 0


def test_who_may_not_plan_is_refused_by_kind(
    slow: Match, ana: User, ben: User, as_ana: Program, as_ben: Program, as_cleo: Program
) -> None:
    lowest = {"then": "lowest"}
    assert refusal(put(as_ben, slow, lowest)) == (409, "stale_decision"), "it is Ben's turn"
    assert refusal(put(as_ana, slow, {"then": "7D"})) == (422, "illegal_move")
    live, named = started(ana, ben, allowance=60), started(ana, ben, opponent="named", invited=ben)
    play_until(live, lambda state: state.phase is Phase.PLAY and state.to_play == 1)
    assert refusal(put(as_ana, live, lowest)) == (422, "illegal_move")
    for answer in (get(as_cleo, slow), put(as_cleo, slow, lowest), take_back(as_cleo, slow)):
        assert refusal(answer) == (403, "forbidden"), "anybody may watch this table"
    for answer in (get(as_cleo, named), put(as_cleo, named, lowest), take_back(as_cleo, named)):
        assert refusal(answer) == (404, "not_found")
    endings.resign(slow.pk, ben, NOW)
    assert refusal(put(as_ana, slow, lowest)) == (409, "match_over")
    assert done(get(as_ana, slow)) == NOTHING


def test_the_sentences_are_in_the_language_of_the_account(slow: Match, ana: User, as_ana: Program) -> None:
    ana.language = "es"
    ana.save()
    assert done(put(as_ana, slow, {"then": "31"}))["sentences"] == ["En todo caso: jugar la carta que llega a 31."]

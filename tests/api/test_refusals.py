"""Every refusal has its code and status, a sentence in the caller's language, and changes nothing."""

import json
import re
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from games.api import errors
from games.engine.errors import MoveError
from games.engine.state import Phase
from games.models import Match
from games.refusals import SENTENCES
from games.services import endings
from tests.games.players import NOW, everything, play_to, started

from .programs import Program, done, refusal

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parent.parent.parent

# From the published contract.
CODES = {
    "unauthenticated": 401,
    "forbidden": 403,
    "not_found": 404,
    "stale_decision": 409,
    "not_your_turn": 409,
    "match_over": 409,
    "move_id_reused": 409,
    "illegal_move": 422,
    "invalid": 422,
    "too_many_requests": 429,
}


def test_the_codes_are_those_that_were_promised() -> None:
    assert {code: errors.STATUS[code] for code in CODES} == CODES
    assert set(errors.STATUS) - set(CODES) == {"method_not_allowed", "failed"}


def test_every_class_and_key_of_the_engine_and_the_services_has_a_code() -> None:
    def below(kind: type[MoveError]) -> set[type[MoveError]]:
        return {kind}.union(*map(below, kind.__subclasses__()))

    for kind in below(MoveError) - {MoveError}:
        assert errors.code_of(kind("not_now")) in errors.STATUS
    assert set(errors.CODE_OF_KEY) | set(errors.FIELD_OF_KEY) <= set(SENTENCES)


def test_moves_that_may_not_be_are_refused_by_their_kind(match: Match, as_ana: Program, as_ben: Program) -> None:
    state = play_to(match, Phase.DISCARD)
    own, others = str(state.hands[0][0]), str(state.hands[1][0])
    before = everything(match)

    def discard(*cards: str, decision: str = "1.discard") -> tuple[int, str]:
        return refusal(as_ana.move(match.pk, action="discard", cards=list(cards), decision=decision))

    assert discard(own, others) == (422, "illegal_move")
    assert discard(own, own) == (422, "illegal_move")
    assert discard(own) == (422, "illegal_move")
    assert discard(own, "5X") == (422, "invalid")
    assert discard(own, str(state.hands[0][1]), decision="0.cut") == (409, "stale_decision")
    assert refusal(as_ana.move(match.pk, action="go", decision="1.discard")) == (422, "illegal_move")
    assert refusal(as_ana.move(match.pk, action="dance", decision="1.discard")) == (422, "invalid")
    assert refusal(as_ana.move(match.pk, action="cut", seed="é", decision="1.discard")) == (422, "illegal_move")
    assert everything(match) == before


def test_who_has_nothing_to_decide_is_told_so(match: Match, as_ana: Program, as_ben: Program) -> None:
    state = play_to(match, Phase.PLAY)
    waiting = as_ben if state.to_play == 0 else as_ana
    assert refusal(waiting.move(match.pk, action="go", decision="1.play.0")) == (409, "not_your_turn")


def test_after_the_end_no_move_counts(match: Match, as_ana: Program, ben: User) -> None:
    play_to(match, Phase.DISCARD)
    endings.resign(match.pk, ben, NOW)
    assert refusal(as_ana.move(match.pk, action="go", decision="1.play.0")) == (409, "match_over")
    assert refusal(as_ana.post(f"matches/{match.pk}/resign")) == (409, "match_over")


def test_the_same_move_id_counts_once_and_only_for_the_same_move(match: Match, as_ana: Program) -> None:
    state = play_to(match, Phase.DISCARD)
    first, second, third = map(str, state.hands[0][:3])
    move = {"action": "discard", "cards": [first, second], "decision": "1.discard", "move_id": str(uuid4())}
    done(as_ana.post(f"matches/{match.pk}/moves", move))
    before = everything(match)
    view = done(as_ana.post(f"matches/{match.pk}/moves", move))
    assert view["ply"] == as_ana.view(match.pk)["ply"]
    other = move | {"cards": [first, third]}
    assert refusal(as_ana.post(f"matches/{match.pk}/moves", other)) == (409, "move_id_reused")
    assert everything(match) == before


def test_who_watches_may_not_act(match: Match, as_cleo: Program) -> None:
    for call in ("resign", "abort", "claim", "agree", "cancel", "decline"):
        assert refusal(as_cleo.post(f"matches/{match.pk}/{call}")) == (403, "forbidden"), call
    assert refusal(as_cleo.move(match.pk, action="cut", decision="0.cut")) == (403, "forbidden")


NOBODY = ("user:Nobody", "user:\x00", "user:\ud800")
BODIES = {
    "opponent": [{}, *({"opponent": name} for name in (5, "user:", "computer", "computer:god", "open:", *NOBODY))],
    "target": [{"opponent": "open", "target": target} for target in (0, 60, "61", 61.5, None, True, 10**30)],
    "count_mode": [{"opponent": "open", "count_mode": mode} for mode in ("", "Manual", 1)],
    "clock": [{"opponent": "open", "clock": clock} for clock in (None, 20, [20, 120])],
    "clock.allowance": [{"opponent": "open", "clock": {"allowance": time}} for time in (0, -5, 10**9, "20", 0.5)],
    "clock.bank": [{"opponent": "open", "clock": {"allowance": 20, "bank": time}} for time in (-1, 10**9, None)],
    "rated": [{"opponent": "open", "rated": rated} for rated in (True, None, "no", 1)],
    "seed": [{"opponent": "open", "seed": seed} for seed in ("é", "x" * 65, "\n", "a\n", 5)],
    "wager": [{"opponent": "open", "wager": 5}],
    "body": [[], "open", 5, None],
}


@pytest.mark.parametrize("field", BODIES)
def test_what_is_wrong_in_a_new_match_is_told_by_its_field(as_ana: Program, field: str) -> None:
    for body in BODIES[field]:
        answer = as_ana.client.post("/api/v1/matches", json.dumps(body), content_type="application/json")
        assert refusal(answer) == (422, "invalid"), body
        assert list(answer.json()["error"]["fields"]) == [field], body
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    "body", ["", "{", "[" * 100_000, "9" * 5000, "\x00", "NaN", '{"opponent": NaN}', "x" * 3_000_000]
)
def test_what_is_no_json_is_refused(as_ana: Program, body: str) -> None:
    answer = as_ana.client.post("/api/v1/matches", body, content_type="application/json")
    assert refusal(answer) == (422, "invalid")


def test_a_ply_that_cannot_be_is_refused(match: Match, as_ana: Program) -> None:
    for ply in ("-1", "x", "1.5", "9" * 30, ""):
        assert refusal(as_ana.get(f"matches/{match.pk}?after={ply}")) == (422, "invalid"), ply


def test_addresses_and_methods_that_there_are_not(as_ana: Program, match: Match) -> None:
    for path in (
        "",
        "nothing",
        "matches/",
        "matches/no-such-match",
        f"matches/{match.pk}/dance",
        "matches/%00",
        "a" * 3000,
    ):
        assert refusal(as_ana.get(path)) == (404, "not_found"), path
    answer = as_ana.client.put("/api/v1/account")
    assert refusal(answer) == (405, "method_not_allowed")
    assert answer.headers["Allow"] == "GET"


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Bearer nonsense", "Basic YTpi", "Bearer \xe9", "Token x"])
def test_without_a_good_token_nothing_is_told(match: Match, header: str) -> None:
    client = Client(headers={"authorization": header} if header else {})
    answer = client.get(f"/api/v1/matches/{match.pk}")
    assert refusal(answer) == (401, "unauthenticated")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_session_opens_nothing(match: Match, anas: Client) -> None:
    assert refusal(anas.get("/api/v1/account")) == (401, "unauthenticated")
    assert refusal(anas.post(f"/api/v1/matches/{match.pk}/resign")) == (401, "unauthenticated")


def test_a_refusal_is_in_the_language_of_the_account(ana: User, as_ana: Program) -> None:
    assert as_ana.get("matches/nothing").json()["error"]["message"] == "There is no such table."
    ana.language = "es"
    ana.save()
    assert as_ana.get("matches/nothing").json()["error"]["message"] == "Esa mesa no existe."
    assert as_ana.get("account").json()["language"] == "es"
    assert as_ana.get("account").headers["Content-Language"] == "es"


def test_where_no_account_is_known_the_language_is_the_one_asked_for(client: Client) -> None:
    for path in ("account", "nothing"):
        said = {client.get(f"/api/v1/{path}", headers={"accept-language": code}).content for code in ("en", "es", "sw")}
        assert len(said) == 3


def test_refusals_of_services_have_their_codes(ana: User, ben: User, as_ana: Program) -> None:
    assert refusal(as_ana.post("matches", {"opponent": "user:Ana"})) == (422, "invalid")
    match = started(ana, ben)
    assert refusal(as_ana.post(f"matches/{match.pk}/join")) == (403, "forbidden")
    assert refusal(as_ana.post(f"matches/{match.pk}/claim")) == (422, "illegal_move")
    assert refusal(as_ana.post(f"matches/{match.pk}/cancel")) == (422, "illegal_move")
    assert refusal(as_ana.post(f"matches/{match.pk}/rematch")) == (422, "illegal_move")
    for _ in range(10):
        done(as_ana.post("matches", {"opponent": "open"}), 201)
    assert refusal(as_ana.post("matches", {"opponent": "open"})) == (403, "forbidden")


def test_every_call_says_in_the_document_how_it_may_be_refused(as_ana: Program) -> None:
    document = done(as_ana.get("openapi.json"))
    for path, calls in document["paths"].items():
        for call in calls.values():
            assert {"401", "429"} <= set(call["responses"]), path
            assert call["security"], path
    source = "\n".join(path.read_text() for path in (ROOT / "games" / "services").glob("*.py"))
    assert set(re.findall(r'Refused\("(\w+)"', source)) <= set(SENTENCES)

"""The view has the fields that were promised, filled as the seat may know them."""

from datetime import datetime
from random import Random

import pytest

from accounts.models import User
from games.engine.state import Phase
from games.models import Match
from tests.games.players import NOW, fresh, play_to, position, started

from .programs import Program, done, play_out, refusal

pytestmark = pytest.mark.django_db

# From the published contract.
FIELDS = {
    *("id", "ply", "status", "you", "rated", "settings", "deal", "dealer", "phase", "turn", "decision", "legal"),
    *("seats", "starter", "crib", "crib_size", "count", "pile", "counting", "events", "result", "invite"),
    *("rematch_of", "commitment", "seeds", "created_at"),
}
SEAT_FIELDS = {"name", "computer", "program", "score", "hand", "hand_size", "played", "clock"}


def test_every_promised_field_is_there(match: Match, as_ana: Program) -> None:
    play_to(match, Phase.PLAY)
    view = as_ana.view(match.pk)
    assert set(view) >= FIELDS
    assert set(view["settings"]) == {"target", "count_mode", "clock", "automatic_moves"}
    assert view["settings"]["clock"] == {"allowance": None, "bank": 0}
    for seat in view["seats"]:
        assert set(seat) >= SEAT_FIELDS
        assert set(seat["clock"]) == {"bank", "deadline"}
    assert (view["id"], view["you"], view["rated"]) == (match.pk, 0, False)
    assert [seat["name"] for seat in view["seats"]] == ["Ana", "Ben"]
    assert [seat["hand_size"] for seat in view["seats"]] == [4, 4]
    assert view["seats"][1]["hand"] is None
    assert len(view["seats"][0]["hand"]) == 4
    assert datetime.fromisoformat(view["created_at"]) == NOW
    assert view["created_at"].endswith("Z")
    assert view["commitment"] == match.commitment
    assert len(view["seeds"]) == 2


def test_legal_moves_are_listed_as_promised(match: Match, as_ana: Program, as_ben: Program) -> None:
    assert as_ana.view(match.pk)["legal"] == [{"action": "cut"}]
    play_to(match, Phase.DISCARD)
    assert as_ana.view(match.pk)["legal"] == [{"action": "discard", "choose": 2}]
    state = play_to(match, Phase.PLAY)
    assert state.to_play is not None
    mover, other = (as_ana, as_ben) if state.to_play == 0 else (as_ben, as_ana)
    hand = [str(card) for card in state.hands[state.to_play]]
    assert mover.view(match.pk)["legal"] == [{"action": "play", "cards": [card]} for card in hand]
    assert other.view(match.pk)["legal"] == []
    assert other.view(match.pk)["decision"] is None


def test_claims_are_listed_as_promised(ana: User, ben: User, as_ana: Program, as_ben: Program) -> None:
    match = started(ana, ben, count_mode="muggins")
    state = play_to(match, Phase.COUNT)
    assert state.pone is not None
    owner, other = (as_ana, as_ben) if state.pone == 0 else (as_ben, as_ana)
    view = owner.view(match.pk)
    assert view["legal"] == [{"action": "count", "min": 0, "max": 29}]
    cards = [str(card) for card in state.kept[state.pone]]
    assert view["counting"] == {"what": "hand", "seat": state.pone, "cards": cards, "claimed": None}
    done(owner.move(match.pk, action="count", points=0, decision=view["decision"]))
    answer = other.view(match.pk)
    assert answer["legal"] == [{"action": "muggins", "min": 1, "max": 29}, {"action": "pass"}]
    assert answer["counting"]["claimed"] == 0


def test_events_after_a_ply_are_those_later_than_it(match: Match, as_ana: Program) -> None:
    play_to(match, Phase.PLAY)
    events = as_ana.view(match.pk)["events"]
    plies = [event["ply"] for event in events]
    assert plies == sorted(plies)
    for ply in {0, plies[0], plies[3], plies[-1]}:
        assert as_ana.view(match.pk, after=ply)["events"] == [event for event in events if event["ply"] > ply]


def test_a_watcher_sees_no_hand_and_may_do_nothing(match: Match, as_cleo: Program) -> None:
    play_to(match, Phase.PLAY)
    view = as_cleo.view(match.pk)
    assert (view["you"], view["decision"], view["legal"]) == (None, None, [])
    assert [seat["hand"] for seat in view["seats"]] == [None, None]


def test_a_private_match_is_not_there_for_others(ana: User, ben: User, as_cleo: Program) -> None:
    match = started(ana, ben, opponent=Match.Opponent.NAMED, invited=ben)
    assert refusal(as_cleo.get(f"matches/{match.pk}")) == (404, "not_found")
    for call in ("join", "decline", "cancel", "resign", "abort", "claim", "agree", "rematch"):
        assert refusal(as_cleo.post(f"matches/{match.pk}/{call}")) == (404, "not_found"), call
    assert refusal(as_cleo.move(match.pk, action="go", decision="0.cut")) == (404, "not_found")


def test_the_clock_of_who_waits_has_no_deadline(ana: User, ben: User, as_ana: Program) -> None:
    match = started(ana, ben, allowance=20, bank=120)
    play_to(match, Phase.DISCARD)
    match.seats.update(deadline=None)
    view = as_ana.view(match.pk)
    assert view["settings"]["clock"] == {"allowance": 20, "bank": 120}
    assert [seat["clock"] for seat in view["seats"]] == [{"bank": 120, "deadline": None}] * 2


def test_a_deadline_is_a_moment(ana: User, ben: User, as_ana: Program, clock: object) -> None:
    match = started(ana, ben, allowance=20, bank=120)
    deadline = as_ana.view(match.pk)["seats"][0]["clock"]["deadline"]
    assert deadline == "2026-03-14T09:02:20Z"  # 9 o'clock, 20 seconds and 2 minutes


@pytest.mark.long
def test_the_result_is_told_with_the_last_hands(match: Match, as_ana: Program, as_ben: Program) -> None:
    assert as_ana.view(match.pk)["result"] is None
    view = play_out(match.pk, (as_ana, as_ben), Random(2))
    assert set(view["result"]) == {"winner", "reason", "scores", "skunk"}
    assert view["events"][-1] == {"ply": view["ply"], "kind": "end", "result": view["result"]}
    assert None not in [seat["hand"] for seat in view["seats"]]
    assert view["ply"] == position(fresh(match)).ply


def test_computers_and_programs_are_marked(ana: User, as_ana: Program) -> None:
    ana.is_program = True
    ana.save()
    view = done(as_ana.post("matches", {"opponent": "computer:club"}), 201)
    assert [(seat["name"], seat["computer"], seat["program"]) for seat in view["seats"]] == [
        ("Ana", None, True),
        ("Club", "club", False),
    ]
    assert "Ana (program)" in as_ana.client.get(f"/table/{view['id']}/").content.decode()

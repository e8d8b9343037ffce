"""The ways to end a match and to begin the next one, by program."""

import pytest

from accounts.models import User
from games.engine.state import Phase
from games.models import Match
from tests.games.conftest import StoppedClock
from tests.games.players import play_to, started

from .programs import Program, done, refusal

pytestmark = pytest.mark.django_db


def test_who_resigns_loses(match: Match, as_ana: Program) -> None:
    play_to(match, Phase.PLAY)
    view = done(as_ana.post(f"matches/{match.pk}/resign"))
    assert (view["status"], view["result"]["winner"], view["result"]["reason"]) == ("finished", 1, "resignation")


def test_before_the_first_discard_one_may_abort_and_not_later(match: Match, as_ana: Program, as_ben: Program) -> None:
    play_to(match, Phase.PLAY)
    assert refusal(as_ben.post(f"matches/{match.pk}/abort")) == (422, "illegal_move")


def test_an_aborted_match_counts_for_nobody(match: Match, as_ana: Program) -> None:
    view = done(as_ana.post(f"matches/{match.pk}/abort"))
    assert (view["status"], view["result"]["winner"], view["result"]["reason"]) == ("aborted", None, "abort")


def test_both_must_agree_to_call_it_off(match: Match, as_ana: Program, as_ben: Program) -> None:
    play_to(match, Phase.PLAY)
    assert done(as_ana.post(f"matches/{match.pk}/agree"))["status"] == "active"
    view = done(as_ben.post(f"matches/{match.pk}/agree"))
    assert (view["status"], view["result"]["reason"]) == ("aborted", "agreement")


def test_time_is_claimed_once_it_is_over(ana: User, ben: User, as_ana: Program, clock: StoppedClock) -> None:
    match = started(ana, ben, allowance=20, bank=0)
    as_ana_moves = as_ana.move(match.pk, action="cut", seed="a", decision="0.cut")
    done(as_ana_moves)
    assert refusal(as_ana.post(f"matches/{match.pk}/claim")) == (422, "illegal_move")
    clock.pass_by(20)
    view = done(as_ana.post(f"matches/{match.pk}/claim"))
    assert (view["status"], view["result"]["reason"]) == ("aborted", "time")  # nobody had discarded yet


def test_a_look_at_a_match_whose_time_is_over_ends_it(
    ana: User, ben: User, as_ana: Program, clock: StoppedClock
) -> None:
    match = started(ana, ben, allowance=20, bank=0)
    clock.pass_by(20)
    assert as_ana.view(match.pk)["result"]["reason"] == "time"


def test_a_challenge_is_declined_or_taken_up(ana: User, as_ana: Program, as_ben: Program) -> None:
    for call, status in (("decline", "cancelled"), ("join", "active")):
        view = done(as_ana.post("matches", {"opponent": "user:ben"}), 201)
        assert (view["opponent"], view["invited"], view["status"]) == ("named", "Ben", "open")
        assert done(as_ben.post(f"matches/{view['id']}/{call}"))["status"] == status


def test_ones_own_open_match_is_taken_back(as_ana: Program, as_ben: Program) -> None:
    view = done(as_ana.post("matches", {"opponent": "open"}), 201)
    assert refusal(as_ben.post(f"matches/{view['id']}/cancel")) == (403, "forbidden")
    assert done(as_ana.post(f"matches/{view['id']}/cancel"))["status"] == "cancelled"


def test_a_rematch_is_offered_and_accepted(match: Match, as_ana: Program, as_ben: Program) -> None:
    done(as_ana.post(f"matches/{match.pk}/resign"))
    offer = done(as_ana.post(f"matches/{match.pk}/rematch"))
    assert (offer["rematch_of"], offer["status"], offer["you"]) == (match.pk, "open", 0)
    accepted = done(as_ben.post(f"matches/{match.pk}/rematch"))
    assert (accepted["id"], accepted["status"], accepted["you"]) == (offer["id"], "active", 1)


def test_a_seed_brought_with_the_match_is_the_cut(as_ana: Program) -> None:
    view = done(as_ana.post("matches", {"opponent": "open", "seed": ""}), 201)
    assert (view["decision"], view["seeds"]) == (None, None)
    view = done(as_ana.post("matches", {"opponent": "computer:easy", "seed": "mine"}), 201)
    assert view["seeds"][0] == "mine"
    assert view["phase"] == "discard"
    assert len(view["commitment"]) == 64

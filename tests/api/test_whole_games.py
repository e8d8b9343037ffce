"""Programs play whole games by what their views say, in every way of counting, with people and with the computer."""

from random import Random

import pytest

from accounts.models import User
from games.models import Match
from games.verify import find_faults
from tests.games.players import browser_of, fresh

from .programs import Program, any_move, done, play_out

pytestmark = pytest.mark.django_db
COUNT_MODES = ("muggins", *(pytest.param(mode, marks=pytest.mark.long) for mode in ("automatic", "manual")))


@pytest.mark.long
@pytest.mark.parametrize("count_mode", COUNT_MODES)
def test_two_programs_play_a_game_to_its_end(as_ana: Program, as_ben: Program, count_mode: str) -> None:
    terms = {"opponent": "open", "target": 61, "count_mode": count_mode, "seed": "ana's"}
    match_id = done(as_ana.post("matches", terms), 201)["id"]
    assert done(as_ben.post(f"matches/{match_id}/join", {"seed": "ben's"}))["seeds"] == ["ana's", "ben's"]
    view = play_out(match_id, (as_ana, as_ben), Random(7))
    assert view["status"] == "finished"
    assert max(view["result"]["scores"]) == 61
    assert list(find_faults(Match.objects.get(pk=match_id))) == []


@pytest.mark.parametrize("level", ["easy", "club"])
def test_a_program_plays_a_game_with_the_computer(as_ana: Program, level: str) -> None:
    view = done(as_ana.post("matches", {"opponent": f"computer:{level}", "target": 61, "count_mode": "muggins"}), 201)
    dice = Random(3)
    while not view["result"]:
        view = done(as_ana.move(view["id"], **any_move(view, dice)))
    assert view["result"]["reason"] == "target"


def test_a_match_goes_from_the_browser_to_a_program_and_back(
    as_ana: Program, as_ben: Program, ana: User, ben: User
) -> None:
    browser = browser_of(ana)
    browser.post("/tables/new/", {"opponent": "open", "target": "61", "pace": "none"})
    (row,) = done(as_ben.get("matches?list=open"))["matches"]
    match_id = row["id"]
    done(as_ben.post(f"matches/{match_id}/join"))
    browser.post(f"/table/{match_id}/move/", {"action": "cut", "seed": "by hand", "decision": "0.cut"})
    done(as_ben.move(match_id, action="cut", seed="by program", decision="0.cut"))
    assert as_ben.view(match_id)["seeds"] == ["by hand", "by program"]
    hand = as_ana.view(match_id)["seats"][0]["hand"]
    browser.post(f"/table/{match_id}/move/", {"action": "discard", "cards": hand[:2], "decision": "1.discard"})
    view = as_ana.view(match_id)
    assert view["seats"][0]["hand"] == hand[2:]
    assert (view["turn"], view["decision"]) == ([1], None)
    done(as_ben.move(match_id, **any_move(as_ben.view(match_id), Random(1))))
    page = browser.get(f"/table/{match_id}/").content.decode()
    assert as_ben.view(match_id)["phase"] == "play"
    assert 'name="play"' in page or "Ben" in page
    assert f'data-ply="{fresh(Match.objects.get(pk=match_id)).ply}"' in page

"""The API refuses whoever is shut out, at every call, with the sentence and its own reason."""

import json

import pytest

from accounts.models import User
from games.models import DAY, Match
from games.services import lobby
from tests.api.programs import Program, done, refusal
from tests.games.conftest import StoppedClock
from tests.games.players import NOW, started

from .conftest import WEEK, Give

pytestmark = pytest.mark.django_db
SUSPENDED = "Until March 21, 2026, 9 a.m. your account is suspended. Log in on the site to read why, and to appeal."
BANNED = "Your account is banned. Log in on the site to read why, and to appeal."


@pytest.mark.parametrize(
    ("kind", "reason", "message"), [("suspension", "suspended", SUSPENDED), ("ban", "banned", BANNED)]
)
def test_every_call_is_forbidden(
    ana: User, ben: User, clock: StoppedClock, give: Give, kind: str, reason: str, message: str
) -> None:
    slow, program = started(ana, ben, allowance=DAY), Program(ana)
    give(ana, kind)
    about = f"matches/{slow.pk}"
    answers = [
        *(program.get(path) for path in ("account", "account/vacation", "computers", "matches", about, "stream")),
        *(program.get(path) for path in (f"{about}/record", f"{about}/plan", "matches/nesuchtab2e7")),
        program.post("matches", {"opponent": "computer"}),
        program.post("account/vacation"),
        program.move(slow.pk, action="cut", decision="0.cut"),
        *(program.post(f"{about}/{way}") for way in ("resign", "abort", "agree", "rematch")),
    ]
    for answer in answers:
        assert refusal(answer) == (403, "forbidden")
        told = json.loads(answer.content)["error"]
        assert (told["reason"], told["message"]) == (reason, message)
    clock.now = NOW + WEEK
    if kind == "suspension":
        done(program.get("account"))


def test_in_the_players_language(ana: User, clock: StoppedClock, give: Give) -> None:
    User.objects.filter(pk=ana.pk).update(language="es", time_zone="America/Bogota")
    program = Program(ana)
    give(ana, "suspension")
    assert "21 de marzo de 2026 a las 04:00" in json.loads(program.get("account").content)["error"]["message"]


def test_live_games_alone_are_refused_to_whoever_may_have_none(
    ana: User, ben: User, clock: StoppedClock, give: Give
) -> None:
    live, slow = (
        lobby.create_match(ben, lobby.Terms(Match.Opponent.OPEN, allowance=allowance), NOW) for allowance in (20, DAY)
    )
    program = Program(ana)
    give(ana, "no_live")
    answer = program.post(f"matches/{live.pk}/join")
    assert refusal(answer) == (403, "forbidden")
    assert json.loads(answer.content)["error"]["reason"] == "no_live_games"
    done(program.post(f"matches/{slow.pk}/join"))


def test_a_challenge_to_whoever_is_shut_out_is_refused_without_a_why(
    ana: User, ben: User, clock: StoppedClock, give: Give
) -> None:
    give(ana, "ban")
    answer = Program(ben).post("matches", {"opponent": "user:Ana"})
    assert refusal(answer) == (422, "illegal_move")
    assert json.loads(answer.content)["error"]["reason"] == "takes_no_challenges"

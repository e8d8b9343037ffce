"""What a program does: it calls, and plays what its view says is legal."""

import json
from random import Random
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.tokens import make_token

Json = Any
MOST_MOVES = 1000  # far more than a game can take


class Program:
    """Calls with a token of the player's own."""

    def __init__(self, user: User, **headers: str) -> None:
        self.token = make_token(user, "test", timezone.now())
        self.client = Client(headers={"authorization": f"Bearer {self.token}", **headers})

    def get(self, path: str) -> HttpResponse:
        return self.client.get(f"/api/v1/{path}")

    def post(self, path: str, body: Json = None) -> HttpResponse:
        data = "" if body is None else json.dumps(body)
        return self.client.post(f"/api/v1/{path}", data, content_type="application/json")

    def view(self, match_id: str, after: int = 0) -> Json:
        return done(self.get(f"matches/{match_id}?after={after}"))

    def move(self, match_id: str, **move: Any) -> HttpResponse:
        return self.post(f"matches/{match_id}/moves", {"move_id": str(uuid4())} | move)


def done(answer: HttpResponse, status: int = 200) -> Json:
    """What an answer says that must have this status."""
    assert answer.status_code == status, answer.content.decode()
    return json.loads(answer.content)


def refusal(answer: HttpResponse) -> tuple[int, str]:
    """Status and code of a refusal, whose shape is looked at."""
    about = json.loads(answer.content)
    assert set(about) == {"error"}
    assert {"code", "message"} <= set(about["error"]) <= {"code", "message", "reason", "fields"}
    assert about["error"]["message"]
    assert ("fields" in about["error"]) == (about["error"]["code"] == "invalid")
    return answer.status_code, about["error"]["code"]


def any_move(view: Json, dice: Random) -> Json:
    """One of the moves that a view says are legal."""
    choice = dice.choice(view["legal"])
    move: Json = {"action": choice["action"], "decision": view["decision"]}
    match choice["action"]:
        case "discard":
            move["cards"] = dice.sample(view["seats"][view["you"]]["hand"], choice["choose"])
        case "play":
            move["cards"] = choice["cards"]
        case "count" | "muggins":
            move["points"] = dice.randint(choice["min"], choice["max"])
    return move


def play_out(match_id: str, programs: tuple[Program, Program], dice: Random) -> Json:
    """Have both programs play by their views alone; the view of seat 0 at the end."""
    view = programs[0].view(match_id)
    for _ in range(MOST_MOVES):
        if view["result"]:
            return programs[0].view(match_id)
        if view["decision"] is None:
            view = programs[view["turn"][0]].view(match_id)
        view = done(programs[view["you"]].move(match_id, **any_move(view, dice)))
    raise AssertionError("the game does not end")

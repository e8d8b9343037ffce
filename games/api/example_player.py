"""A small cribbage player for the JSON API: python3 player.py SITE TOKEN [OPPONENT]"""

import json
import sys
import time
import uuid
from itertools import combinations
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SITE, TOKEN = sys.argv[1:3]
OPPONENT = sys.argv[3] if len(sys.argv) > 3 else "computer:easy"
RANKS = "A23456789TJQK"


def ask(path: str, body: Any = None) -> Any:
    """The open answer to a call; with a body it is a POST. Waits where the site says "too many requests"."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"{SITE}/api/v1/{path}", data, {"Authorization": f"Bearer {TOKEN}"})
    try:
        return urlopen(request)
    except HTTPError as error:
        if error.code != 429:
            raise SystemExit(error.read().decode()) from error
        time.sleep(int(error.headers["Retry-After"]))
        return ask(path, body)


def call(path: str, body: Any = None) -> Any:
    with ask(path, body) as answer:
        return json.load(answer)


def value(card: str) -> int:
    return min(10, RANKS.index(card[0]) + 1)


def points(hand: list[str], starter: str | None, what: str) -> int:
    cards = hand + ([starter] if starter else [])
    ranks = [RANKS.index(card[0]) for card in cards]
    total = sum(2 for size in range(2, 6) for some in combinations(cards, size) if sum(map(value, some)) == 15)
    total += sum(2 for one, other in combinations(ranks, 2) if one == other)
    for size in (5, 4, 3):
        runs = [some for some in combinations(sorted(ranks), size) if some == tuple(range(some[0], some[0] + size))]
        if runs:
            total += size * len(runs)
            break
    if len({card[1] for card in hand}) == 1 and (what == "hand" or (starter and starter[1] == hand[0][1])):
        total += 5 if starter and starter[1] == hand[0][1] else 4
    return total + (starter is not None and f"J{starter[1]}" in hand)


def worth_playing(card: str, view: Any) -> tuple[int, int]:
    count = view["count"] + value(card)
    pairs = bool(view["pile"]) and view["pile"][-1]["card"][0] == card[0]
    return (2 * (count in (15, 31)) + 2 * pairs - (count in (5, 21)), value(card))


def choose(view: Any) -> Any:
    """The move for a view that has a decision of ours open."""
    legal, hand = view["legal"], view["seats"][view["you"]]["hand"]
    match legal[0]["action"]:
        case "cut":
            return {"action": "cut", "seed": "a few letters of mine"}
        case "discard":
            kept = max(combinations(hand, 4), key=lambda four: points(list(four), None, "hand"))
            return {"action": "discard", "cards": [card for card in hand if card not in kept]}
        case "play":
            return max(legal, key=lambda move: worth_playing(move["cards"][0], view))
        case "count":
            counted = view["counting"]
            return {"action": "count", "points": points(counted["cards"], view["starter"], counted["what"])}
        case "muggins":
            return {"action": "pass"}
    return legal[0]


def wait(match: str) -> Any:
    """The view in which it is our turn again, or the match is over."""
    with ask("stream") as stream:
        for line in stream:  # a comment now and then, and a line for every change
            if line.startswith(b":") or match.encode() in line:
                view = call(f"matches/{match}")
                if view["decision"] or view["result"]:
                    return view
    return wait(match)


view = call("matches", {"opponent": OPPONENT, "target": 61})
while not view["result"]:
    if view["decision"]:
        move = {**choose(view), "decision": view["decision"], "move_id": str(uuid.uuid4())}
        view = call(f"matches/{view['id']}/moves", move)
    else:
        view = wait(view["id"])
you, scores = view["you"], view["result"]["scores"]
print("won" if view["result"]["winner"] == you else "lost", f"{scores[you]} to {scores[1 - you]}")

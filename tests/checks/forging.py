"""Ways to make a record false: each takes a record and changes it in its place."""

import json
import re
from collections.abc import Callable
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Any

from games.engine import codec, shuffle

from .records import Json

Forge = Callable[[Json], Any]


def first(record: Json, kind: str) -> Json:
    return next(event for event in record["events"] if event["kind"] == kind)


def put(name: str, value: Json, kind: str | None = None) -> Forge:
    """Puts a value into the first event of a kind, or into the record itself."""

    def forge(record: Json) -> None:
        (first(record, kind) if kind else record)[name] = value

    return forge


def both(*forges: Forge) -> Forge:
    def forge(record: Json) -> None:
        for one in forges:
            one(record)

    return forge


def settings(**changed: Json) -> Forge:
    return lambda record: record["settings"].update(changed)


def seat_of(number: int, **changed: Json) -> Forge:
    return lambda record: record["seats"][number].update(changed)


def result(**changed: Json) -> Forge:
    """Changed in both places that tell it."""

    def forge(record: Json) -> None:
        for place in (record["result"], record["events"][-1]["result"]):
            place.update(changed)

    return forge


def seat_everywhere(value: Json, kind: str) -> Forge:
    """Another way to write the seat of the first event of a kind, in all that its ply tells."""

    def forge(record: Json) -> None:
        event = first(record, kind)
        for one in record["events"]:
            if one["ply"] == event["ply"] and one.get("seat") == event["seat"]:
                one["seat"] = value(event["seat"]) if one is not event else one["seat"]
        event["seat"] = value(event["seat"])

    return forge


def redeal(record: Json) -> None:
    """The decks that the record's seeds deal, however they were altered; no event is changed."""
    seed, seeds = bytes.fromhex(record["server_seed"]), [seat["seed"] for seat in record["seats"]]
    numbers = range(len(record["decks"]))
    record["decks"] = [codec.encode(shuffle.deck(seed, record["id"], seeds, number)) for number in numbers]


def other_server_seed(record: Json) -> None:
    record["server_seed"] = "07" * 32
    record["commitment"] = sha256(b"\7" * 32).hexdigest()
    redeal(record)


def end_early(kind: str, reason: str) -> Forge:
    """The match ends in the middle of a ply, or the end is nobody's act."""

    def forge(record: Json) -> None:
        del record["events"][60:]
        ply = record["events"][-1]["ply"]
        ended = {"winner": 0, "reason": reason, "scores": [121, 5], "skunk": 2}
        record["events"] += [
            {"ply": ply + 1, "kind": kind, "seat": 1},
            {"ply": ply + 1, "kind": "end", "result": ended},
        ]
        record["result"] = ended

    return forge


def renumber(step: int) -> Forge:
    def forge(record: Json) -> None:
        for event in record["events"]:
            event["ply"] += step

    return forge


def swap_decks(record: Json) -> None:
    decks = record["decks"]
    decks[1], decks[2] = decks[2], decks[1]


def deal_by_the_other(record: Json) -> None:
    for event in record["events"]:
        if event["kind"] == "deal":
            event["dealer"] = 1 - event["dealer"]
            event["hands"].reverse()


def no_cut(record: Json) -> None:
    """A rematch, it is said; the loser of the cut deals."""
    record["events"] = [event for event in record["events"] if event["kind"] != "cut"]
    record["first_dealer_by"] = "rematch"
    deal_by_the_other(record)


def one_point_more(record: Json) -> None:
    """Told wherever the score is told, up to the end."""
    award = first(record, "points")
    for event in record["events"]:
        if event["kind"] == "points" and event["seat"] == award["seat"] and event["ply"] >= award["ply"]:
            event["score"] += 1
    award["points"] += 1
    award["pegged"] += 1


def offered_across(kind: str) -> Forge:
    """Seat 1 offers to call the match off, then comes the first ply of this kind, and seat 0 offers: the match goes on,
    until seat 1 offers once more."""

    def forge(record: Json) -> None:
        ply = next(ply for ply, group in groupby(record["events"], itemgetter("ply")) if next(group)["kind"] == kind)
        told = [event for event in record["events"] if event["ply"] <= ply]
        for event in told:
            event["ply"] += event["ply"] == ply
        if told[-1]["kind"] == "claim":  # pegged before anything is told of it
            told[-1]["points"] = 0
        scores = [
            next((one["score"] for one in told[::-1] if one.get("seat") == seat and "score" in one), 0)
            for seat in (0, 1)
        ]
        ended = {"winner": None, "reason": "agreement", "scores": scores, "skunk": 0}
        offers = [{"ply": ply + step, "kind": "agreement", "seat": seat} for step, seat in ((0, 1), (2, 0), (3, 1))]
        at = next(place for place, event in enumerate(told) if event["ply"] > ply)
        record["events"] = [
            *told[:at],
            offers[0],
            *told[at:],
            *offers[1:],
            {"ply": ply + 3, "kind": "end", "result": ended},
        ]
        record["decks"], record["result"] = record["decks"][: 1 + _deals(record)], ended

    return forge


def offered_across_a_cut(record: Json) -> None:
    """The same before the cards: the cut of seat 0 is the ply that tells nothing."""
    ended = {"winner": None, "reason": "agreement", "scores": [0, 0], "skunk": 0}
    record["seats"][0]["seed"], record["result"] = "x", ended
    record["events"] = [
        {"ply": 1, "kind": "join", "seat": 1},
        *({"ply": ply, "kind": "agreement", "seat": seat} for ply, seat in ((2, 1), (4, 0), (5, 1))),
        {"ply": 5, "kind": "end", "result": ended},
    ]


def _deals(record: Json) -> int:
    return sum(event["kind"] == "deal" for event in record["events"])


def end_at_first_offer(record: Json) -> None:
    """Of seat 0, as if that of seat 1 still stood."""
    *told, _last_offer, end = record["events"]
    record["events"] = [*told, end | {"ply": told[-1]["ply"]}]


def go_on_after_both_agreed(record: Json) -> None:
    *told, end = record["events"]
    record["events"] = [*told, {"ply": end["ply"] + 1, "kind": "agreement", "seat": 0}, end | {"ply": end["ply"] + 1}]


def after_the_end(record: Json) -> None:
    ply, deals = record["events"][-1]["ply"], len(record["decks"])
    seeds = [seat["seed"] for seat in record["seats"]]
    pack = codec.encode(shuffle.deck(bytes.fromhex(record["server_seed"]), record["id"], seeds, deals))
    record["decks"].append(pack)
    hands = [pack[0:12:2], pack[1:12:2]]
    record["events"].append({"ply": ply + 1, "kind": "deal", "deal": deals, "dealer": 1, "hands": hands})


def unknown_end(record: Json) -> None:
    """A name that every JavaScript object knows, and a key that looks like two."""
    ply = 2
    record["events"] = [{"ply": 1, "kind": "join", "seat": 1}, {"ply": ply, "kind": "toString", "seat": 0}]
    record["events"].append(
        {"ply": ply, "kind": "end", "result": {"reason:,scores": [0, 0], "skunk": 0, "winner": None}}
    )
    record["result"] = {"winner": None, "scores": [0, 0], "skunk": 0}
    record["decks"] = []
    for seat in record["seats"]:
        seat["seed"] = None


def cards_as_names(record: Json) -> None:
    event = first(record, "discard")
    event["cards"] = dict.fromkeys(event["cards"], 1)


def small_letters(record: Json) -> None:
    for name in ("decks", "events"):
        record[name] = json.loads(
            re.sub(r'"([A2-9TJQK][CDHS])"', lambda found: found[0].lower(), json.dumps(record[name]))
        )


def many_deals(record: Json) -> None:
    record["events"] = [{"kind": "deal"}] * 300_000


def long_ply(record: Json) -> None:
    record["events"] = [first(record, "join")] * 100_000

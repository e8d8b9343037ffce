"""Records that are false in more than one place at once, or that two readers could read as two things."""

import json
import re
from copy import deepcopy
from hashlib import sha256

from games.engine.moves import Abort, Agree, Annul, Expire, Resign
from games.engine.state import CountMode, Settings

from .forging import (
    Forge,
    after_the_end,
    both,
    cards_as_names,
    deal_by_the_other,
    end_at_first_offer,
    end_early,
    first,
    go_on_after_both_agreed,
    long_ply,
    many_deals,
    no_cut,
    offered_across,
    offered_across_a_cut,
    one_point_more,
    other_server_seed,
    put,
    redeal,
    renumber,
    result,
    seat_everywhere,
    seat_of,
    settings,
    small_letters,
    swap_decks,
    unknown_end,
)
from .records import Json, random_record

MUGGINS = random_record(Settings(61, CountMode.MUGGINS), 5)
REMATCH = random_record(Settings(61, first_dealer=1), 4)
RESIGNED = random_record(Settings(121), 2, ends_by=Resign)
AGREED = random_record(Settings(121), 2, ends_by=Agree)
ANNULLED = random_record(Settings(121), 2, ends_by=Annul)
EXPIRED = random_record(Settings(121), 2, ends_by=Expire)
ABORTED = random_record(Settings(121), 2, ends_by=Abort)

LAPSES: dict[str, tuple[Json, Forge]] = {
    **{kind: (MUGGINS, offered_across(kind)) for kind in ("discard", "play", "go", "claim", "muggins", "pass")},
    "cut": (EXPIRED, offered_across_a_cut),
}
"""By each move, what happens when it makes an offer to call the match off lapse. What the server does leaves it be."""

FALSE: dict[str, tuple[Json, Forge]] = {
    # Offers to call the match off
    **{
        f"an offer that had lapsed by a {kind} agreed to": (record, both(offer, end_at_first_offer))
        for kind, (record, offer) in LAPSES.items()
    },
    "an offer that both made, and the match went on": (AGREED, go_on_after_both_agreed),
    # Seeds and decks
    "another server seed under the old commitment": (MUGGINS, both(put("server_seed", "07" * 32), redeal)),
    "another server seed, commitment and decks made to fit": (MUGGINS, other_server_seed),
    "another seed of a player, decks made to fit": (MUGGINS, both(seat_of(0, seed="other"), redeal)),
    "another match id, decks made to fit": (MUGGINS, both(put("id", "other"), redeal)),
    "seeds of both seats exchanged": (MUGGINS, lambda record: _exchange_seeds(record)),
    "a person named as a computer player": (MUGGINS, seat_of(0, computer="easy")),
    "a computer player named by an empty list": (MUGGINS, seat_of(1, computer=[])),
    "two decks exchanged": (MUGGINS, swap_decks),
    "a deck too many": (MUGGINS, lambda record: record["decks"].append(record["decks"][0])),
    "a deck too few": (MUGGINS, lambda record: record["decks"].pop()),
    "no decks": (MUGGINS, put("decks", None)),
    "a seed that is not printable, decks made to fit": (EXPIRED, seat_of(0, seed="a\nb")),
    "a seed of 65 characters": (EXPIRED, seat_of(0, seed="a" * 65)),
    "an empty seed": (EXPIRED, seat_of(0, seed="")),
    "a seed that is a number": (EXPIRED, seat_of(0, seed=7)),
    "half a character for a seed": (EXPIRED, seat_of(0, seed="\ud800")),
    "half a character for an id": (EXPIRED, put("id", "\ud800")),
    "a number for an id": (EXPIRED, put("id", 7)),
    "the server seed in capitals and with blanks": (EXPIRED, lambda record: _write_seed_otherwise(record)),
    "a server seed of one byte": (
        EXPIRED,
        both(put("server_seed", "07"), put("commitment", sha256(b"\7").hexdigest())),
    ),
    "a server seed never opened": (EXPIRED, put("server_seed", "")),
    "a third seat": (EXPIRED, lambda record: record["seats"].append(dict(record["seats"][0]))),
    "one seat": (EXPIRED, lambda record: record["seats"].pop()),
    # Dealers
    "the dealer of every deal exchanged, hands too": (MUGGINS, deal_by_the_other),
    "a cut taken out and called a rematch": (MUGGINS, no_cut),
    "a rematch with the dealer written as true": (REMATCH, put("dealer", True, "deal")),
    "a rematch with a third dealer": (REMATCH, put("dealer", 2, "deal")),
    "the first dealer by another way": (REMATCH, put("first_dealer_by", "coin")),
    # Moves and points
    "a point more, told in every score after it": (MUGGINS, one_point_more),
    "target and settings of another game": (MUGGINS, settings(target=121)),
    "a target that is no game": (RESIGNED, settings(target=31)),
    "counted by others": (MUGGINS, settings(count_mode="manual")),
    "a seat counted from behind": (RESIGNED, seat_everywhere(lambda seat: seat - 2, "discard")),
    "seats written as true and false": (RESIGNED, seat_everywhere(bool, "discard")),
    "seats written as text": (RESIGNED, seat_everywhere(str, "discard")),
    "a player written as true or false": (MUGGINS, seat_everywhere(bool, "play")),
    "points claimed written as true": (MUGGINS, put("points", True, "claim")),
    "points claimed below nothing": (MUGGINS, put("points", -1, "claim")),
    "points claimed without bound": (MUGGINS, put("points", 10**30, "claim")),
    "more than a hand can hold": (MUGGINS, put("points", 30, "claim")),
    "a call of muggins that was right told as 1": (MUGGINS, put("right", 1, "muggins")),
    "cards laid away as names of an object": (MUGGINS, cards_as_names),
    "cards in small letters, decks too": (MUGGINS, small_letters),
    "a field too many in an event": (MUGGINS, put("more", 1, "play")),
    "a field too few in an event": (MUGGINS, lambda record: first(record, "play").pop("count")),
    "every ply one later": (MUGGINS, renumber(1)),
    "every ply ten later": (ABORTED, renumber(10)),
    "plies beyond what numbers tell apart": (MUGGINS, renumber(2**53)),
    "an event of no known kind": (MUGGINS, put("kind", "shuffle", "discard")),
    "a record of a move in the place of its event": (MUGGINS, put("kind", "count", "claim")),
    # Results
    "the winner with fewer points": (MUGGINS, lambda record: _other_winner(record)),
    "a skunk more": (MUGGINS, result(skunk=2)),
    "a skunk written as false": (RESIGNED, result(skunk=False)),
    "a result with more to tell": (RESIGNED, result(note="x")),
    "a result with more to tell at the end of the record alone": (
        RESIGNED,
        lambda record: record["result"].update(note="x"),
    ),
    "no result": (RESIGNED, both(put("result", None), lambda record: record["events"].pop())),
    "a game cut short with points that nobody made": (MUGGINS, end_early("resign", "resignation")),
    "an end by time called resignation": (MUGGINS, end_early("time", "resignation")),
    "a deal after the end": (MUGGINS, after_the_end),
    "an end by an act of nobody's language": (EXPIRED, unknown_end),
    "annulled by a player": (ANNULLED, put("seat", 0, "annulled")),
    "annulled by number for nobody": (ANNULLED, put("seat", "", "annulled")),
    "agreed on by nobody": (AGREED, put("seat", None, "agreement")),
    "agreed on by one player twice": (AGREED, lambda record: _agree_alone(record)),
    "resigned by nobody": (RESIGNED, put("seat", None, "resign")),
    "expired by a player": (EXPIRED, put("seat", 0, "expire")),
    "expired after a cut that no ply has room for": (EXPIRED, seat_of(0, seed="x")),
    "aborted after the cut without a seed": (ABORTED, both(seat_of(0, seed=None), put("decks", []))),
    # What is no record
    "events of nothing": (EXPIRED, put("events", [])),
    "events null": (EXPIRED, put("events", None)),
    "events with a null among them": (EXPIRED, lambda record: record["events"].append(None)),
    "events that are no list": (EXPIRED, put("events", {"length": 3})),
    "version written as true": (EXPIRED, put("version", True)),
    "another format": (EXPIRED, put("format", "cribsite")),
    "three hundred thousand deals": (MUGGINS, many_deals),
    "a hundred thousand events in one ply": (MUGGINS, long_ply),
}


def _exchange_seeds(record: Json) -> None:
    one, other = record["seats"]
    one["seed"], other["seed"] = other["seed"], one["seed"]


def _write_seed_otherwise(record: Json) -> None:
    record["server_seed"] = " ".join(re.findall("..", record["server_seed"].upper()))


def _other_winner(record: Json) -> None:
    result(winner=1 - record["result"]["winner"])(record)


def _agree_alone(record: Json) -> None:
    for event in record["events"]:
        if event["kind"] == "agreement":
            event["seat"] = 0


def lapsed(kind: str) -> Json:
    """What happened in truth: the offer lapsed, and both had to offer anew."""
    record, offer = LAPSES[kind]
    record = deepcopy(record)
    offer(record)
    return record


def forged(name: str) -> Json:
    record, forge = FALSE[name]
    record = deepcopy(record)
    forge(record)
    return record


def _replaced(old: str, new: str) -> str:
    text = json.dumps(EXPIRED)
    assert old in text
    return text.replace(old, new, 1)


TEXTS = {
    "a name that stands twice": _replaced('"server_seed"', '"server_seed": "00", "server_seed"'),
    "a name that stands twice, once in disguise": _replaced(
        '"server_seed"', '"server\\u005fseed": "00", "server_seed"'
    ),
    "a whole number with a point": _replaced('"ply": 1', '"ply": 1.0'),
    "a whole number with an exponent": _replaced('"ply": 1', '"ply": 1e0'),
    "a number beyond all bounds that stands for nobody": _replaced('"seat": null', '"seat": 1e999'),
    "a number of five thousand digits": _replaced('"ply": 1', '"ply": ' + "1" * 5000),
    "nothing below nothing": _replaced('"skunk": 0', '"skunk": -0'),
    "no number": _replaced('"ply": 1', '"ply": NaN'),
    "lists in lists in lists": "[" * 200_000 + "]" * 200_000,
    "lists in lists in a field": _replaced('"seat": null', '"seat": ' + "[" * 900 + "]" * 900),
    "nothing": "",
    "null": "null",
    "half a record": json.dumps(EXPIRED)[:300],
    "far too long": json.dumps(EXPIRED) + " " * 10_000_001,
}
"""Whole files that are false, or that are read differently by different readers."""


def resign_in_the_middle(record: Json) -> None:
    """By whoever did not, well written."""
    at = next(place for place, event in enumerate(record["events"]) if event["kind"] == "starter") - 1
    ply = record["events"][at]["ply"] + 1
    ended = {"winner": 0, "reason": "resignation", "scores": [0, 0], "skunk": 0}
    record["events"][at + 1 :] = [
        {"ply": ply, "kind": "resign", "seat": 1},
        {"ply": ply, "kind": "end", "result": ended},
    ]
    record["decks"], record["result"] = record["decks"][:2], ended


def claim_higher(record: Json) -> None:
    """Than the truth, which it was already."""
    for place, event in enumerate(record["events"]):
        if event["kind"] == "claim":
            show = next(one for one in record["events"][place:] if one["kind"] == "show")
            if show["points"] <= event["points"] < 29:
                event["points"] = 29
                return


BEYOND: dict[str, tuple[Json, Forge, str]] = {
    "other names": (MUGGINS, seat_of(0, name="Zoe"), "names"),
    "a person named as a computer player whose seed is the one it would have": (
        MUGGINS,
        seat_of(1, computer="easy"),
        "programs",
    ),
    "another time": (MUGGINS, put("ended_at", "1999-01-01T00:00:00Z"), "when anything happened"),
    "moves told to be the site's": (MUGGINS, put("automatic", True, "play"), "which moves the site made"),
    "a match dealt and played anew from another server seed": (
        MUGGINS,
        lambda record: record.update(random_record(Settings(61), 6)),
        "commitment was published",
    ),
    "a resignation that nobody made": (RESIGNED, resign_in_the_middle, "endings"),
    "a rematch with the other dealer, played anew": (
        REMATCH,
        lambda record: record.update(random_record(Settings(61, first_dealer=0), 4)),
        "in a rematch",
    ),
    "a claim yet higher": (random_record(Settings(61, CountMode.MANUAL), 5), claim_higher, "too high"),
    "more than the version knows": (MUGGINS, put("weather", "rain"), "what else"),
}
"""What fits together though it never happened, and the words under which it is listed as what cannot be checked."""


def unseen(name: str) -> Json:
    record, forge, _listed = BEYOND[name]
    record = deepcopy(record)
    forge(record)
    return record

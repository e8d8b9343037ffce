"""Checks a record of a match by the site's own engine: the same judge that let its moves happen."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from games.checks.check_record import UNREADABLE, Fault, is_seat, require_form, written
from games.engine import codec, shuffle
from games.engine.cards import Card
from games.engine.errors import MoveError
from games.engine.game import apply, deck_number, due, server_record
from games.engine.moves import (
    Count,
    Cut,
    CutCards,
    Deal,
    Discard,
    Go,
    Join,
    Muggins,
    Pass,
    Play,
    Record,
    Show,
    TurnStarter,
)
from games.engine.state import CountMode, Settings, State, start

Json = Mapping[str, Any]
Decks = Sequence[Sequence[Card]]


def find_faults(record: Any) -> Iterator[str]:
    """Every way in which a record, as JSON, disagrees with itself and with the rules, in English.

    Of the moves only the first fault is told: what comes after it is judged from a position that never was.
    """
    try:
        require_form(record)
        yield from _faults_of(record)
    except Fault as fault:
        yield str(fault)
    except UNREADABLE as error:
        yield f"the record cannot be read, something is missing or of another kind: {error!r:.200}"


def _faults_of(record: Json) -> Iterator[str]:
    server_seed = bytes.fromhex(record["server_seed"])
    seeds = [seat["seed"] for seat in record["seats"]]
    if shuffle.commit_to(server_seed) != record["commitment"]:
        yield "the server's seed is not the one that was committed to"
    for seat, about in enumerate(record["seats"]):
        if about.get("computer") and about["seed"] != shuffle.seed_for_seat(server_seed, seat):
            yield f"the seed of seat {seat} is not the one that the commitment fixes for a computer player"
    deals = sum(event["kind"] == "deal" for event in record["events"])
    numbers = range(deals + 1) if None not in seeds else ()
    decks = [shuffle.deck(server_seed, record["id"], seeds, number) for number in numbers]
    if record["decks"] != [codec.encode(deck) for deck in decks]:
        yield "the decks are not those that the seeds deal"
    yield from _faults_of_moves(record, decks)


def _faults_of_moves(record: Json, decks: Decks) -> Iterator[str]:
    state, last = _begin(record), 0
    for ply, group in groupby(record["events"], key=lambda event: event["ply"]):
        told = [{key: event[key] for key in event if key not in ("ply", "automatic")} for event in group]
        if type(ply) is not int or ply <= last:
            yield f"the plies are not in order after ply {last}"
            return
        try:
            _require_seat(told[0])
            state = _cut(state, record, ply - last - 1)
            state, events = apply(state, _record_of(told, state, decks))
            fits = written(told) == written([codec.event_to(event) for event in events])
        except (MoveError, *UNREADABLE) as error:
            yield f"ply {ply} cannot have happened: {error!r:.200}"
            return
        if not fits:
            yield f"ply {ply} tells other events than the rules bring"
            return
        last = ply
    if list(state.seeds) != [about["seed"] for about in record["seats"]]:
        yield "there are more seeds than cuts"
    if state.result is None or written(codec.encode(state.result)) != written(record["result"]):
        yield "the result is not the one that the moves lead to"


def _begin(record: Json) -> State:
    chosen = record["settings"]
    first_dealer = None
    if record["first_dealer_by"] == "rematch":  # it follows from the match before
        first_dealer = next((event["dealer"] for event in record["events"] if event["kind"] == "deal"), 0)
        if not is_seat(first_dealer):
            raise ValueError("nobody deals first")
    return start(Settings(chosen["target"], CountMode(chosen["count_mode"]), first_dealer=first_dealer))


def _cut(state: State, record: Json, plies: int) -> State:
    """The seats' cuts tell no events: they are the plies that are missing. Which seat cut first changes nothing."""
    brought = [(seat, about["seed"]) for seat, about in enumerate(record["seats"]) if about["seed"] is not None]
    waiting = [Record(seat, Cut(seed)) for seat, seed in brought if state.seeds[seat] is None]
    if plies > len(waiting):
        raise ValueError("the plies are not in order")
    for cut in waiting[:plies]:
        state, _events = apply(state, cut)
    return state


def _require_seat(event: Json) -> None:
    if not (event.get("seat") is None or is_seat(event["seat"])):
        raise ValueError("there is no such seat")


def _record_of(told: Sequence[Json], state: State, decks: Decks) -> Record:
    """What was done, where the first event tells it."""
    event = told[0]
    match event["kind"]:
        case "cut" | "deal" | "starter" | "show":
            return _server_record(event["kind"], state, decks)
        case "join":
            return Record(1, Join())
        case "discard":
            return Record(event["seat"], Discard(tuple(map(Card.parse, event["cards"]))))
        case "play":
            return Record(event["seat"], Play(Card.parse(event["card"])))
        case "go":
            return Record(event["seat"], Go())
        case "claim":
            return Record(event["seat"], Count(event["points"]))
        case "muggins":
            return Record(event["seat"], Muggins(event["points"]))
        case "pass":
            return Record(event["seat"], Pass())
    return Record(event["seat"], codec.act_from(event["kind"], {"reason": ""}))  # why it was annulled is no event


SERVER_ACTS = {"cut": CutCards, "deal": Deal, "starter": TurnStarter, "show": Show}


def _server_record(kind: str, state: State, decks: Decks) -> Record:
    step = due(state)
    if step is None:
        raise ValueError(f"no {kind} is due")
    number = deck_number(state, step)
    record = server_record(state, step, () if number is None else decks[number])
    if not isinstance(record.act, SERVER_ACTS[kind]):
        raise ValueError(f"another act than a {kind} is due")
    return record

"""Records of matches as a site would write them, by the engine alone; and every way to alter one."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from games.engine import codec, shuffle
from games.engine.cards import Card
from games.engine.events import Event
from games.engine.game import apply
from games.engine.moves import Abort, Agree, Annul, Cancel, Ending, Expire, Record
from games.engine.state import SEATS, Phase, Settings, State, start
from tests.engine.random_games import Decks, random_game

Json = Any
Step = tuple[Record, State, tuple[Event, ...]]


def random_record(settings: Settings, seed: int, ends_by: type[Ending] | None = None) -> Json:
    """Of a game of random moves with decks from its seeds, to its end or to the first moment for another one."""
    server_seed, match = sha256(f"server {seed}".encode()).digest(), f"match{seed}"

    def seeds(state: State) -> list[str | None]:
        """As the site stores them: where a player brought none, the one that the commitment fixes."""
        return [shuffle.seed_for_seat(server_seed, seat) if one == "" else one for seat, one in enumerate(state.seeds)]

    def deck(state: State, number: int) -> tuple[Card, ...]:
        return shuffle.deck(server_seed, match, [str(one) for one in seeds(state)], number)

    state = start(settings)
    events: list[Json] = []
    for _record, state, told in _played(settings, seed, deck, ends_by):
        events += [{"ply": state.ply, **codec.event_to(event)} for event in told]
    numbers = range(state.deal + 1) if None not in state.seeds else ()
    return {
        "format": "cribsite-record",
        "version": 1,
        "id": match,
        "seats": [
            {"name": name, "computer": None, "program": False, "seed": one}
            for name, one in zip(("Ana", "Ben"), seeds(state), strict=True)
        ],
        "settings": {
            "target": settings.target,
            "count_mode": settings.count_mode.value,
            "clock": {"allowance": None, "bank": 0},
            "automatic_moves": settings.automatic_moves,
        },
        "first_dealer_by": "cut" if settings.first_dealer is None else "rematch",
        "rematch_of": None,
        "created_at": "2026-03-14T09:00:00Z",
        "ended_at": "2026-03-14T09:30:00Z",
        "commitment": sha256(server_seed).hexdigest(),
        "server_seed": server_seed.hex(),
        "decks": [codec.encode(deck(state, number)) for number in numbers],
        "events": events,
        "result": codec.encode(state.result),
    }


def _played(settings: Settings, seed: int, decks: Decks, ends_by: type[Ending] | None) -> Iterator[Step]:
    if ends_by in (Cancel, Expire):
        record = Record(0, Cancel()) if ends_by is Cancel else Record(None, Expire())
        yield record, *apply(start(settings), record)
        return
    for step in random_game(settings, seed, decks):
        yield step
        state = step[1]
        if ends_by is not None and state.phase is (Phase.DISCARD if ends_by is Abort else Phase.PLAY):
            for seat in SEATS if ends_by is Agree else (None,) if ends_by is Annul else (1,):
                record = Record(seat, Annul("a fault of the site") if ends_by is Annul else ends_by())
                state, told = apply(state, record)
                yield record, state, told
            return


BEARS_ON_NOTHING = ("name", "program", "clock", "automatic_moves", "created_at", "ended_at", "rematch_of")
OTHER_WORDS = {"hand": "crib", "crib": "hand", "cut": "rematch", "rematch": "cut", "automatic": "manual"}


Path = tuple[Any, ...]


def changes(record: Json, every: int = 1) -> list[tuple[Path, Json]]:
    """Places in the record that bear on cards, moves, points, dealer, seeds or result, each with another value for it.

    Of so many of them `every` one.
    """
    paths = [path for path in _paths(record) if not _changes_nothing(record, path)]
    return [(path, _another(path[-1], _place(record, path)[path[-1]])) for path in paths[::every]]


def alterations(record: Json, every: int = 1) -> Iterator[tuple[Path, Json]]:
    """The record with one of its `changes` made, each in turn: it is one record, whole at the end."""
    for path, another in changes(record, every):
        place, key = _place(record, path), path[-1]
        value, place[key] = place[key], another
        yield path, record
        place[key] = value


def _place(record: Json, path: Path) -> Json:
    for key in path[:-1]:
        record = record[key]
    return record


def _changes_nothing(record: Json, path: Path) -> bool:
    """When the second player sat down; how far a claim was too high, or past the game hole, or a call wrong; and that a
    computer player sits there, where the seed is the one that the commitment fixes for it."""
    if path[0] == "seats" and path[2] == "computer":
        seed = shuffle.seed_for_seat(bytes.fromhex(record["server_seed"]), path[1])
        return bool(record["seats"][path[1]]["seed"] == seed)
    if path[0] != "events":
        return False
    event, later = record["events"][path[1]], record["events"][path[1] + 1 :]
    if path[2] == "points" and event["kind"] == "claim":
        truth = next((one["points"] for one in later if one["kind"] == "show"), 0)
        is_last = all(one["kind"] != "claim" for one in later)
        return bool(event["points"] >= truth or (is_last and record["result"]["winner"] == event["seat"]))
    is_wrong_call = path[2] == "points" and event["kind"] == "muggins" and not event["right"]
    return is_wrong_call or (path[2] == "ply" and event["kind"] == "join")


def _paths(value: Json, above: Path = ()) -> Iterator[Path]:
    if isinstance(value, dict):
        inner = [(key, one) for key, one in value.items() if key not in BEARS_ON_NOTHING]
    elif isinstance(value, list):
        inner = list(enumerate(value))
    else:
        yield above
        return
    for key, one in inner:
        yield from _paths(one, (*above, key))


def _another(key: Any, value: Json) -> Json:
    if isinstance(value, bool):
        return not value
    if key in ("seat", "dealer", "winner"):
        return 0 if value is None else 1 - value
    if isinstance(value, int):
        return value + 1
    if value is None:
        return "easy"  # nobody's seed and no computer player
    if len(value) == 2:
        return "AC" if value != "AC" else "KH"
    if len(value) in (32, 64):  # hexadecimal
        return value[:-1] + ("0" if value[-1] != "0" else "1")
    return OTHER_WORDS.get(value, f"{value}x")

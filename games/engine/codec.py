"""The engine's values as JSON and back. A card is its text, a tuple a list, a dataclass an object."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from games.engine.cards import Card
from games.engine.events import Event, SeatEvent
from games.engine.legality import Choice
from games.engine.moves import ACTS, Act
from games.engine.state import State
from games.engine.views import View

Json = Any
Decoder = Callable[[Json], Any]


def encode(value: object) -> Json:
    """A JSON value for any value of the engine."""
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    if is_dataclass(value):
        return {field.name: encode(getattr(value, field.name)) for field in fields(value)}
    return value


@cache
def decoder(kind: Any) -> Decoder:
    """The function that reads a JSON value as `kind`: a type, a tuple type, or a type or None."""
    if get_origin(kind) in (Union, UnionType):
        return _optional(kind)
    if get_origin(kind) is tuple:
        return _tuple(get_args(kind))
    if kind is Card:
        return Card.parse
    if is_dataclass(kind):
        return _object(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return cast(Decoder, kind)
    return lambda value: value


def _optional(kind: Any) -> Decoder:
    inner = decoder(next(arg for arg in get_args(kind) if arg is not NoneType))
    return lambda value: None if value is None else inner(value)


def _tuple(args: tuple[Any, ...]) -> Decoder:
    if args[-1] is Ellipsis:
        item = decoder(args[0])
        return lambda value: tuple([item(one) for one in value])
    items = [decoder(arg) for arg in args]
    return lambda value: tuple([read(one) for read, one in zip(items, value, strict=True)])


def _object(kind: Any) -> Decoder:
    hints = get_type_hints(kind)
    readers = {field.name: decoder(hints[field.name]) for field in fields(kind)}
    return lambda value: kind(**{name: readers[name](one) for name, one in value.items() if name in readers})


def state_from(data: Json) -> State:
    return cast(State, decoder(State)(data))


ACT_KINDS: dict[str, Any] = {act.kind: act for act in ACTS}


def act_from(kind: str, data: Json) -> Act:
    """The act that a record of the log holds."""
    return cast(Act, decoder(ACT_KINDS[kind])(data))


EVENT_KINDS: dict[str, Any] = {event.kind: event for event in get_args(Event) if event is not SeatEvent}


def event_to(event: Event) -> Json:
    """An event as the JSON API names it, without its ply."""
    data = {"kind": event.kind, **encode(event)}
    if data.get("discards", ...) is None:
        del data["discards"]
    return data


def event_from(data: Json) -> Event:
    return cast(Event, decoder(EVENT_KINDS.get(data["kind"], SeatEvent))(data))


def choice_to(choice: Choice) -> Json:
    """A legal move as the JSON API names it."""
    data: dict[str, Json] = {"action": choice.action}
    if choice.card is not None:
        data["cards"] = [str(choice.card)]
    bounds = {"choose": choice.choose, "min": choice.minimum, "max": choice.maximum}
    return data | {name: value for name, value in bounds.items() if value is not None}


def view_to(view: View) -> dict[str, Json]:
    """A view as the JSON API names it; what the engine does not know (names, clocks, ids) is the caller's to add."""
    data = cast(dict[str, Json], encode(view))
    settings = cast(Mapping[str, Json], data["settings"])
    data["settings"] = {name: settings[name] for name in ("target", "count_mode", "automatic_moves")}
    data["legal"] = [choice_to(choice) for choice in view.legal]
    return data

"""The record of a match that is over: enough to replay and verify it with no access to the site, or to read it."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.engine import codec, shuffle
from games.engine.cards import Card
from games.engine.events import DealEvent, DiscardEvent, Event, ShowEvent
from games.engine.state import State
from games.match_json import Json, events_json, moment, name_json, settings_json
from games.models import Match, Seat
from games.services.errors import Forbidden
from games.state import events_of, load
from games.words import Names, seat_name, sentences

FORMAT = "cribsite-record"
VERSION = 1
SEPARATOR = " – "  # of what one move brings, for a card of the play ends in no full stop


def record_json(match: Match) -> Json:
    """The record as API.md describes it, nothing hidden. Raises `Forbidden` while the match is not over."""
    state = _final_state(match)
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": match.id,
        "seats": [_seat_json(seat, state.seeds[seat.number]) for seat in match.seats.all()],
        "settings": settings_json(match),
        "first_dealer_by": "cut" if match.first_dealer is None else "rematch",
        "rematch_of": match.rematch_of_id,
        "created_at": moment(match.created_at),
        "ended_at": moment(match.ended_at),
        "commitment": match.commitment,
        "server_seed": match.server_seed,
        "decks": _decks(match, state),
        "events": events_json(match, None),
        "result": codec.encode(state.result),
    }


def record_text(match: Match) -> str:
    """The same to be read: a line a move, in the language that is active. Raises `Forbidden` as above."""
    _final_state(match)
    names = [seat_name(seat) for seat in match.seats.all()]
    heading = _("%(first)s and %(second)s, game to %(target)d, match %(id)s")
    about = {"first": names[0], "second": names[1], "target": match.target, "id": match.id}
    return "\n".join([heading % about, "", *_lines(match, names), ""])


def _final_state(match: Match) -> State:
    if match.ended_at is None:
        raise Forbidden("no_record_yet")
    return load(match)


def _seat_json(seat: Seat, seed: str | None) -> Json:
    is_program = seat.user is not None and seat.user.is_program
    return {"name": name_json(seat), "computer": seat.computer or None, "program": is_program, "seed": seed}


def _decks(match: Match, state: State) -> list[list[str]]:
    """The deck of the cut and that of every deal begun, from the opened seed.

    None unless both seats had cut, nor of a match that ended while its key was absent, whose seed was never opened.
    """
    first, second = state.seeds
    if first is None or second is None or not match.server_seed:
        return []
    seed = bytes.fromhex(match.server_seed)
    decks = (shuffle.deck(seed, match.id, (first, second), number) for number in range(state.deal + 1))
    return [codec.encode(deck) for deck in decks]


def _lines(match: Match, names: Names) -> Iterator[str]:
    for row in match.records.order_by("ply"):
        events = events_of(row)
        told = zip(events, sentences(events, names), strict=True)
        line = SEPARATOR.join(_with_cards(event, text, names) for event, text in told if text)
        if line:
            yield f"{row.ply}. {line}"


def _with_cards(event: Event, text: str, names: Names) -> str:
    """The sentence of an event, and the cards that it keeps to itself."""
    hands: Sequence[tuple[str, Any]] = ()
    match event:
        case DealEvent(hands=dealt):
            hands = list(zip(names, dealt, strict=True))
        case DiscardEvent(cards=cards) | ShowEvent(cards=cards):
            hands = [("", cards)]
    return " ".join([text, *(_shown(name, cards or ()) for name, cards in hands)])


def _shown(name: str, cards: Sequence[Card]) -> str:
    codes = " ".join(map(str, cards))
    return f"[{name}: {codes}]" if name else f"[{codes}]"

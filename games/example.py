"""The table that a stranger is shown: a position of the engine, drawn by the table's own builder and templates."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from accounts.models import User
from accounts.names import GUEST_PREFIX
from games.computer import LEVELS
from games.engine.cards import Card
from games.engine.game import apply
from games.engine.moves import Act, Cut, CutCards, Deal, Discard, Join, Play, Record, TurnStarter
from games.engine.state import Settings, start
from games.engine.views import redact
from games.models import Match, Seat
from games.render import render_regions
from games.table_builder import Look, build_table
from games.tables import TableView, Told

GUEST, COMPUTER = 0, 1
SCORES, BACK_PEGS = (74, 68), (66, 60)
REGIONS = ("far", "board", "count", "pile", "corner", "near", "mine")


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def _card(text: str) -> Card:
    return Card.parse(text)


# The third card makes a run of three, and the guest holds the seven that makes thirty-one.
RECORDS: tuple[tuple[int | None, Act], ...] = (
    (COMPUTER, Join()),
    (GUEST, Cut("")),
    (COMPUTER, Cut("")),
    (None, CutCards(((_card("4C"), _card("9D")),))),
    (None, Deal((_cards("7D 8H 8S JH 2C KD"), _cards("7C 9S 3D 4D QS KH")))),
    (GUEST, Discard(_cards("2C KD"))),
    (COMPUTER, Discard(_cards("QS KH"))),
    (None, TurnStarter(_card("6H"))),
    (COMPUTER, Play(_card("7C"))),
    (GUEST, Play(_card("8H"))),
    (COMPUTER, Play(_card("9S"))),
)


@dataclass(frozen=True)
class Example:
    """The table, and the inner HTML of its regions."""

    table: TableView
    regions: dict[str, str]


def example_table() -> Example:
    """In the language that is active."""
    table = _table()
    html = render_regions(table)
    return Example(table, {name: html[name] for name in REGIONS})


def _table() -> TableView:
    """As the guest sees it while the page is still telling what the computer did."""
    state, told = replace(start(Settings()), scores=SCORES, back_pegs=BACK_PEGS), list[Told]()
    for seat, act in RECORDS:
        state, events = apply(state, Record(seat, act))
        told.append(Told(state.ply, tuple(redact(event, GUEST, over=False) for event in events), automatic=False))
    look = Look(
        match=_match(),
        state=state,
        reader=GUEST,
        events=told,
        is_present=False,
        is_show=False,
        now=datetime.now(UTC),
    )
    table = build_table(look)
    return replace(table, near=replace(table.near, url=""), prompt="")


def _match() -> Match:
    """A match that is stored nowhere."""
    match = Match(opponent=Match.Opponent.COMPUTER, status=Match.State.ACTIVE)
    guest = User(username=f"{GUEST_PREFIX}4821", is_guest=True)
    seats = [Seat(match=match, number=GUEST, user=guest), Seat(match=match, number=COMPUTER, computer=LEVELS[0].key)]
    match._prefetched_objects_cache = {"seats": seats}  # type: ignore[attr-defined]
    return match

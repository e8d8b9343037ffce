"""Does a match still say what its log says, and do the totals say what all logs together do?"""

from collections.abc import Iterator, Sequence

from django.db import DatabaseError
from django.db.models import Model

from accounts.models import User
from games import deals
from games.engine import codec, shuffle
from games.engine.cards import Card
from games.engine.game import apply
from games.engine.legality import decision
from games.engine.moves import Act, CutCards, Deal, TurnStarter
from games.engine.state import State, start
from games.models import LevelTotals, Match, MoveRecord, PlayerLuck, SeatStatistics
from games.services.cards import stored_totals, totals_of
from games.services.statistics import statistics_of
from games.state import record_of

FIGURES = SeatStatistics._meta.concrete_fields


def find_faults(match: Match) -> Iterator[str]:
    """Every way in which the log, the snapshot, the seats and the seeds of a match disagree, in English.

    Refolds the whole log, deals every deck again from the seeds, and checks the commitment. Whatever the data holds,
    what cannot be read is a fault as well, and the rest is checked all the same.
    """
    yield from _guarded(_faults_of_log(match), "the log")
    yield from _guarded(_faults_of_statistics(match), "the statistics")
    yield from _guarded(_faults_of_seed(match), "the seed")


def _guarded(faults: Iterator[str], name: str) -> Iterator[str]:
    try:
        yield from faults
    except DatabaseError:
        raise
    except Exception as error:  # odd data raises anything
        yield f"{name} cannot be checked: {error!r}"


def _faults_of_log(match: Match) -> Iterator[str]:
    state = start(match.engine_settings)
    for row in match.records.order_by("ply"):
        if row.ply != state.ply + 1:
            yield f"ply {state.ply + 1} is missing"
            return
        yield from _guarded(_faults_of_cards(match, state, row), f"what ply {row.ply} dealt")
        try:
            state, events = apply(state, record_of(row))
        except Exception as error:  # odd data raises anything
            yield f"ply {row.ply} cannot have happened: {error!r}"
            return
        if [codec.event_to(event) for event in events] != row.events:
            yield f"ply {row.ply} tells other events than its act brings"
    yield from _guarded(_faults_of_copies(match, state), "what repeats the log")


def _faults_of_cards(match: Match, state: State, row: MoveRecord) -> Iterator[str]:
    act = record_of(row).act
    if not isinstance(act, CutCards | Deal | TurnStarter):
        return
    first, second = state.seeds
    number = {CutCards: 0, Deal: state.deal + 1, TurnStarter: state.deal}[type(act)]
    try:
        pack = deals.deck(match, (first or "", second or ""), number)
    except deals.DealKeyMissing as error:
        yield f"the deal key {error.params['key_id']} is missing"
        return
    if act != _act_dealt_from(pack, act, row):
        yield f"ply {row.ply} holds other cards than the seeds deal"


def _act_dealt_from(pack: Sequence[Card], act: CutCards | Deal | TurnStarter, row: MoveRecord) -> Act:
    match act:
        case CutCards():
            return CutCards(shuffle.cut_cards(pack))
        case Deal():
            return Deal(shuffle.deal_hands(pack, int(row.events[0]["dealer"])))
        case TurnStarter():
            return TurnStarter(pack[shuffle.STARTER_PLACE])


def _faults_of_copies(match: Match, state: State) -> Iterator[str]:
    if (match.ply, match.status) != (state.ply, state.status):
        yield f"the match stands at ply {match.ply}, {match.status}; its log at ply {state.ply}, {state.status}"
    if match.snapshot != codec.encode(state):
        yield "the snapshot is not what the log leads to"
    seats = list(match.seats.all())
    if sorted(seat.number for seat in seats) != [0, 1]:
        yield "the match has not two seats"
    for seat in (each for each in seats if each.number in (0, 1)):
        if (seat.score, seat.decision) != (state.scores[seat.number], decision(state, seat.number) or ""):
            yield f"seat {seat.number} repeats another score or decision than the log leads to"
        if seat.ended_at != match.ended_at:
            yield f"seat {seat.number} repeats another end than the match has"
    yield from _faults_of_result(match, state)


def _faults_of_result(match: Match, state: State) -> Iterator[str]:
    result = state.result
    stored = (match.winner, match.reason, match.skunk)
    if stored != ((result.winner, result.reason, result.skunk) if result else (None, "", 0)):
        yield "the stored result is not the log's"


def _faults_of_statistics(match: Match) -> Iterator[str]:
    told, kept = (
        sorted(({field.attname: getattr(row, field.attname) for field in FIGURES} for row in rows), key=_by_seat)
        for rows in (statistics_of(match), SeatStatistics.objects.filter(seat__match=match))
    )
    if told != kept:
        yield "the statistics are not what the log says; rebuild_statistics writes them anew"


def _by_seat(figures: dict[str, object]) -> int:
    return int(str(figures["seat_id"]))


def _faults_of_seed(match: Match) -> Iterator[str]:
    try:
        seed = deals.server_seed(match)
    except deals.DealKeyMissing:
        return  # told where the decks are dealt again
    if shuffle.commit_to(seed) != match.commitment:
        yield "the commitment does not fit the seed"
    if match.server_seed not in ("", seed.hex()):
        yield "the opened seed is not the one that was committed to"


def find_faults_of_totals() -> Iterator[str]:
    """Every way in which the totals of the cards and the logs of the matches in them disagree, in English."""
    yield from _guarded(_faults_of_totals(), "the totals of the cards")


def _faults_of_totals() -> Iterator[str]:
    kept, match_ids = stored_totals()
    told = totals_of(match_ids)
    yield from _faults_of_row("the cards of the site", kept.site, told.site)
    for level in sorted(kept.levels.keys() | told.levels.keys()):
        rows = (totals.levels.get(level, LevelTotals(level=level)) for totals in (kept, told))
        yield from _faults_of_row(f"the totals of {level or 'people'}", *rows)
    players = User.objects.filter(pk__in=kept.players.keys() | told.players.keys())  # one may have gone meanwhile
    for player in players.order_by("pk").values_list("pk", flat=True):
        lucks = (totals.players.get(player, PlayerLuck(user_id=player)) for totals in (kept, told))
        yield from _faults_of_row(f"the luck of player {player}", *lucks)


def _faults_of_row(name: str, kept: Model, told: Model) -> Iterator[str]:
    for field in told._meta.concrete_fields:
        stored, counted = (getattr(row, field.attname) for row in (kept, told))
        if stored != counted and field.name != "counted_at":
            yield f"{name}: {field.name} is {stored}, the logs say {counted}; rebuild_statistics writes it anew"

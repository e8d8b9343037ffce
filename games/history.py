"""The games of a player that are over: which of them, and a page at a time."""

from dataclasses import dataclass, fields
from datetime import date, datetime, time, timedelta

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import DAY, Match, Seat
from games.paging import Place, cursor_of, place_of
from games.selectors import PLAYED

GAMES_ON_A_PAGE = 20

WON, LOST = Q(match__winner=F("number")), Q(match__winner=1 - F("number"))
RESULTS: dict[str, Q] = {
    "won": WON,
    "lost": LOST,
    "skunk_given": WON & Q(match__skunk__gt=0),
    "skunk_taken": LOST & Q(match__skunk__gt=0),
    "target": Q(match__reason="target"),
    "resignation": Q(match__reason="resignation"),
    "time": Q(match__reason="time"),
    "abandonment": Q(match__reason="abandonment"),
    "abort": Q(match__reason="abort"),
    "agreement": Q(match__reason="agreement"),
    "annulled": Q(match__reason="annulled"),
}
CLOCKS: dict[str, Q] = {
    "live": Q(match__allowance__lt=DAY),
    "slow": Q(match__allowance__gte=DAY),
    "none": Q(match__allowance=None),
}


@dataclass(frozen=True)
class Filters:
    """Which games are wanted; what is empty does not matter. Days are those of the time zone that is active."""

    opponent: User | None = None
    level: str = ""  # of a computer player, by its key
    against: str = ""  # "person" or "computer"
    count_mode: str = ""
    target: int | None = None
    clock: str = ""  # a key of CLOCKS
    result: str = ""  # a key of RESULTS
    since: date | None = None
    until: date | None = None  # the last day

    def __bool__(self) -> bool:
        return self != Filters()

    @property
    def name(self) -> str:
        """Tells lists apart: the same for the same filters alone."""
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        return "&".join(f"{name}={value.pk if isinstance(value, User) else value}" for name, value in values if value)


@dataclass(frozen=True)
class HistoryPage:
    """Some games, newest first, and the cursors of the pages before and after; "" where there is none."""

    seats: list[Seat]
    newer: str
    older: str


def history_page(player: User, reader_id: int | None, filters: Filters, cursor: str) -> HistoryPage:
    """One page of a player's games that are over, as far as the reader may see them. Raises `WrongCursor`.

    The seats are the player's, each with its match and both players. The first page for the cursor "".
    """
    list_name = f"{player.pk}?{filters.name}"
    place = place_of(cursor, list_name) if cursor else None
    seats = _from_place(_finished_games(player, reader_id, filters), place)
    found = list(_with_matches(seats)[: GAMES_ON_A_PAGE + 1])
    has_more = len(found) > GAMES_ON_A_PAGE
    shown = found[:GAMES_ON_A_PAGE]
    is_backwards = place is not None and place.is_before
    if is_backwards:
        shown.reverse()
    has_newer = has_more if is_backwards else place is not None
    has_older = has_more or is_backwards
    return HistoryPage(
        seats=shown,
        newer=_cursor(shown[0], True, list_name) if shown and has_newer else "",
        older=_cursor(shown[-1], False, list_name) if shown and has_older else "",
    )


def finished_match_ids(player: User, filters: Filters) -> list[str]:
    """Which of the player's own games are over and wanted, all of them, newest first."""
    return list(_from_place(_finished_games(player, player.pk, filters), None).values_list("match_id", flat=True))


def _cursor(seat: Seat, is_before: bool, list_name: str) -> str:
    if seat.ended_at is None:
        raise ValueError("only games that are over have a place in the list")
    return cursor_of(Place(seat.ended_at, seat.match_id, is_before), list_name)


def _finished_games(player: User, reader_id: int | None, filters: Filters) -> QuerySet[Seat]:
    seats = Seat.objects.filter(_wanted(filters), user=player, ended_at__isnull=False, match__status__in=PLAYED)
    if reader_id != player.pk:
        private = Seat.objects.filter(match=OuterRef("match"), user__private_games=True)
        readers = Seat.objects.filter(match=OuterRef("match"), user__isnull=False, user=reader_id)
        seats = seats.filter(~Exists(private) | Exists(readers))
    return seats


def _with_matches(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    with_players = Prefetch("match__seats", Seat.objects.select_related("user"))
    return seats.select_related("match").defer("match__snapshot").prefetch_related(with_players)


def _wanted(filters: Filters) -> Q:
    wanted = _of_kind(filters)
    if filters.result:
        wanted &= RESULTS[filters.result]
    if filters.opponent:
        wanted &= Q(Exists(Seat.objects.filter(match=OuterRef("match"), user=filters.opponent)))
        wanted &= ~Q(user=filters.opponent)
    if filters.since:
        wanted &= Q(ended_at__gte=_start_of(filters.since))
    if filters.until:
        wanted &= Q(ended_at__lt=_start_of(filters.until + timedelta(days=1)))
    return wanted


def _of_kind(filters: Filters) -> Q:
    wanted = Q()
    if filters.against:
        against_computer = Q(match__opponent=Match.Opponent.COMPUTER)
        wanted &= against_computer if filters.against == "computer" else ~against_computer
    if filters.level:
        wanted &= Q(Exists(Seat.objects.filter(match=OuterRef("match"), computer=filters.level)))
    if filters.count_mode:
        wanted &= Q(match__count_mode=filters.count_mode)
    if filters.target:
        wanted &= Q(match__target=filters.target)
    if filters.clock:
        wanted &= CLOCKS[filters.clock]
    return wanted


def _start_of(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def _from_place(seats: QuerySet[Seat], place: Place | None) -> QuerySet[Seat]:
    """In the order of the list, or against it where the place is before what is wanted."""
    if place is None:
        return seats.order_by("-ended_at", "-match_id")
    at, match_id = place.ended_at, place.match_id
    if place.is_before:
        newer = Q(ended_at__gt=at) | Q(ended_at=at, match_id__gt=match_id)
        return seats.filter(newer, ended_at__gte=at).order_by("ended_at", "match_id")
    older = Q(ended_at__lt=at) | Q(ended_at=at, match_id__lt=match_id)
    return seats.filter(older, ended_at__lte=at).order_by("-ended_at", "-match_id")

"""The referee's look at what happened lately. Each pass is bounded; a clue is written once, and its figures renewed."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import combinations

from django.db.models import Count, F, Q, QuerySet

from accounts.conduct.clues import DAYS, MOST_ACCOUNTS, Facts, Pace, Won, one_way, shared, too_fast
from accounts.conduct.models import Clue, Trace
from games.models import DAY, Match, Seat, SeatStatistics

LATELY = timedelta(days=1)
AT_ONCE = 200  # marks, pairs or players in one pass, the newest first


def look_for_clues(now: datetime) -> None:
    """What moderators may want to look into, from the games and the visits of the last day."""
    look_for_shared(now)
    look_for_one_way(now)
    look_for_too_fast(now)


def look_for_shared(now: datetime) -> None:
    of_people = Trace.objects.filter(player__is_guest=False)
    lately = of_people.filter(last_at__gt=now - LATELY).order_by("-last_at")
    pairs = {pair for mark in _latest(lately.values_list("mark", flat=True)) for pair in _sharing(mark)}
    for first, second in sorted(pairs)[:AT_ONCE]:
        facts = _in_common(first, second)
        if facts:
            _keep(Clue.Kind.SHARED, first, second, facts, now)


def _latest(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))[:AT_ONCE]


def _sharing(mark: str) -> Iterable[tuple[int, int]]:
    """The pairs of accounts that came from one address or device, unless many did."""
    players = Trace.objects.filter(mark=mark, player__is_guest=False).values_list("player", flat=True)
    numbers = sorted(players[: MOST_ACCOUNTS + 1])
    return combinations(numbers, 2) if len(numbers) <= MOST_ACCOUNTS else ()


def _in_common(first: int, second: int) -> Facts | None:
    both = Trace.objects.filter(player__in=(first, second)).values("kind", "mark")
    twice = both.annotate(count=Count("player")).filter(count=2)
    known = Trace.objects.filter(player__is_guest=False, mark__in=twice.values("mark"))
    few = known.values("kind", "mark").annotate(count=Count("player")).filter(count__lte=MOST_ACCOUNTS)
    kinds = Counter(row["kind"] for row in few)
    return shared(kinds[Trace.Kind.DEVICE], kinds[Trace.Kind.ADDRESS])


def look_for_one_way(now: datetime) -> None:
    lately = Match.objects.filter(status=Match.State.FINISHED, ended_at__gt=now - LATELY)
    with_people = lately.exclude(opponent=Match.Opponent.COMPUTER).order_by("-ended_at")
    players: dict[str, list[int]] = {}
    for match, player in _of_people(Seat.objects.filter(match__in=list(with_people[:AT_ONCE]))).values_list(
        "match", "user"
    ):
        players.setdefault(match, []).append(player)
    for first, second in {(min(pair), max(pair)) for pair in players.values() if len(pair) == 2}:
        _judge_pair(first, second, now)


def _of_people(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    return seats.filter(user__is_guest=False, user__is_program=False)


def _judge_pair(first: int, second: int, now: datetime) -> None:
    against = Seat.objects.filter(user=second).values("match")
    games = Seat.objects.filter(user=first, ended_at__gt=now - timedelta(days=DAYS), match__in=against)
    over = games.filter(match__status=Match.State.FINISHED, match__winner__isnull=False)
    rows = over.values_list("number", "match__winner", "match__reason")
    found = one_way([Won(number == winner, reason) for number, winner, reason in rows])
    if found:
        is_first, facts = found
        winner, loser = (first, second) if is_first else (second, first)
        _keep(Clue.Kind.ONE_WAY, winner, loser, facts, now)


def look_for_too_fast(now: datetime) -> None:
    figures = SeatStatistics.objects.exclude(seat__match__opponent=Match.Opponent.COMPUTER).filter(
        Q(seat__match__allowance=None) | Q(seat__match__allowance__lt=DAY),  # where no plan answers
        answer_seconds__isnull=False,
        user__is_guest=False,
        user__is_program=False,
    )
    lately = figures.filter(ended_at__gt=now - LATELY).order_by("-ended_at").values_list("user", flat=True)
    for player in list(dict.fromkeys(lately))[:AT_ONCE]:
        own = figures.filter(user=player, ended_at__gt=now - timedelta(days=DAYS))
        rows = own.values_list("answer_seconds", F("deals_as_dealer") + F("deals_as_pone"))
        facts = too_fast([Pace(seconds, deals) for seconds, deals in rows])
        if facts:
            _keep(Clue.Kind.TOO_FAST, player, None, facts, now)


def _keep(kind: Clue.Kind, player: int, other: int | None, facts: Facts, now: datetime) -> None:
    """Once for each player or pair. That it was looked into stays so, whatever the newer figures are."""
    clue, is_new = Clue.objects.get_or_create(
        kind=kind, player_id=player, other_id=other, defaults={"facts": facts, "at": now}
    )
    if not is_new and clue.facts != facts:
        Clue.objects.filter(pk=clue.pk).update(facts=facts, at=now)

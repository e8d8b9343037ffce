"""Every read for a page."""

from datetime import datetime

from django.db.models import Case, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery, When

from accounts.conduct.apart import blocks_with
from accounts.conduct.models import Block
from accounts.models import User
from games.engine.moves import Annul
from games.models import OPEN_FOR, Match, MoveRecord, Plan, Remark, Seat

UNFINISHED = (Match.State.OPEN, Match.State.ACTIVE)
PLAYED = (Match.State.FINISHED, Match.State.ABORTED, Match.State.ANNULLED)
MOST_OPEN_TABLES_SHOWN = 50
MOST_OWN_TABLES_SHOWN = 100
MOST_REMARKS_SHOWN = 30


def find_match(match_id: str) -> Match | None:
    """The match with its seats and players, or None."""
    return with_seats(Match.objects.filter(pk=match_id)).first()


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """The same matches, with their seats and players at hand, and whether who sits there blocks the other."""
    blocks = Block.objects.filter(player=OuterRef("user"), blocked__seats__match=OuterRef("match"))
    # All in one query: for Django to put a query together takes longer than for the database to answer.
    seats = Seat.objects.select_related("user").annotate(blocks_other=Exists(blocks))  # type: ignore[no-redef]
    return matches.prefetch_related(Prefetch("seats", seats))


def seat_number(match: Match, user_id: int | None) -> int | None:
    """The seat of a player at this table; None for anybody else."""
    taken = (seat.number for seat in match.seats.all() if user_id is not None and seat.user_id == user_id)
    return next(taken, None)


def plan_of(match: Match, seat: int | None) -> Plan | None:
    """What the player of this seat has planned at this table, or why it was dropped; for that player's eyes alone."""
    if seat is None or not match.allows_plans:
        return None
    return Plan.objects.filter(seat__match=match, seat__number=seat).first()


def annulment_reason(match: Match) -> str:
    """What the players are told of why the match was annulled; "" where it was not."""
    row = match.records.filter(kind=Annul.kind).first() if match.status == Match.State.ANNULLED else None
    return str(row.data["reason"]) if row else ""


def remarks_for(match: Match, seat: int | None) -> list[Remark]:
    """The last that the players said, oldest first, for this seat's eyes alone; not the other's if muted or blocked."""
    if seat is None or match.opponent == Match.Opponent.COMPUTER:
        return []
    own = match.seats.all()[seat]
    remarks = match.remarks.filter(user=own.user_id) if own.mutes or own.blocks_other else match.remarks
    return list(remarks.order_by("-pk")[:MOST_REMARKS_SHOWN])[::-1]


def may_see(match: Match, user_id: int | None) -> bool:
    """Whether the player of this id, or nobody in particular, may look at this table."""
    if seat_number(match, user_id) is not None:
        return True
    if user_id is not None and match.invited_id == user_id:
        return True
    if match.status in UNFINISHED:
        return match.opponent in (Match.Opponent.OPEN, Match.Opponent.COMPUTER)
    if match.status not in PLAYED:
        return False
    return not any(seat.user is not None and seat.user.private_games for seat in match.seats.all())


def records_of_deals(match: Match, first_deal: int, ply: int) -> list[MoveRecord]:
    """The log from a deal on, up to a ply."""
    return list(match.records.filter(deal__gte=first_deal, ply__lte=ply).order_by("ply"))


def records_between(match: Match, after: int, ply: int) -> list[MoveRecord]:
    """The log after one ply, up to another."""
    return list(match.records.filter(ply__gt=after, ply__lte=ply).order_by("ply"))


def records_to_tell(match: Match, after: int, ply: int) -> list[MoveRecord]:
    """The log up to a ply, from the beginning of the deal in which the record next to `after` falls."""
    deal = match.records.filter(ply=after + 1).values("deal")
    return list(match.records.filter(deal__gte=Subquery(deal), ply__lte=ply).order_by("ply"))


def records_after(match: Match, ply: int) -> list[MoveRecord]:
    """The log later than a ply, up to the one at which `match` was read."""
    return list(match.records.filter(ply__gt=ply, ply__lte=match.ply).order_by("ply"))


def own_tables(user: User) -> list[Match]:
    """A player's unfinished matches and challenges, those that wait for the player first."""
    mine = Seat.objects.filter(match=OuterRef("pk"), user=user)
    my_turn = Q(Exists(mine.exclude(decision="")), status=Match.State.ACTIVE)
    challenged = Q(invited=user, status=Match.State.OPEN)
    matches = (
        Match.objects.filter(Q(Exists(mine)) | Q(invited=user), status__in=UNFINISHED)
        .annotate(waits=Case(When(my_turn | challenged, then=True), default=False))
        .order_by("-waits", "-created_at")
    )
    return list(_for_list(matches)[:MOST_OWN_TABLES_SHOWN])


def waiting_count(user: User, besides: str | None = None) -> int:
    """How many matches and challenges wait for the player, besides the one that is being looked at."""
    decisions = Seat.objects.filter(user=user, match__status=Match.State.ACTIVE).exclude(decision="")
    challenges = Match.objects.filter(invited=user, status=Match.State.OPEN)
    return decisions.exclude(match=besides).count() + challenges.exclude(pk=besides).count()


def has_own_list(user: User) -> bool:
    """Whether the open tables look different to this player: one is the own, or blocks leave some out."""
    own = Match.objects.filter(status=Match.State.OPEN, opponent=Match.Opponent.OPEN, seats__user=OuterRef("pk"))
    blocks = Block.objects.filter(Q(player=OuterRef("pk")) | Q(blocked=OuterRef("pk")))
    return User.objects.filter(Exists(own) | Exists(blocks), pk=user.pk).exists()


def most_urgent(user: User, besides: str | None) -> Match | None:
    """The match that waits for the player and has the earliest deadline; without one, the oldest."""
    waiting = Seat.objects.filter(user=user, match__status=Match.State.ACTIVE).exclude(decision="")
    if besides:
        waiting = waiting.exclude(match=besides)
    seat = waiting.order_by(F("deadline").asc(nulls_last=True), "match__created_at").select_related("match").first()
    return seat.match if seat else None


def open_tables(now: datetime, user_id: int | None) -> list[Match]:
    """Tables with a seat free for this player, or for anyone, newest first."""
    matches = offered_to(user_id, now).order_by("-created_at")
    return list(_for_list(matches)[:MOST_OPEN_TABLES_SHOWN])


def offered_to(user_id: int | None, now: datetime) -> QuerySet[Match]:
    """Tables with a seat free for anyone, without those whose host this player blocks or is blocked by."""
    matches = Match.objects.filter(status=Match.State.OPEN, opponent=Match.Opponent.OPEN, created_at__gt=now - OPEN_FOR)
    if user_id is None:
        return matches
    hosts = Seat.objects.filter(Exists(blocks_with(user_id, "user")), match=OuterRef("pk"))
    return matches.exclude(Exists(hosts))


def running_matches(player: User) -> list[Match]:
    """A player's running matches that anybody may watch."""
    public = (Match.Opponent.OPEN, Match.Opponent.COMPUTER)
    matches = Match.objects.filter(seats__user=player, status=Match.State.ACTIVE, opponent__in=public)
    return list(_for_list(matches.order_by("-created_at"))[:MOST_OPEN_TABLES_SHOWN])


def _for_list(matches: QuerySet[Match]) -> QuerySet[Match]:
    return with_seats(matches).defer("snapshot")

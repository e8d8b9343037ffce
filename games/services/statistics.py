"""Keeps the figures of matches that are over: a row a seat, written when the match ends."""

from dataclasses import asdict

from games.models import Match, Seat, SeatStatistics
from games.statistics import tallies

COUNTED = (Match.State.FINISHED, Match.State.ABORTED)


def keep_statistics(match: Match) -> None:
    """Write the figures of a match that has just ended. What was never played or was annulled has none."""
    SeatStatistics.objects.bulk_create(statistics_of(match))


def rebuild_statistics(match: Match) -> None:
    """Write the figures of a match anew, from its log."""
    SeatStatistics.objects.filter(seat__match=match).delete()
    keep_statistics(match)


def statistics_of(match: Match) -> list[SeatStatistics]:
    """What the log says, unsaved, for each seat of a player."""
    if match.status not in COUNTED or match.ended_at is None:
        return []
    pair = tallies(match.records.order_by("ply"))
    return [
        SeatStatistics(
            seat=seat,
            user_id=seat.user_id,
            ended_at=match.ended_at,
            won=None if match.winner is None else match.winner == seat.number,
            skunk=match.skunk,
            reason=match.reason,
            **asdict(pair[seat.number]),
        )
        for seat in Seat.objects.filter(match=match)
        if seat.user_id is not None
    ]

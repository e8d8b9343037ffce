"""What is told of a player on the own page: figures of all the games that are over, in the reader's language."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from statistics import median
from typing import Any

from django.db.models import Count, Q, Sum
from django.utils import formats, timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import SeatStatistics
from games.replay import ply_url
from games.selectors import find_match, may_see
from games.words import points

# Points a deal in all, of players who know the game; the figures that cribbage clubs hold their own averages against.
REFERENCE_AS_DEALER, REFERENCE_AS_PONE = 16.2, 10.2
GAMES_FOR_THE_USUAL_TIME = 100

OVER = Q(won__isnull=False)
COUNTS = {
    "ended": Q(),
    "completed": Q(reason="target"),
    "resigned": Q(won=False, reason="resignation"),
    "timed_out": Q(has_left=True, reason="time"),
    "gone": Q(has_left=True, reason="abandonment"),
    "aborted": Q(has_left=True, reason="abort"),
    "left": Q(has_left=True),
    "games": OVER,
    "wins": Q(won=True),
    "dealing_first": OVER & Q(dealt_first=True),
    "won_dealing_first": Q(won=True, dealt_first=True),
    "dealing_second": OVER & Q(dealt_first=False),
    "won_dealing_second": Q(won=True, dealt_first=False),
    "skunks_given": Q(won=True, skunk__gt=0),
    "skunks_taken": Q(won=False, skunk__gt=0),
}
SUMS = (
    *("deals_as_dealer", "hands_as_dealer", "cribs", "pegged_as_dealer"),
    *("deals_as_pone", "hands_as_pone", "pegged_as_pone"),
)


@dataclass(frozen=True)
class Average:
    """A line of the table of averages: points a deal as dealer and as pone."""

    label: str
    as_dealer: str
    as_pone: str


@dataclass(frozen=True)
class BestHand:
    text: str
    url: str  # of the ply in its replay; "" where the reader may not see the match


@dataclass(frozen=True)
class Profile:
    facts: list[tuple[str, str]]
    averages: list[Average]  # empty before the first deal that was counted to its end
    best_hand: BestHand | None


def profile_of(player: User, reader_id: int | None, now: datetime) -> Profile:
    rows = SeatStatistics.objects.filter(user=player)
    counts = {name: Count("pk", filter=wanted) for name, wanted in COUNTS.items()}
    figures = rows.aggregate(**counts, **{name: Sum(name, default=0) for name in SUMS})
    return Profile(
        facts=[*_facts(figures), *_streak(player), *_usual_times(player, now), _since(player)],
        averages=_averages(figures),
        best_hand=_best_hand(player, reader_id),
    )


def _facts(figures: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (_("Games finished"), formats.number_format(figures["games"])),
        (_("Games won"), _share(figures["wins"], figures["games"])),
        (_("Won with the first deal"), _share(figures["won_dealing_first"], figures["dealing_first"])),
        (_("Won without it"), _share(figures["won_dealing_second"], figures["dealing_second"])),
        (_("Skunks given"), formats.number_format(figures["skunks_given"])),
        (_("Skunks taken"), formats.number_format(figures["skunks_taken"])),
        (_("Completion rate"), _share(figures["ended"] - figures["left"], figures["ended"])),
        *_own_endings(figures),
    ]


def _own_endings(figures: dict[str, Any]) -> list[tuple[str, str]]:
    """What became of the games that were not played out, as far as it was this player's doing."""
    return [
        (_("Played to the end"), formats.number_format(figures["completed"])),
        (_("Resigned"), formats.number_format(figures["resigned"])),
        (_("Lost on time"), formats.number_format(figures["timed_out"])),
        (_("Abandoned"), formats.number_format(figures["gone"])),
        (_("Aborted"), formats.number_format(figures["aborted"])),
    ]


def _share(part: int, whole: int) -> str:
    """ "12 (60%)", or "0" of nothing."""
    if not whole:
        return formats.number_format(part)
    return _("%(number)s (%(percent)d%%)") % {
        "number": formats.number_format(part),
        "percent": round(100 * part / whole),
    }


def _streak(player: User) -> list[tuple[str, str]]:
    won = SeatStatistics.objects.filter(OVER, user=player).order_by("ended_at").values_list("won", flat=True)
    longest = max((len(list(run)) for is_won, run in groupby(won) if is_won), default=0)
    return [(_("Longest winning streak"), formats.number_format(longest))]


def _usual_times(player: User, now: datetime) -> list[tuple[str, str]]:
    """The median of the last games' medians; those of slow games are another matter and stand by themselves."""
    timed = SeatStatistics.objects.filter(user=player, answer_seconds__isnull=False).order_by("-ended_at")
    slow, others = list[float](), list[float]()
    for row in timed.select_related("seat__match").defer("seat__match__snapshot")[:GAMES_FOR_THE_USUAL_TIME]:
        if row.answer_seconds is not None:
            (slow if row.seat.match.is_slow else others).append(row.answer_seconds)
    labelled = ((_("Usual time for a move"), others), (_("Usual time in slow games"), slow))
    return [(label, _time(median(seconds), now)) for label, seconds in labelled if seconds]


def _time(seconds: float, now: datetime) -> str:
    if seconds < 60:
        whole = round(seconds)
        return ngettext("%(seconds)d second", "%(seconds)d seconds", whole) % {"seconds": whole}
    return timesince(now - timedelta(seconds=seconds), now, depth=1)


def _since(player: User) -> tuple[str, str]:
    return _("Here since"), formats.date_format(timezone.localtime(player.date_joined), "DATE_FORMAT")


def _averages(figures: dict[str, Any]) -> list[Average]:
    dealt, not_dealt = figures["deals_as_dealer"], figures["deals_as_pone"]
    if not dealt and not not_dealt:
        return []
    as_dealer = figures["hands_as_dealer"] + figures["cribs"] + figures["pegged_as_dealer"]
    as_pone = figures["hands_as_pone"] + figures["pegged_as_pone"]
    return [
        Average(_("Hand"), _mean(figures["hands_as_dealer"], dealt), _mean(figures["hands_as_pone"], not_dealt)),
        Average(_("Crib"), _mean(figures["cribs"], dealt), ""),
        Average(_("Pegging"), _mean(figures["pegged_as_dealer"], dealt), _mean(figures["pegged_as_pone"], not_dealt)),
        Average(_("In all"), _mean(as_dealer, dealt), _mean(as_pone, not_dealt)),
        Average(_("Good players"), _tenths(REFERENCE_AS_DEALER), _tenths(REFERENCE_AS_PONE)),
    ]


def _mean(total: int, deals: int) -> str:
    return _tenths(total / deals) if deals else ""


def _tenths(value: float) -> str:
    return formats.number_format(value, decimal_pos=1)


def _best_hand(player: User, reader_id: int | None) -> BestHand | None:
    """The newest of the best, for a link that one would like to share."""
    rows = SeatStatistics.objects.filter(user=player, best_hand__isnull=False)
    best = rows.order_by("-best_hand", "-ended_at").select_related("seat").first()
    if best is None or best.best_hand is None or best.best_hand_ply is None:
        return None
    match = find_match(best.seat.match_id)
    url = ply_url(match, best.best_hand_ply, None) if match and may_see(match, reader_id) else ""
    return BestHand(points(best.best_hand), url)

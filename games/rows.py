"""A match as one row of a list: in the lobby and on a player's page."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock_views
from games.engine.state import Result
from games.models import DAY, Match, Seat
from games.selectors import may_see, seat_number
from games.words import ENDINGS, headline, result_detail, seat_name


@dataclass(frozen=True)
class Row:
    """Addresses are "" where the reader is not offered that."""

    url: str
    title: str
    detail: str
    badge: str = ""
    outcome: str = ""  # for the player whose games are listed: "won", "lost"
    ended_at: datetime | None = None
    waiting: bool = False
    time: str = ""  # in slow games: how much is left to the reader, who has to move
    is_short: bool = False
    join_url: str = ""
    cancel_url: str = ""
    decline_url: str = ""
    watch_url: str = ""
    replay_url: str = ""


def own_row(match: Match, user_id: int, now: datetime) -> Row:
    """A row of my own tables and of challenges to me."""
    seat = seat_number(match, user_id)
    if match.status == Match.State.OPEN:
        return _own_open_row(match, seat, now)
    waits = seat is not None and bool(match.seats.all()[seat].decision)
    mine = match.seats.all()[seat or 0]
    clock = clock_views.build(match, mine, now, tells_moment=True) if waits and match.is_slow else None
    return Row(
        url=match.get_absolute_url(),
        title=_title(match),
        detail=_scores(match),
        badge=_("your turn") if waits else "",
        waiting=waits,
        time=clock.text if clock else "",
        is_short=clock.is_short if clock else False,
    )


def _own_open_row(match: Match, seat: int | None, now: datetime) -> Row:
    challenged = seat is None
    return Row(
        url=match.get_absolute_url(),
        title=_challenge(match) if match.invited else _title(match),
        detail=_detail(match, now),
        badge=_("challenge") if challenged else _("open"),
        waiting=challenged,
        join_url=reverse("join", args=[match.id]) if challenged else "",
        decline_url=reverse("decline", args=[match.id]) if challenged else "",
        cancel_url="" if challenged else reverse("cancel", args=[match.id]),
    )


def open_row(match: Match, user_id: int | None, now: datetime) -> Row:
    """A row of the open tables."""
    own = seat_number(match, user_id) is not None
    return Row(
        url=match.get_absolute_url(),
        title=_title(match),
        detail=_detail(match, now),
        join_url="" if own else reverse("join", args=[match.id]),
        cancel_url=reverse("cancel", args=[match.id]) if own else "",
    )


def played_row(seat: Seat) -> Row:
    """A row of the matches that are over, as the player of this seat has them."""
    match = seat.match
    outcome = _("won") if match.winner == seat.number else _("lost")
    return Row(
        url=match.get_absolute_url(),
        title=_title(match),
        detail=result_words(match),
        badge=str(ENDINGS[match.reason]),
        outcome=outcome if match.winner is not None else "",
        ended_at=match.ended_at,
        replay_url=reverse("replay", args=[match.id]),
    )


def result_words(match: Match) -> str:
    """How a match that is over ended, for anybody."""
    names = [seat_name(seat) for seat in match.seats.all()]
    first, second = (seat.score for seat in match.seats.all())
    result = Result(match.winner, match.reason, (first, second), match.skunk)
    return " ".join(text for text in (headline(result, names, None), result_detail(result, names)) if text)


def running_row(match: Match, user_id: int | None, now: datetime) -> Row:
    """A row of the matches that are running: one's own, or one that may be watched."""
    if user_id is not None and seat_number(match, user_id) is not None:
        return own_row(match, user_id, now)
    url = match.get_absolute_url()
    return Row(url=url, title=_title(match), detail=_scores(match), watch_url=url if may_see(match, user_id) else "")


def _title(match: Match) -> str:
    seats = match.seats.all()
    if match.status == Match.State.OPEN:
        return seat_name(seats[0])
    return _("%(first)s and %(second)s") % {"first": seat_name(seats[0]), "second": seat_name(seats[1])}


def _challenge(match: Match) -> str:
    names = {"first": seat_name(match.seats.all()[0]), "second": match.invited.shown_name if match.invited else ""}
    return _("%(first)s challenges %(second)s") % names


def _scores(match: Match) -> str:
    first, second = (seat.score for seat in match.seats.all())
    return _("%(first)d to %(second)d, game to %(target)d") % {
        "first": first,
        "second": second,
        "target": match.target,
    }


def _detail(match: Match, now: datetime) -> str:
    """The terms of an open table, and how long it has stood."""
    values = {
        "target": match.target,
        "counting": match.get_count_mode_display(),
        "clock": clock_words(match),
        "age": timesince(match.created_at, now),
    }
    return _("game to %(target)d, %(counting)s, %(clock)s, open for %(age)s") % values


def clock_words(match: Match) -> str:
    """The clock of a match in a few words."""
    if match.allowance is None:
        return _("no clock")
    if match.is_slow:
        return _("%(days)s a move and %(bank)s in the bank") % {
            "days": days(match.allowance // DAY),
            "bank": days(match.bank // DAY),
        }
    values = {"allowance": match.allowance, "bank": match.bank // 60}
    return _("%(allowance)d s a move and %(bank)d min in the bank") % values


def days(number: int) -> str:
    """So many days."""
    return ngettext("%(days)d day", "%(days)d days", number) % {"days": number}

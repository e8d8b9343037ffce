"""The admin's start page: what needs a hand, how busy the site is, and whether all of it is well."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, cast

from django.contrib import admin
from django.db.models import Count, Min, Model, QuerySet
from django.db.models.functions import TruncDate
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.conduct.fairness import of_others
from accounts.conduct.models import Appeal, Clue, Report
from accounts.models import User
from cribsite.health import facts_about_site
from games.models import Mail, Match
from games.services.referee import TIME_FOR_A_SWEEP
from games.words import NEVER_JOINED

DAYS = 30  # of the charts
LATE_MAIL = timedelta(hours=1)
A_WEEK = timedelta(days=7)
HEIGHT = 60  # of a chart, in its own units; a day is ten of them wide


@dataclass(frozen=True)
class Need:
    """Something that waits for staff: so many, since when (None where that tells nothing), and the list of them."""

    text: str
    url: str
    since: datetime | None = None


@dataclass(frozen=True)
class Bar:
    """A day in a chart, in the chart's units."""

    x: int
    y: int
    height: int
    text: str


@dataclass(frozen=True)
class Chart:
    title: str
    text: str
    bars: tuple[Bar, ...]


def start_page(request: HttpRequest) -> dict[str, Any]:
    """What the page shows to this member of the staff: nothing that the role may not look at."""
    now = timezone.now()
    reader = cast(User, request.user)
    may_set = request.user.has_perm("cribsite.view_sitesettings")
    found = (
        find(now, reader) for find, model in FINDERS if request.user.has_perm(f"{model._meta.app_label}.{_view(model)}")
    )
    return {
        "needs": [need for need in found if need is not None],
        "charts": charts(now),
        "facts": facts_about_site(now) if may_set else [],
    }


def _view(model: type[Model]) -> str:
    return f"view_{model._meta.model_name}"


def _list(model: type[Model], **filters: str) -> str:
    """The address of the filtered list; "" for what has no page in the admin."""
    if not admin.site.is_registered(model):
        return ""
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    return f"{address}?{urlencode(filters)}"


def _open_reports(_now: datetime, reader: User) -> Need | None:
    count, oldest = _waiting(of_others(Report.objects.filter(outcome=""), reader))
    text = ngettext("%(count)d open report", "%(count)d open reports", count) % {"count": count}
    return Need(text, _list(Report, state="open"), oldest) if count else None


def _open_appeals(_now: datetime, reader: User) -> Need | None:
    count, oldest = _waiting(of_others(Appeal.objects.filter(decision=""), reader))
    text = ngettext("%(count)d open appeal", "%(count)d open appeals", count) % {"count": count}
    return Need(text, _list(Appeal, answered="no"), oldest) if count else None


def _new_clues(_now: datetime, reader: User) -> Need | None:
    count, oldest = _waiting(of_others(Clue.objects.filter(looked_at=None), reader))
    text = ngettext("%(count)d clue to look into", "%(count)d clues to look into", count) % {"count": count}
    return Need(text, _list(Clue, looked_into="no"), oldest) if count else None


def _waiting(things: QuerySet[Any], moment: str = "at") -> tuple[int, datetime | None]:
    """How many, and since when the oldest has waited."""
    found = things.aggregate(count=Count("pk"), oldest=Min(moment))
    return found["count"], found["oldest"]


def _overdue(now: datetime, _reader: User) -> Need | None:
    late = Match.objects.filter(status=Match.State.ACTIVE, seats__deadline__lt=now - TIME_FOR_A_SWEEP)
    count = late.aggregate(count=Count("pk", distinct=True))["count"]
    words = ngettext(
        "%(count)d match whose time is over and that was not ended",
        "%(count)d matches whose time is over and that were not ended",
        count,
    )
    return Need(words % {"count": count}, _list(Match, overdue="yes")) if count else None


def _broken(_now: datetime, _reader: User) -> Need | None:
    count = Match.objects.exclude(trouble="").count()
    words = ngettext(
        "%(count)d match that the referee failed on", "%(count)d matches that the referee failed on", count
    )
    return Need(words % {"count": count}, _list(Match, trouble="yes")) if count else None


def _late_mail(now: datetime, _reader: User) -> Need | None:
    late = Mail.objects.filter(state=Mail.State.WAITING, written_at__lt=now - LATE_MAIL)
    count, oldest = _waiting(late, "written_at")
    words = ngettext(
        "%(count)d letter has waited for more than an hour",
        "%(count)d letters have waited for more than an hour",
        count,
    )
    return Need(words % {"count": count}, _list(Mail, state__exact="waiting"), oldest) if count else None


def _lost_mail(now: datetime, _reader: User) -> Need | None:
    count = Mail.objects.filter(state=Mail.State.GIVEN_UP, next_try_at__gt=now - A_WEEK).count()
    words = ngettext("%(count)d letter was given up this week", "%(count)d letters were given up this week", count)
    return Need(words % {"count": count}, _list(Mail, state__exact="given_up")) if count else None


FINDERS: tuple[tuple[Callable[[datetime, User], Need | None], type[Model]], ...] = (
    (_open_reports, Report),
    (_open_appeals, Appeal),
    (_new_clues, Clue),
    (_overdue, Match),
    (_broken, Match),
    (_late_mail, Mail),
    (_lost_mail, Mail),
)


def charts(now: datetime) -> list[Chart]:
    """Sign-ups and ended games a day, in the reader's time zone, for 30 days."""
    today = timezone.localdate(now)
    since = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=DAYS - 1)
    players = User.objects.filter(is_guest=False, date_joined__gte=since)
    games = Match.objects.filter(ended_at__gte=since).exclude(status__in=NEVER_JOINED)
    return [
        _chart(_("Sign-ups a day"), _by_day(players, "date_joined"), today),
        _chart(_("Games ended a day"), _by_day(games, "ended_at"), today),
    ]


def _by_day(rows: QuerySet[Any], moment: str) -> dict[date, int]:
    days = rows.order_by().annotate(day=TruncDate(moment)).values("day").annotate(count=Count("pk"))
    return dict(days.values_list("day", "count"))


def _chart(title: str, counts: dict[date, int], today: date) -> Chart:
    days = [today - timedelta(days=DAYS - 1 - number) for number in range(DAYS)]
    most = max([1, *counts.values()])
    bars = [_bar(number, day, counts.get(day, 0), most) for number, day in enumerate(days)]
    values = {"all": sum(counts.get(day, 0) for day in days), "today": counts.get(today, 0), "days": DAYS}
    return Chart(title, _("%(all)d in %(days)d days, %(today)d of them today") % values, tuple(bars))


def _bar(number: int, day: date, count: int, most: int) -> Bar:
    height = max(1, round(HEIGHT * count / most)) if count else 0
    return Bar(10 * number, HEIGHT - height, height, f"{day:%Y-%m-%d}: {count}")

"""What players report, and what staff answer."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from accounts.conduct.fairness import require_other
from accounts.conduct.models import Report
from accounts.models import User
from cribsite.staff_acts import note
from games.models import Mail, Match, Remark
from games.services import letters
from games.services.errors import Refused
from games.services.players import lock_player

MOST_A_DAY = 10  # of one player
A_DAY = timedelta(days=1)
OPEN = Q(outcome="")


@dataclass(frozen=True)
class Sight:
    """What a player says to have seen: of whom, of which category, in own words, and at which table, if at one."""

    about: User
    category: Report.Category
    words: str = ""
    match: Match | None = None


@transaction.atomic
def report(reporter: User, sight: Sight, now: datetime) -> Report:
    """Hand a report to the moderators. Raises `Refused`, also where the same is reported already and not answered."""
    if reporter == sight.about:
        raise Refused("report_oneself")
    if sight.match is not None and not _both_play(sight.match, reporter, sight.about):
        raise Refused("report_not_of_match")
    lock_player(reporter, now)
    written = Report.objects.filter(reporter=reporter)
    if written.filter(OPEN, about=sight.about, category=sight.category).exists():
        raise Refused("reported_already")
    if written.filter(at__gt=now - A_DAY).count() >= MOST_A_DAY:
        raise Refused("too_many_reports", most=MOST_A_DAY)
    return Report.objects.create(
        reporter=reporter,
        about=sight.about,
        match=sight.match,
        category=sight.category,
        words=sight.words,
        at=now,
    )


def _both_play(match: Match, first: User, second: User) -> bool:
    return match.seats.filter(user__in=(first, second)).count() == 2


@transaction.atomic
def answer(report_id: int, outcome: Report.Outcome, staff: User, now: datetime, why: str = "") -> None:
    """Close an open report, tell the reporter, and write it into the action log.

    Raises `Refused` if it is closed, or about oneself.
    """
    found = Report.objects.select_for_update(of=("self",)).select_related("about").filter(OPEN, pk=report_id).first()
    if found is None:
        raise Refused("report_is_answered")
    require_other(found.about, staff)
    found.outcome, found.closed_by, found.closed_at = outcome, staff, now
    found.save(update_fields=["outcome", "closed_by", "closed_at"])
    note(staff, "report", f"report {found.pk}", now, f"{outcome.value}: {why}".removesuffix(": "))
    if found.reporter is not None and found.reporter.mail_report:
        letters.write(found.reporter, Mail.Kind.REPORT, now, decision=f"report {found.pk}")


@transaction.atomic
def answer_all(reports: QuerySet[Report], outcome: Report.Outcome, staff: User, now: datetime) -> int:
    """Close those of them that are open still with one and the same outcome; how many they were."""
    still_open = list(reports.filter(OPEN).order_by("pk").select_for_update().values_list("pk", flat=True))
    for report_id in still_open:
        answer(report_id, outcome, staff, now)
    return len(still_open)


def reports_of(reporter: User) -> QuerySet[Report]:
    """What the player reported, the latest first."""
    return Report.objects.filter(reporter=reporter).select_related("about").order_by("-at", "-pk")


def said_at_the_table(found: Report) -> QuerySet[Remark]:
    """What the two said where it was reported; read by staff for reports only."""
    return Remark.objects.filter(match=found.match_id).select_related("user").order_by("pk")


def others_about(found: Report) -> dict[str, int]:
    """How many other reports there are about the same player, by outcome; those that are open under ""."""
    others = Report.objects.filter(about=found.about_id).exclude(pk=found.pk)
    return dict(others.values_list("outcome").annotate(Count("pk")).order_by("outcome"))

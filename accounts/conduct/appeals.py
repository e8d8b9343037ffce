"""What a sanctioned player answers, once, and what staff decide."""

from datetime import datetime

from django.db import transaction

from accounts.conduct import sanctions
from accounts.conduct.fairness import require_more_rights, require_other
from accounts.conduct.models import Appeal, Sanction
from accounts.models import User
from cribsite.staff_acts import note
from games.services.errors import Refused
from games.services.players import hold

Decision = Appeal.Decision


@transaction.atomic
def appeal(sanction: Sanction, words: str, now: datetime) -> Appeal:
    """Write the appeal. Raises `Refused`: it is written once, while the sanction lasts."""
    words = words.strip()
    if not 1 <= len(words) <= Appeal.LONGEST:
        raise Refused("appeal_length", most=Appeal.LONGEST)
    running = sanctions.lock_running(sanction)
    if Appeal.objects.filter(sanction=running).exists():
        raise Refused("appeal_once")
    return Appeal.objects.create(sanction=running, words=words, at=now)


@transaction.atomic
def decide(
    appeal: Appeal, decision: Appeal.Decision, answer: str, by: User, now: datetime, until: datetime | None = None
) -> None:
    """Answer an appeal in words that the player reads; `until` is the new end where it is shortened.

    Raises `Refused`. That the sanction has ended meanwhile keeps nobody from an answer that upholds it.
    """
    hold(appeal.sanction.player)
    open_appeal = Appeal.objects.select_for_update().get(pk=appeal.pk)
    if open_appeal.decision:
        raise Refused("appeal_is_decided")
    sanction = Sanction.objects.select_related("player").get(pk=open_appeal.sanction_id)
    require_other(sanction.player, by)
    require_more_rights(sanction.player, by)
    if decision != Decision.UPHELD:
        sanction = sanctions.lock_running(sanction)
    match decision:
        case Decision.SHORTENED:
            sanctions.shorten(sanction, until or now, now)
        case Decision.LIFTED:
            sanctions.end(sanction, now)
    open_appeal.decision, open_appeal.answer = decision, answer
    open_appeal.decided_by, open_appeal.decided_at = by, now
    open_appeal.save()
    _tell(sanction, now)
    note(by, "appeal", sanction.player, now, f"{sanction.kind}, {decision}: {answer}")


def _tell(sanction: Sanction, now: datetime) -> None:
    Sanction.objects.filter(pk=sanction.pk).update(read_at=None)
    sanctions.keep_copies(sanction.player)
    sanctions.tell(sanction, sanctions.ANSWERED, now)

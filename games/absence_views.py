"""An opponent who is gone, as the other reads it: beside the name, and as the sentence that says what may be done."""

from datetime import datetime

from django.utils.translation import gettext as _

from games.clock_views import in_minutes
from games.models import Seat
from games.presence import Absence
from games.tables import AbsenceView


def build(absence: Absence, gone: Seat, name: str, now: datetime) -> AbsenceView:
    """`gone` is the seat of the player who is gone, at present."""
    is_over = absence.until <= now
    return AbsenceView(
        sentence=_sentence(is_over, bool(gone.decision)) % {"name": name},
        back=_("%(name)s is back.") % {"name": name},
        starts=None if is_over else absence.since,
        until=absence.until,
        seconds=round((absence.until - absence.since).total_seconds()),
        text="" if is_over else in_minutes((absence.until - now).total_seconds()),
        may_claim=is_over and bool(gone.decision),
    )


def _sentence(is_over: bool, is_awaited: bool) -> str:
    if not is_over:
        return _("%(name)s is gone. When the countdown is over you may claim the game.")
    if is_awaited:
        return _("%(name)s is gone. You may claim the game (⋯), call it off, or wait.")
    return _("%(name)s is gone. At that player's turn you may claim the game.")

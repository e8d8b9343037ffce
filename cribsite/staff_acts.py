"""The action log: everything that staff do is a line of it, written in the same transaction as what was done."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from cribsite.models import StaffAct

ACTS = {
    "end_by_time": _("ended a match by time"),
    "abort": _("aborted a match"),
    "annul": _("annulled a match"),
    "verify": _("verified a match"),
    "export": _("exported a match"),
    "settings": _("changed the settings of the site"),
    "announcement": _("wrote an announcement"),
    "report": _("answered a report"),
    "sanction": _("gave a sanction"),
    "lift": _("lifted a sanction"),
    "appeal": _("decided on an appeal"),
    "player": _("changed a player"),
    "add": _("added"),
    "change": _("changed"),
    "delete": _("deleted"),
    "invitation": _("made an invitation"),
    "page": _("changed a page"),
    "clue": _("looked into a clue"),
}


def note(by: User, what: str, about: object, now: datetime, why: str = "") -> StaffAct:
    """Add a line to the log. `what` is a key of `ACTS`, `about` what it was done to.

    A player is named by the number, as `player 12`, which tells nothing any more once the account is deleted.
    """
    assert what in ACTS, what
    thing = f"player {about.pk}" if isinstance(about, User) else str(about)
    return StaffAct.objects.create(by=by, name=by.username, what=what, about=thing[:120], why=why, at=now)

"""The clocks a table can have."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Pace:
    """`allowance` a decision and `bank` for a seat, in seconds; no allowance means no clock."""

    key: str
    label: Promise
    allowance: int | None
    bank: int


PACES = {
    pace.key: pace
    for pace in (
        Pace("quick", _("Quick: 10 s + 1 min"), 10, 60),
        Pace("steady", _("Steady: 20 s + 2 min"), 20, 120),
        Pace("calm", _("Calm: 1 min + 10 min"), 60, 600),
        Pace("none", _("No clock"), None, 0),
    )
}

SLOW = "slow"  # so many days a move, chosen with it
SLOW_LABEL = _("Slow: days a move")
DAYS_A_MOVE = (1, 2, 3, 5, 7, 14)
MOST_DAYS_IN_THE_BANK = 14

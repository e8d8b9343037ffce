"""Nobody judges themselves, and no staff whoever has the same rights or more."""

from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Model, Q, QuerySet

from accounts.conduct.models import Appeal, Clue, Report
from accounts.models import User
from cribsite.roles import rank
from games.services.errors import Refused

# Whom it concerns, by what waits to be judged.
CONCERNED: dict[type[Model], tuple[str, ...]] = {
    Report: ("about",),
    Appeal: ("sanction__player",),
    Clue: ("player", "other"),
}


def of_others(rows: QuerySet[Any], judge: User) -> QuerySet[Any]:
    """Those reports, appeals or clues that do not concern whoever would judge them."""
    return rows.exclude(reduce(or_, (Q(**{path: judge.pk}) for path in CONCERNED[rows.model])))


def require_other(player: User, by: User) -> None:
    """Raises `Refused` where one would judge oneself."""
    if player == by:
        raise Refused("concerns_oneself")


def require_more_rights(player: User, by: User) -> None:
    """Raises `Refused` where this is staff with as many rights as `by` has. Superusers may judge all."""
    if not by.is_superuser and rank(player) and rank(by) <= rank(player):
        raise Refused("concerns_staff")

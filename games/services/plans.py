"""Sealing a plan and withdrawing it. Neither is a ply: nobody else learns that there is one."""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from games.broadcast import announce_refresh, player_group
from games.engine.cards import Card
from games.engine.errors import IllegalMove, MatchOver
from games.engine.views import View, view_for
from games.models import Match, Plan
from games.planning import Answer, may_plan, own_hand, to_json
from games.services.errors import Refused, StaleDecision
from games.services.table import open_table, seat_of


def seal(match_id: str, user: User, answers: Sequence[Answer], now: datetime, ply: int | None = None) -> None:
    """Put these answers in the place of whatever the player had planned at this table.

    `ply`, where given, is the one that the player was shown: the plan must not answer another turn than it was made
    for. Raises `NoSuchMatch`, `Forbidden`, `MatchOver`, `Refused`, `StaleDecision` or `IllegalMove`.
    """
    with open_table(match_id, now) as log:
        seat = seat_of(log, user.pk)
        view = view_for(log.state, seat)
        require_waiting(log.match, view)
        if ply not in (None, view.ply):
            raise StaleDecision("stale_decision")
        _require_held(answers, view)
        plan = {"deal": view.deal, "answers": to_json(answers), "dropped": ""}
        Plan.objects.update_or_create(seat=log.seats[seat], defaults=plan)
    announce_refresh(player_group(user.pk), match_id)


def withdraw(match_id: str, user: User, now: datetime) -> None:
    """Take the plan back, if there is one, and the word why an earlier one was dropped."""
    with open_table(match_id, now) as log:
        Plan.objects.filter(seat=log.seats[seat_of(log, user.pk)]).delete()
    announce_refresh(player_group(user.pk), match_id)


def require_waiting(match: Match, view: View) -> None:
    """Return if whoever has this view may plan now. Raises `MatchOver` or `Refused`."""
    if view.result is not None:
        raise MatchOver("match_over")
    if not match.allows_plans:
        raise Refused("plan_needs_days")
    if view.decision is not None:
        raise Refused("plan_too_late")
    if not may_plan(view):
        raise Refused("plan_not_now")


def _require_held(answers: Sequence[Answer], view: View) -> None:
    named = [action for answer in answers for action in (answer.then, answer.otherwise) if isinstance(action, Card)]
    missing = next((card for card in named if card not in own_hand(view)), None)
    if missing is not None:
        raise IllegalMove("card_not_held", card=str(missing))

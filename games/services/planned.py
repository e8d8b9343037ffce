"""What becomes of sealed plans while a match goes on: they answer when the turn comes, stop, lapse, are forgotten."""

from games.engine.moves import Play
from games.engine.state import Phase
from games.engine.views import View, view_for
from games.models import Plan
from games.planning import Stop, choose, parse, turns_left
from games.state import OpenLog

Plans = dict[int, Plan]


def plans_at(log: OpenLog) -> Plans:
    """The plans at a table, by seat."""
    if not log.match.allows_plans:
        return {}
    rows = Plan.objects.filter(seat__match=log.match).select_related("seat")
    return {plan.seat.number: plan for plan in rows}


def take_card(plan: Plan, view: View) -> Play | None:
    """What the next answer plays at the turn that has come: it is used up. If it plays nothing the plan is dropped."""
    if not plan.answers or plan.deal != view.deal or view.phase is not Phase.PLAY:
        return None
    card = choose(parse(plan.answers)[0], view)
    if isinstance(card, Stop):
        plan.drop(card)
        return None
    plan.answers = plan.answers[1:]
    return card


def keep_plans(log: OpenLog, plans: Plans) -> None:
    """Write what became of them. Answers that no turn of their deal is left for have lapsed."""
    for number, plan in plans.items():
        view = view_for(log.state, number)
        if plan.answers and (plan.deal != view.deal or not turns_left(view)):
            plan.drop(Stop.LAPSED)
        if log.state.result is None and (plan.answers or plan.dropped):
            plan.save()
        else:
            plan.delete()


def forget_plan(log: OpenLog, seat: int) -> None:
    """The player has moved by hand: what was planned, and why it was dropped, is no longer of interest."""
    if log.match.allows_plans:
        Plan.objects.filter(seat=log.seats[seat]).delete()

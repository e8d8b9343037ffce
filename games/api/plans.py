"""The calls about plans in slow games: what the caller has sealed, and nobody else's."""

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router

from games.api.access import caller
from games.api.matches import REFUSALS, visible_match
from games.api.schemas import Error, Plan, PlanIn
from games.match_json import Json
from games.plan_words import read_back, why_dropped
from games.planning import parse
from games.selectors import plan_of, seat_number
from games.services import plans
from games.services.errors import Forbidden

router = Router(tags=["plans"])


def _present_plan(request: HttpRequest, match_id: str) -> Json:
    match = visible_match(request, match_id)
    seat = seat_number(match, caller(request).pk)
    if seat is None:
        raise Forbidden("not_your_table")
    plan = plan_of(match, seat)
    answers = plan.answers if plan is not None else []
    dropped = {"reason": plan.dropped, "message": why_dropped(plan)} if plan is not None and plan.dropped else None
    return {"answers": answers, "sentences": read_back(parse(answers)) if answers else [], "dropped": dropped}


@router.get("/{slug:match_id}/plan", response={200: Plan, REFUSALS: Error}, by_alias=True, exclude_unset=True)
def get_plan(request: HttpRequest, match_id: str) -> Json:
    """What is left of your plan for the play of this deal, or why it was dropped."""
    return _present_plan(request, match_id)


@router.put("/{slug:match_id}/plan", response={200: Plan, REFUSALS: Error}, by_alias=True, exclude_unset=True)
def put_plan(request: HttpRequest, match_id: str, data: PlanIn) -> Json:
    """Seals a plan while you wait in a slow game, in the place of the one before."""
    answers = parse([answer.model_dump(by_alias=True, exclude_none=True) for answer in data.answers])
    plans.seal(match_id, caller(request), answers, timezone.now(), data.ply)
    return _present_plan(request, match_id)


@router.delete("/{slug:match_id}/plan", response={200: Plan, REFUSALS: Error}, by_alias=True, exclude_unset=True)
def delete_plan(request: HttpRequest, match_id: str) -> Json:
    """Withdraws your plan, if there is one."""
    plans.withdraw(match_id, caller(request), timezone.now())
    return _present_plan(request, match_id)

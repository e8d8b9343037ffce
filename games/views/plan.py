"""The sheet of a plan: written, read back, sealed, changed, withdrawn."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine.views import View, view_for
from games.models import Match
from games.plan_sheet import Sheet
from games.plan_words import read_back
from games.planning import Answer, parse
from games.protocol import parse_ply
from games.refusals import explain
from games.selectors import plan_of, seat_number
from games.services import plans
from games.services.errors import Forbidden, StaleDecision
from games.services.table import end_if_overdue
from games.state import load
from games.views.answers import log_in_first, player, refusals_as_messages
from games.views.table import visible_match
from games.words import seat_name


@never_cache
@log_in_first
@require_http_methods(["GET", "POST"])
@refusals_as_messages
def plan(request: HttpRequest, match_id: str) -> HttpResponse:
    end_if_overdue(match_id, timezone.now())
    if request.POST.get("action") == "withdraw":
        return _withdraw(request, match_id)
    match = visible_match(request, match_id)
    view = _waiting_view(match, player(request).pk)
    if request.method == "POST":
        return _take(request, match, view)
    sealed = plan_of(match, view.you)
    answers = parse(sealed.answers) if sealed is not None and sealed.answers else ()
    if answers and "change" not in request.GET:
        return _show(request, match, view, Sheet(view, _names(match)), sealed=answers)
    return _show(request, match, view, Sheet(view, _names(match), plan=answers))


def _waiting_view(match: Match, user_id: int) -> View:
    seat = seat_number(match, user_id)
    if seat is None:
        raise Forbidden("not_your_table")
    view = view_for(load(match), seat)
    plans.require_waiting(match, view)
    return view


def _names(match: Match) -> list[str]:
    return [seat_name(seat) for seat in match.seats.all()]


def _take(request: HttpRequest, match: Match, view: View) -> HttpResponse:
    """What was written: to be read back and confirmed, to be changed, or confirmed."""
    sheet = Sheet(view, _names(match), data=request.POST)
    action, ply = request.POST.get("action"), parse_ply(request.POST.get("ply"))
    if not sheet.is_valid():
        return _show(request, match, view, sheet, status=422)
    if ply != view.ply:  # what was written is kept, beside the table as it stands now
        messages.error(request, explain(StaleDecision("stale_decision")))
        return _show(request, match, view, sheet, status=409)
    if action == "change":
        return _show(request, match, view, sheet)
    if action != "seal":
        return _show(request, match, view, sheet, written=sheet.answers)
    return _seal(request, match, sheet, view.ply)


def _seal(request: HttpRequest, match: Match, sheet: Sheet, ply: int) -> HttpResponse:
    try:
        plans.seal(match.pk, player(request), sheet.answers, timezone.now(), ply)
    except StaleDecision:  # the opponent has moved since the match was read
        match = visible_match(request, match.pk)
        return _take(request, match, _waiting_view(match, player(request).pk))
    messages.success(request, _("Your plan is sealed."))
    return redirect("plan", match.pk)


def _withdraw(request: HttpRequest, match_id: str) -> HttpResponse:
    plans.withdraw(match_id, player(request), timezone.now())
    messages.success(request, _("Your plan is withdrawn."))
    return redirect("table", match_id)


def _show(
    request: HttpRequest,
    match: Match,
    view: View,
    sheet: Sheet,
    *,
    written: tuple[Answer, ...] = (),
    sealed: tuple[Answer, ...] = (),
    status: int = 200,
) -> HttpResponse:
    """The form; or `written` read back, to be sealed; or what is `sealed`."""
    context = {
        "match": match,
        "ply": view.ply,
        "sheet": sheet,
        "written": read_back(written),
        "sealed": read_back(sealed),
        "opponent": sheet.names[1 - (view.you or 0)],
    }
    return render(request, "table/plan.html", context, status=status)

"""Reporting a player, and what came of one's reports."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.conduct import reports
from accounts.conduct.block_views import named_or_404
from accounts.conduct.models import Report
from accounts.conduct.report_form import ReportForm
from accounts.conduct.reports import Sight
from accounts.models import User
from accounts.throttle import throttle
from accounts.views import signed_in
from games.engine.errors import MoveError
from games.models import Match
from games.refusals import explain
from games.selectors import find_match, may_see

MOST_SHOWN = 50


@login_required
@require_http_methods(["GET", "POST"])
def report(request: HttpRequest, name: str) -> HttpResponse:
    """The form; from a table the address names the match."""
    about, match = named_or_404(name), _match_of(request)
    if request.method == "POST":
        throttle(request, "report")
    form = ReportForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        sight = Sight(about, Report.Category(form.cleaned_data["category"]), form.cleaned_data["words"], match)
        try:
            reports.report(signed_in(request), sight, timezone.now())
        except MoveError as error:
            form.add_error(None, explain(error))
        else:
            messages.success(request, _("Thank you. A moderator will look at it, and you hear what came of it."))
            return redirect("reports")
    return render(request, "conduct/report.html", {"form": form, "about": about, "match": match})


def _match_of(request: HttpRequest) -> Match | None:
    match_id = request.GET.get("match")
    if not match_id:
        return None
    match = find_match(match_id) if match_id.isprintable() else None
    user = request.user
    if match is None or not isinstance(user, User) or not may_see(match, user.pk):
        raise Http404
    return match


@login_required
@require_safe
def own_reports(request: HttpRequest) -> HttpResponse:
    return render(request, "conduct/reports.html", {"reports": reports.reports_of(signed_in(request))[:MOST_SHOWN]})

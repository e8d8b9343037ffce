"""Vacation: how much is left, on and off."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.engine.errors import MoveError
from games.refusals import explain
from games.services import vacations
from games.views.answers import log_in_first, player


@log_in_first
@require_http_methods(["GET", "POST"])
def vacation(request: HttpRequest) -> HttpResponse:
    user, now = player(request), timezone.now()
    if request.method == "POST":
        _carry_out(request)
        return redirect("vacation")
    context = {
        "is_away": user.vacations.filter(ended_at=None).exists(),
        "days_left": vacations.time_left(user, now).days,
    }
    return render(request, "vacation.html", context)


def _carry_out(request: HttpRequest) -> None:
    user, now = player(request), timezone.now()
    try:
        if request.POST.get("action") == "leave":
            vacations.leave(user, now)
            messages.success(request, _("You are on vacation: the clocks of your slow games stand still."))
        else:
            vacations.come_back(user, now)
            messages.success(request, _("Welcome back: your clocks go on."))
    except MoveError as error:
        messages.error(request, explain(error))

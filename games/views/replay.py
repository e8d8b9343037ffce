"""The replay of a finished match."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.models import Match
from games.replay import first_shown, ply_url, replay
from games.selectors import PLAYED
from games.views.table import visible_match


@require_safe
def opening(request: HttpRequest, match_id: str) -> HttpResponse:
    """The replay without a ply: on to the one it opens at."""
    match = finished_match(request, match_id)
    return redirect(ply_url(match, first_shown(match), _seat_asked(request)))


@require_safe
def at_ply(request: HttpRequest, match_id: str, ply: int) -> HttpResponse:
    """One ply; 404 for one that the match does not have, and for a match that is not over."""
    match = finished_match(request, match_id)
    if not 1 <= ply <= match.ply:
        raise Http404
    return render(request, "replay/page.html", {"replay": replay(match, ply, _seat_asked(request), timezone.now())})


def finished_match(request: HttpRequest, match_id: str) -> Match:
    match = visible_match(request, match_id)
    if match.status not in PLAYED:
        raise Http404
    return match


def _seat_asked(request: HttpRequest) -> int | None:
    """The seat in `?seat=`; None for both hands open. 404 for anything else."""
    asked = request.GET.get("seat", "")
    if asked not in ("", "0", "1"):
        raise Http404
    return int(asked) if asked else None

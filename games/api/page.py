"""The page that explains the API, and the small player that stands on it."""

from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.api.errors import STATUS

PLAYER = (Path(__file__).parent / "example_player.py").read_text()


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    context = {"site": settings.SITE_URL, "player": PLAYER, "codes": STATUS}
    return render(request, "api/page.html", context)


@require_safe
def player(request: HttpRequest) -> HttpResponse:
    """The player as a file."""
    return HttpResponse(PLAYER, content_type="text/x-python; charset=utf-8")

"""Whoever doubts a deal can deal it again: on a page, by a script in the own browser, and by a file to take away."""

from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import checks
from games.deck_views import deck_views
from games.record import record_json
from games.selectors import seat_number
from games.views.answers import refusals_as_messages
from games.views.table import visible_match
from games.words import seat_name

FILE = (Path(checks.__file__).parent / "check_record.py").read_text(encoding="utf-8")


@require_safe
@refusals_as_messages
def check(request: HttpRequest, match_id: str) -> HttpResponse:
    """The seeds and decks of a match that is over, to be checked by the page's script."""
    match = visible_match(request, match_id)
    record = record_json(match)
    context = {
        "match": match,
        "record": record,
        "names": [seat_name(seat) for seat in match.seats.all()],
        "decks": list(deck_views(record["decks"])),
        "seat": seat_number(match, request.user.pk),
    }
    return render(request, "check/page.html", context)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """How decks come about, what that proves, and how to check it."""
    return render(request, "check/about.html")


@require_safe
def file(_request: HttpRequest) -> HttpResponse:
    """The checker that stands alone."""
    answer = HttpResponse(FILE, content_type="text/x-python; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="check_record.py"'
    return answer

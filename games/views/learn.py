"""The lesson and the rules: pages that anybody may read, and that keep nothing."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.engine.errors import UnparsableMove
from games.engine.moves import Move
from games.lesson import lesson, step_url
from games.lesson_steps import STEPS
from games.protocol import from_form, parse
from games.rules import hand_examples, play_examples


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/page.html", {"hands": hand_examples(), "plays": play_examples()})


@require_safe
def opening(request: HttpRequest) -> HttpResponse:
    """The lesson without a step: on to the first."""
    return redirect(step_url(1))


@require_safe
def step(request: HttpRequest, number: int) -> HttpResponse:
    """One step, and the reply to an answer in the address. 404 for no step of the lesson and for no answer at all."""
    if not 1 <= number <= len(STEPS):
        raise Http404
    view = lesson(number, _answer(request), timezone.now())
    return render(request, "learn/page.html", {"lesson": view})


def _answer(request: HttpRequest) -> Move | None:
    """The move that the table's form sent, if any."""
    if not {"action", "play", "count"} & set(request.GET):
        return None
    try:
        return parse(from_form(request.GET)).move
    except UnparsableMove as error:
        raise Http404 from error

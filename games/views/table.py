"""The table: its page, moves by plain form, and the ways to end a match."""

from collections.abc import Callable
from datetime import datetime
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.throttle import throttle
from games import protocol
from games.compact import mark
from games.models import Match
from games.presence import arrive, look
from games.record import record_json, record_text
from games.render import present_frame
from games.selectors import find_match, may_see, seat_number
from games.services import endings, moves
from games.services import lobby as lobby_services
from games.services import school as school_services
from games.services.table import end_if_overdue
from games.views.answers import log_in_first, player, refusals_as_messages
from games.words import missed_by

ACTED = "acted"  # a cookie of one table, for a minute

End = Callable[[str, User, datetime], None]


@never_cache
@require_safe
def table(request: HttpRequest, match_id: str) -> HttpResponse:
    now = timezone.now()
    end_if_overdue(match_id, now)
    match = visible_match(request, match_id)
    if match.is_slow and isinstance(request.user, User):
        look(match.id, request.user.pk)
    seat = seat_number(match, request.user.pk)
    arrival = arrive(match, seat, now, by_live_page=False, acts=ACTED in request.COOKIES)
    frame = present_frame(match, seat, now, arrival.absence)
    shows = ".".join(mark(name, inner) for name, inner in frame.html.items())
    context = {
        "table": frame.table,
        "regions": frame.html,
        "now": now,
        "missed": missed_by(match.seats.all()[1 - seat]) if arrival.was_missed and seat is not None else "",
        "has_claims": match.count_mode != Match.CountMode.AUTOMATIC,
        "has_talk": match.opponent != Match.Opponent.COMPUTER,
        "socket_path": f"/ws/table/{match.id}/?{urlencode({'language': get_language(), 'shows': shows})}",
        "forms": {name: reverse(name, args=[match.id]) for name in ("move", "go_on", "join", "talk", "school")},
    }
    return render(request, "table/page.html", context)


def visible_match(request: HttpRequest, match_id: str) -> Match:
    """The match, if whoever asks may look at it; else 404, which tells nothing."""
    match = find_match(match_id)
    if match is None or not may_see(match, request.user.pk):
        raise Http404
    return match


@require_safe
@refusals_as_messages
def record(request: HttpRequest, match_id: str) -> HttpResponse:
    """The whole match, once it is over, as a file to keep and to verify."""
    match = visible_match(request, match_id)
    answer = JsonResponse(record_json(match), json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="cribsite-{match.id}.json"'
    return answer


@require_safe
@refusals_as_messages
def record_as_text(request: HttpRequest, match_id: str) -> HttpResponse:
    """The same to read, and to paste in a mail."""
    text = record_text(visible_match(request, match_id))
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@log_in_first
@require_POST
@refusals_as_messages
def join(request: HttpRequest, match_id: str) -> HttpResponse:
    lobby_services.join(match_id, player(request), timezone.now())
    return redirect("table", match_id)


@log_in_first
@require_POST
@refusals_as_messages
def move(request: HttpRequest, match_id: str) -> HttpResponse:
    submission = protocol.parse(protocol.from_form(request.POST))
    moves.submit_move(match_id, player(request), submission, timezone.now())
    return _back_to_table(request, match_id)


@log_in_first
@require_POST
@refusals_as_messages
def go_on(request: HttpRequest, match_id: str) -> HttpResponse:
    """The show of this ply has been read."""
    moves.go_on(match_id, player(request), protocol.parse_ply(request.POST.get("ply")), timezone.now())
    return _back_to_table(request, match_id)


@log_in_first
@require_POST
@refusals_as_messages
def school(request: HttpRequest, match_id: str) -> HttpResponse:
    """Counting by combinations: have one judged, or switch to it ("on") and back to saying a number ("off")."""
    match request.POST.get("way"):
        case "on" | "off" as way:
            school_services.prefer_school(match_id, player(request), way == "on")
        case _:
            cards = protocol.parse_cards(request.POST.getlist("cards"))
            decision = request.POST.get("decision", "")
            school_services.put_forward(match_id, player(request), decision, cards, timezone.now())
    return _back_to_table(request, match_id)


@log_in_first
@require_POST
@refusals_as_messages
def claim(request: HttpRequest, match_id: str) -> HttpResponse:
    endings.claim(match_id, player(request), timezone.now())
    return _back_to_table(request, match_id)


def _back_to_table(request: HttpRequest, match_id: str) -> HttpResponse:
    """After an act by a form, of which the page that follows tells."""
    answer = redirect("table", match_id)
    secure = request.is_secure()
    answer.set_cookie(ACTED, "1", max_age=60, path=answer.url, secure=secure, httponly=True, samesite="Lax")
    return answer


@log_in_first
@require_POST
@refusals_as_messages
def rematch(request: HttpRequest, match_id: str) -> HttpResponse:
    throttle(request, "table")
    return redirect(endings.rematch(match_id, player(request), timezone.now()))


def _ending(end: End, question: Promise, label: Promise) -> Callable[..., HttpResponseBase]:
    """The view of an ending that asks first."""

    @log_in_first
    @require_http_methods(["GET", "POST"])
    @refusals_as_messages
    def view(request: HttpRequest, match_id: str) -> HttpResponse:
        if request.method == "POST":
            end(match_id, player(request), timezone.now())
            return redirect("table", match_id)
        match = visible_match(request, match_id)
        context = {
            "question": question,
            "confirm_label": label,
            "confirm_url": request.path,
            "back_url": match.get_absolute_url(),
        }
        return render(request, "lobby/ask.html", context)

    return view


resign = _ending(endings.resign, _("Do you want to resign? Your opponent wins this game."), _("Resign"))
abort = _ending(endings.abort, _("Do you want to abort? The game counts for nobody."), _("Abort"))
agree = _ending(
    endings.agree,
    _("Do you want to call the game off? It counts for nobody if your opponent agrees."),
    _("Call it off"),
)

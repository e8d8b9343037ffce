"""The lobby: my tables, open tables, a new table, an invitation."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.guests import enter_as_guest
from accounts.models import User
from accounts.throttle import throttle
from cribsite.models import SignUp
from cribsite.site import site_settings
from games.example import example_table
from games.forms import CreateForm, presets_for
from games.lobby import mine, open_to_all, pause_notice
from games.models import Match
from games.refusals import explain
from games.rows import open_row
from games.selectors import most_urgent, seat_number
from games.services import lobby as lobby_services
from games.services.errors import Refused
from games.views.answers import log_in_first, player, refusals_as_messages

CLEARED_AWAY = (Match.State.CANCELLED, Match.State.EXPIRED)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The lobby of a player; a stranger is shown what the place is, with the open tables beneath."""
    if isinstance(request.user, User):
        return _page(request, request.user, CreateForm(request.user))
    context = {
        "example": example_table(),
        "open_tables": open_to_all(None, timezone.now()),
        "takes_guests": site_settings().sign_up != SignUp.CLOSED,
        **_socket(),
    }
    return render(request, "landing.html", context)


def _socket() -> dict[str, str]:
    return {"socket_path": f"/ws/lobby/?language={get_language()}"}


def _page(request: HttpRequest, user: User, form: CreateForm, status: int = 200) -> HttpResponse:
    now = timezone.now()
    context = {
        "mine": mine(user, now),
        "pause": pause_notice(user, now),
        "open_tables": open_to_all(user, now),
        "form": form,
        "presets": presets_for(user),
        "create_url": reverse("create"),
        **_socket(),
    }
    return render(request, "lobby/page.html", context, status=status)


@require_POST
@refusals_as_messages
def play_now(request: HttpRequest) -> HttpResponse:
    """To a game against the computer at once. Who is nobody here becomes a guest."""
    user = player_or_guest(request)
    throttle(request, "table", user)
    return redirect(lobby_services.play_now(user, timezone.now()))


def player_or_guest(request: HttpRequest) -> User:
    return request.user if isinstance(request.user, User) else enter_as_guest(request)


@log_in_first
@require_POST
def create(request: HttpRequest) -> HttpResponse:
    """Open a table and go there."""
    form = CreateForm(player(request), request.POST)
    if form.is_valid():
        throttle(request, "table")
        if form.terms.invited:
            throttle(request, "challenge")
        try:
            return redirect(lobby_services.create_match(player(request), form.terms, timezone.now()))
        except Refused as error:
            form.add_error(None, explain(error))
    return _page(request, player(request), form, status=422)


@require_http_methods(["GET", "POST"])
@refusals_as_messages
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """What the link of a table opens: the terms, and a seat to take; for a stranger as a guest, if so wished."""
    match = get_object_or_404(Match.objects.exclude(status__in=CLEARED_AWAY), invite=code)
    user = request.user if isinstance(request.user, User) else None
    if seat_number(match, user.pk if user else None) is not None:
        return redirect(match)
    if match.status != Match.State.OPEN:
        raise Refused("seat_taken")
    if request.method == "POST" and (user is not None or "as_guest" in request.POST):
        lobby_services.join(match.pk, player_or_guest(request), timezone.now(), invite=code)
        return redirect(match)
    row = open_row(match, None, timezone.now())
    return render(request, "lobby/invite.html", {"row": row, "join_url": "", "needs_login": user is None})


@log_in_first
@require_POST
@refusals_as_messages
def cancel(request: HttpRequest, match_id: str) -> HttpResponse:
    lobby_services.cancel(match_id, player(request), timezone.now())
    return redirect("lobby")


@log_in_first
@require_POST
@refusals_as_messages
def decline(request: HttpRequest, match_id: str) -> HttpResponse:
    lobby_services.decline(match_id, player(request), timezone.now())
    return redirect("lobby")


@log_in_first
@require_safe
def next_game(request: HttpRequest) -> HttpResponse:
    """The table that waits for the player most urgently, besides the one that the player comes from."""
    match = most_urgent(player(request), besides=request.GET.get("after"))
    return redirect(match or "lobby")

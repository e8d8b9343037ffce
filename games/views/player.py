"""A player's page: who it is, and the public games. A guest's has no figures: nobody stands behind them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.conduct.models import Block
from accounts.models import User
from games.paging import WrongCursor
from games.profile import profile_of
from games.rows import running_row
from games.selectors import running_matches
from games.views.history import History, back_to_the_newest, history_of


@require_safe
def player_page(request: HttpRequest, name: str) -> HttpResponse:
    user = User.objects.named(name)
    if user is None or not user.is_active:
        raise Http404
    if user.username != name:
        return redirect("player", user.username)  # not for ever: a name that is free again may return in another case
    try:
        return _page(request, user, history_of(request, user))
    except WrongCursor:
        return back_to_the_newest(request)


def _page(request: HttpRequest, user: User, history: History) -> HttpResponse:
    is_plain = history.is_first and not history.is_filtered
    running = running_matches(user) if is_plain else []
    reader, now = request.user.pk, timezone.now()
    context = {
        "player_name": user.shown_name,
        "account": user.username if reader is not None and reader != user.pk else "",
        "blocks": Block.objects.filter(player=reader, blocked=user).exists(),
        "history": history,
        "running": [running_row(match, reader, now) for match in running],
        "profile": None if user.is_guest else profile_of(user, reader, now),
    }
    return render(request, "player.html", context)

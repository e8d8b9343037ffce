"""A player's page: who it is, and the games that are public."""

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games.models import Match
from games.rows import played_row, running_row
from games.selectors import played_matches, player_facts, running_matches

GAMES_ON_A_PAGE = 20


@require_safe
def player_page(request: HttpRequest, name: str) -> HttpResponse:
    user = User.objects.named(name)
    if user is None or not user.is_active:
        raise Http404
    if user.username != name:
        return redirect("player", user.username)  # not for ever: a name that is free again may return in another case
    page = Paginator(played_matches(user, request.user.pk), GAMES_ON_A_PAGE).get_page(request.GET.get("page"))
    running = [] if page.number > 1 else running_matches(user)
    context = {
        "player_name": user.username,
        "rows": [running_row(match, request.user.pk) for match in running] + [played_row(match) for match in page],
        "page": _paging(page, user),
        "facts": _facts(user),
    }
    return render(request, "player.html", context)


def _paging(page: Page[Match], user: User) -> dict[str, str]:
    address = reverse("player", args=[user.username])
    return {
        "previous_url": f"{address}?page={page.previous_page_number()}" if page.has_previous() else "",
        "next_url": f"{address}?page={page.next_page_number()}" if page.has_next() else "",
    }


def _facts(user: User) -> list[tuple[str, str]]:
    played, won = player_facts(user)
    since = formats.date_format(timezone.localtime(user.date_joined), "DATE_FORMAT")
    return [
        (_("Games finished"), formats.number_format(played)),
        (_("Games won"), formats.number_format(won)),
        (_("Here since"), since),
    ]

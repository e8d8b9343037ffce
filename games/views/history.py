"""Lists of games that are over: my own, and those of any player."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.throttle import throttle
from games.forms import HistoryForm
from games.history import Filters, HistoryPage, history_page
from games.paging import WrongCursor
from games.rows import Row, played_row
from games.views.answers import log_in_first, player

NOTHING = HistoryPage([], "", "")


@dataclass(frozen=True)
class History:
    """A page of games with the form that chose them; addresses are "" where there are no more.

    `asked` is the part of an address that chooses the same games.
    """

    form: HistoryForm
    rows: list[Row]
    is_filtered: bool
    is_first: bool
    newer_url: str
    older_url: str
    asked: str


@log_in_first
@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    try:
        return render(request, "games.html", {"history": history_of(request, player(request))})
    except WrongCursor:
        return back_to_the_newest(request)


def history_of(request: HttpRequest, user: User) -> History:
    """The games of a player that the address asks for. Raises `WrongCursor`."""
    asked = {name: str(value) for name, value in request.GET.items() if value}
    if asked:
        throttle(request, "search")
    form = HistoryForm(asked)
    is_valid = form.is_valid()
    filters = form.filters if is_valid else Filters()
    cursor = asked.pop("cursor", "")
    page = history_page(user, request.user.pk, filters, cursor) if is_valid else NOTHING
    return History(
        form=form,
        rows=[played_row(seat) for seat in page.seats],
        is_filtered=bool(filters) or not is_valid,
        is_first=not page.newer,
        newer_url=_address(asked, page.newer),
        older_url=_address(asked, page.older),
        asked=urlencode(asked),
    )


def _address(asked: dict[str, str], cursor: str) -> str:
    return f"?{urlencode(asked | {'cursor': cursor})}" if cursor else ""


def back_to_the_newest(request: HttpRequest) -> HttpResponse:
    """Who asks for a page by a cursor that is none of this list gets its first page, and is told so."""
    messages.error(request, _("There is no such page in this list. These are its newest games."))
    asked = {name: value for name, value in request.GET.items() if name != "cursor"}
    return redirect(f"{request.path}?{urlencode(asked)}")

"""Downloads of what is a player's own: the games that are over, and everything that the site keeps."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.exports import Form, all_records, download
from games.forms import HistoryForm
from games.personal_data import everything_about
from games.views.answers import log_in_first, player


@log_in_first
@require_safe
def my_records(request: HttpRequest, form: Form) -> HttpResponseBase:
    """The games that the address chooses, as the page of my games does; that page tells what is wrong in it."""
    chosen = HistoryForm(request.GET)
    if not chosen.is_valid():
        return redirect(f"{reverse('my_games')}?{request.GET.urlencode()}")
    return all_records(player(request), chosen.filters, form)


@log_in_first
@require_safe
def my_data(request: HttpRequest) -> HttpResponseBase:
    user = player(request)
    return download(everything_about(user, timezone.now()), f"cribsite-{user.username}.json", "application/json")

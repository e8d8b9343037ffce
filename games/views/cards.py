"""What needs no skill, for everybody to see: the cards of the site, and each player's own."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.card_pages import level_rows, luck_rows, own_level, site_cards
from games.views.answers import log_in_first, player


@require_safe
def cards(request: HttpRequest) -> HttpResponse:
    return render(request, "cards/site.html", {"cards": site_cards(), "levels": level_rows()})


@log_in_first
@require_safe
def my_cards(request: HttpRequest) -> HttpResponse:
    user = player(request)
    return render(request, "cards/mine.html", {"luck": luck_rows(user), "levels": [own_level(user), *level_rows()]})

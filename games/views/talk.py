"""What a player says at the table, by plain form."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games import talking
from games.services import talk as service
from games.views.answers import log_in_first, player, refusals_as_messages


@log_in_first
@require_POST
@refusals_as_messages
def talk(request: HttpRequest, match_id: str) -> HttpResponse:
    service.talk(match_id, player(request), talking.parse(request.POST), timezone.now())
    return redirect(f"{reverse('table', args=[match_id])}#region-talk")

"""Blocking a player, lifting it, and the list of whom one blocks."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.conduct import blocks
from accounts.conduct.apart import blocks_of
from accounts.models import User
from accounts.views import signed_in
from games.engine.errors import MoveError
from games.refusals import explain


def named_or_404(name: str) -> User:
    """The player of this name, whoever it is."""
    player = User.objects.named(name)
    if player is None or not player.is_active:
        raise Http404
    return player


@login_required
@require_http_methods(["GET", "POST"])
def block(request: HttpRequest, name: str) -> HttpResponse:
    """Asks first, and says what a block does."""
    other = named_or_404(name)
    back_url = reverse("player", args=[other.username])
    if request.method != "POST":
        return render(request, "conduct/block.html", {"other": other, "back_url": back_url})
    try:
        blocks.block(signed_in(request), other, timezone.now())
        messages.success(request, _("You block %(name)s.") % {"name": other.shown_name})
    except MoveError as error:
        messages.error(request, explain(error))
    return redirect(back_url)


@login_required
@require_POST
def unblock(request: HttpRequest, name: str) -> HttpResponse:
    other = named_or_404(name)
    blocks.unblock(signed_in(request), other)
    messages.success(request, _("You no longer block %(name)s.") % {"name": other.shown_name})
    return redirect("blocks")


@login_required
@require_safe
def blocked_players(request: HttpRequest) -> HttpResponse:
    return render(request, "conduct/blocks.html", {"blocks": blocks_of(signed_in(request))})

"""A player's own sanctions: what, why, until when; read, and appealed against."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.conduct import appeals
from accounts.conduct import sanctions as service
from accounts.conduct.models import Sanction
from accounts.conduct.sanction_forms import AppealForm
from accounts.conduct.words import of_player
from games.refusals import explain
from games.services.errors import Refused


@never_cache
@login_required
@require_safe
def sanctions(request: HttpRequest) -> HttpResponse:
    return _page(request)


def _page(request: HttpRequest, refused: AppealForm | None = None) -> HttpResponse:
    """All of the player's sanctions, with a form where one may appeal; `refused` is an appeal that was not taken."""
    told = of_player(request.user.pk or 0, timezone.now())
    forms = {one.id: AppealForm(one.id) for one in told if one.may_appeal}
    if refused is not None and refused.sanction_id in forms:
        forms[refused.sanction_id] = refused
    context = {"sanctions": [(one, forms.get(one.id)) for one in told]}
    return render(request, "conduct/sanctions.html", context, status=422 if refused else 200)


@login_required
@require_POST
def read(request: HttpRequest, sanction_id: int) -> HttpResponse:
    """Goes on to `next`, if that is a page of this site."""
    service.mark_as_read(_own(request, sanction_id), timezone.now())
    after = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(after, {request.get_host()}, require_https=request.is_secure())
    return redirect(after if is_ours else "sanctions")


@login_required
@require_POST
def appeal(request: HttpRequest, sanction_id: int) -> HttpResponse:
    sanction, form = _own(request, sanction_id), AppealForm(sanction_id, request.POST)
    if not form.is_valid():
        return _page(request, form)
    try:
        appeals.appeal(sanction, form.cleaned_data["words"], timezone.now())
    except Refused as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, _("Your appeal is sent. The answer comes here, and by mail."))
    return redirect("sanctions")


def _own(request: HttpRequest, sanction_id: int) -> Sanction:
    own = Sanction.objects.filter(player=request.user.pk).select_related("player")
    return get_object_or_404(own, pk=sanction_id)

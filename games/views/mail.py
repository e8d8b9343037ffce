"""The address in every letter that ends its kind: asked first in a browser, at once for a mail program."""

from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.letter_words import read_token
from games.models import Mail
from games.services.letters import stop


@csrf_exempt  # a mail program posts without a page of ours; the address itself is signed
@require_http_methods(["GET", "POST"])
def mail_off(request: HttpRequest, token: str) -> HttpResponse:
    try:
        user_id, kind = read_token(token)
    except BadSignature as error:
        raise Http404 from error
    user = get_object_or_404(User, pk=user_id)
    if request.method == "POST":
        stop(user, Mail.Kind(kind))
    return render(request, "mail/off.html", {"kind": Mail.Kind(kind).label, "is_off": request.method == "POST"})

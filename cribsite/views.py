"""Pages of the site itself."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from cribsite.announcements import COOKIE, write_cookie

A_MONTH = 30 * 24 * 60 * 60


@require_POST
def dismiss(request: HttpRequest, number: int) -> HttpResponse:
    """Put an announcement away in this browser, and go back to the page."""
    after = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(after, {request.get_host()}, request.is_secure())
    answer = redirect(after if is_ours else "/")
    value = write_cookie(request.COOKIES.get(COOKIE, ""), number)
    answer.set_cookie(COOKIE, value, max_age=A_MONTH, secure=request.is_secure(), httponly=True, samesite="Lax")
    return answer


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What is too long, holds a file, or names another host: as a page of the site.

    It may be refused before anybody has looked who asks, and in which language.
    """
    if not hasattr(request, "user"):
        request.user = AnonymousUser()
    if not hasattr(request, "LANGUAGE_CODE"):
        translation.activate(translation.get_language_from_request(request))
    return render(request, "400.html", status=400)

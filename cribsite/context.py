"""What every page is told of the site."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from cribsite.announcements import COOKIE, announcements_for, mark_of
from cribsite.site import site_settings


def site(request: HttpRequest) -> dict[str, Any]:
    """Its name, and what is announced to this reader."""
    told = announcements_for(request.COOKIES.get(COOKIE, ""), timezone.now())
    return {"site_name": site_settings().name, "announcements": told, "announced": mark_of(told)}

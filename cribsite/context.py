"""What every page is told of the site."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from cribsite.announcements import COOKIE, announcements_for
from cribsite.site import site_settings


def site(request: HttpRequest) -> dict[str, Any]:
    """Its name, whether it is being maintained, and what is announced to this reader."""
    wishes = site_settings()
    told = announcements_for(request.COOKIES.get(COOKIE, ""), timezone.now())
    return {"site_name": wishes.name, "is_in_maintenance": wishes.is_in_maintenance, "announcements": told}

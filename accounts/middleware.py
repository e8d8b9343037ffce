"""The language a player chose, the time zone where the player is, and when each session was last seen."""

from collections.abc import Callable
from datetime import timedelta
from zoneinfo import ZoneInfo

from allauth.usersessions.middleware import UserSessionsMiddleware
from allauth.usersessions.models import UserSession
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts.conduct.traces import note_traces
from accounts.models import User, zone_names

SEEN_ANEW_AFTER = timedelta(minutes=1)


def preferred_language(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware; stands after LocaleMiddleware, which it overrules, and AuthenticationMiddleware, which it asks.

    It is synchronous because the middleware after it is: one asynchronous link in between would only add a hop.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and request.user.language:
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = translation.get_language()
        return get_response(request)

    return middleware


def preferred_time_zone(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware; stands after AuthenticationMiddleware. Who chose none is where the browser says, and that is kept."""

    def middleware(request: HttpRequest) -> HttpResponse:
        name = request.COOKIES.get("time_zone", "")
        if request.user.is_authenticated:
            if not request.user.time_zone and name in zone_names():
                request.user.time_zone = name
                request.user.save(update_fields=["time_zone"])
            name = request.user.time_zone
        with timezone.override(ZoneInfo(name) if name in zone_names() else None):
            return get_response(request)

    return middleware


class SessionsSeen(UserSessionsMiddleware):  # type: ignore[misc]
    """Notes when a session was last seen once a minute: at every move it would be a third of what a move writes.

    At the same time, and at the log-in, it notes where the player came from (`accounts.conduct.traces`).
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key, since = request.session.session_key, timezone.now() - SEEN_ANEW_AFTER
        is_noted = key and UserSession.objects.filter(session_key=key, last_seen_at__gt=since).exists()
        answer: HttpResponse = self.get_response(request) if is_noted else super().__call__(request)
        if not is_noted and isinstance(request.user, User):
            note_traces(request, answer, timezone.now())
        return answer

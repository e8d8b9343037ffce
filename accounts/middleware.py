"""Pages come in the language a player chose, whatever the browser asks for."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation


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

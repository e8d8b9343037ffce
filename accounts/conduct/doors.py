"""Who is suspended or banned may log in, and reaches nothing but what says why and what is their own."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from accounts.conduct.standing import is_shut_out
from accounts.models import User

# The names of the addresses that stay open: the sanction and the appeal, the own data and the deletion, leaving, the
# language, what holds on the site, and the parts of a page.
OPEN = {
    *("sanctions", "read_sanction", "appeal", "my_data", "delete_account", "account_logout", "set_language"),
    *("privacy", "terms", "age", "manifest", "service_worker", "offline"),
}


class ShutOut:
    """Middleware; stands after AuthenticationMiddleware. The API is opened by tokens, which are looked at there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any) -> HttpResponse | None:
        user, match = request.user, request.resolver_match
        if not isinstance(user, User) or not is_shut_out(user, timezone.now()) or match is None:
            return None
        is_open = match.view_name in OPEN or "api-v1" in match.namespaces
        return None if is_open else redirect("sanctions")

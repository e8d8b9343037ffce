"""Sign-up and log-in as allauth has them, opened to guests; and what only players with an account may enter."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.views import LoginView, SignupView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from accounts.adapter import OF_ACCOUNTS, sign_up_closed
from accounts.models import User
from games.refusals import SENTENCES


class OpenToGuests:
    """allauth turns away whoever is logged in. A guest has yet to come in: nobody here, and kept as `request.guest`."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if isinstance(request.user, User) and request.user.is_guest:
            request.guest = request.user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        answer: HttpResponse = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return answer


class SignUp(OpenToGuests, SignupView):  # type: ignore[misc]
    """A guest who signs up stays the same player (`AccountAdapter`)."""

    def closed(self) -> HttpResponse:
        return sign_up_closed(self.request)


class LogIn(OpenToGuests, LoginView):  # type: ignore[misc]
    """A guest who logs in leaves the guest behind; the page says so."""


def with_account(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Have nobody but players with an account ask: a guest is told so at the sign-up, and comes back from there."""

    @login_required
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if isinstance(request.user, User) and request.user.is_guest:
            return sign_up_first(request, request.get_full_path() if request.method == "GET" else reverse("settings"))
        return view(request, *args, **kwargs)

    return answer


def with_proof(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Have whoever sends a form there tell once more who it is; then the form goes on."""
    proven: Callable[..., HttpResponse] = reauthentication_required(view, allow_get=True, app=OF_ACCOUNTS)
    return proven


def sign_up_first(request: HttpRequest, after: str) -> HttpResponse:
    """The way to the sign-up, with the reason; `after` is where it leads on to."""
    messages.error(request, str(SENTENCES["sign_up_first"]))
    return redirect_to_login(after, reverse("account_signup"))

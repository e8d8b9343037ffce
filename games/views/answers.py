"""How a view answers a refusal, and who is asking."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from accounts.doors import sign_up_first
from accounts.models import User
from games.engine.errors import MoveError
from games.refusals import explain
from games.selectors import find_match, may_see
from games.services.errors import NoSuchMatch

Arguments = ParamSpec("Arguments")
View = Callable[Concatenate[HttpRequest, Arguments], HttpResponseBase]


def player(request: HttpRequest) -> User:
    """The player who asks, behind `log_in_first`."""
    assert isinstance(request.user, User)
    return request.user


def log_in_first(view: View[Arguments]) -> View[Arguments]:
    """Have nobody but players ask. The log-in leads back to the page, for what was posted is not posted again."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponseBase:
        if isinstance(request.user, User):
            return view(request, *args, **kwargs)
        if request.method == "GET":
            return redirect_to_login(request.get_full_path())
        return redirect_to_login(reverse("table", kwargs=kwargs) if "match_id" in kwargs else reverse("lobby"))

    return answer


def refusals_as_messages(view: View[Arguments]) -> View[Arguments]:
    """Answer what a service refuses with its sentence, on the table it is about if the player may see that."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except NoSuchMatch as error:
            raise Http404(explain(error)) from error
        except MoveError as error:
            return _back_with_sentence(request, error, str(kwargs.get("match_id", "")))

    return answer


def _back_with_sentence(request: HttpRequest, error: MoveError, match_id: str) -> HttpResponse:
    match = find_match(match_id) if match_id else None
    if match is not None and not may_see(match, request.user.pk):
        raise Http404(explain(error)) from error
    if error.key == "sign_up_first":
        return sign_up_first(request, match.get_absolute_url() if match is not None else reverse("lobby"))
    messages.error(request, explain(error))
    return redirect(match) if match is not None else redirect("lobby")

"""How a view answers a refusal, and who is asking."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models import User
from games.engine.errors import MoveError
from games.refusals import explain
from games.selectors import find_match, may_see
from games.services.errors import NoSuchMatch

Arguments = ParamSpec("Arguments")
View = Callable[Concatenate[HttpRequest, Arguments], HttpResponse]


def player(request: HttpRequest) -> User:
    """The player who asks, behind `login_required`."""
    assert isinstance(request.user, User)
    return request.user


def refusals_as_messages(view: View[Arguments]) -> View[Arguments]:
    """Answer what a service refuses with its sentence, on the table it is about if the player may see that."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponse:
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
    messages.error(request, explain(error))
    return redirect(match) if match is not None else redirect("lobby")

"""How the API refuses: one shape, one table of codes, in the caller's language."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError

from accounts.conduct.standing import SHUT_OUT
from games.deals import DealKeyMissing
from games.engine.errors import IllegalMove, MatchOver, MoveError, NotYourTurn, UnparsableMove
from games.refusals import SENTENCES, explain
from games.selectors import find_match, may_see
from games.services.errors import Forbidden, MoveIdReused, NoSuchMatch, Refused, StaleDecision

BASE = "/api/v1/"
STATUS = {
    "invalid": 422,
    "unauthenticated": 401,
    "forbidden": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "stale_decision": 409,
    "not_your_turn": 409,
    "match_over": 409,
    "move_id_reused": 409,
    "illegal_move": 422,
    "too_many_requests": 429,
    "failed": 500,
}
CODE_OF_CLASS: dict[type[MoveError], str] = {
    UnparsableMove: "invalid",
    IllegalMove: "illegal_move",
    NotYourTurn: "not_your_turn",
    MatchOver: "match_over",
    StaleDecision: "stale_decision",
    MoveIdReused: "move_id_reused",
    Forbidden: "forbidden",
    NoSuchMatch: "not_found",
    DealKeyMissing: "failed",
    Refused: "forbidden",
}
# What a caller may do, but not now; and what only looks like the caller's to do.
CODE_OF_KEY = {
    "challenge_to_oneself": "invalid",
    "guest_challenged": "invalid",
    "takes_no_challenges": "illegal_move",
    "time_is_not_over": "illegal_move",
    "opponent_is_here": "illegal_move",
    "countdown_is_not_over": "illegal_move",
    "not_at_opponents_turn": "illegal_move",
    "match_is_not_over": "illegal_move",
    "opponent_is_gone": "illegal_move",
    "plan_needs_days": "illegal_move",
    "plan_too_late": "stale_decision",
    "plan_not_now": "illegal_move",
    "too_many_streams": "too_many_requests",
    "no_room_for_streams": "too_many_requests",
}
FIELD_OF_KEY = {
    "not_a_card": "cards",
    "play_one_card": "cards",
    "unknown_action": "action",
    "points_missing": "points",
    "move_id_is_no_uuid": "move_id",
    "challenge_to_oneself": "opponent",
    "guest_challenged": "opponent",
    **dict.fromkeys(("plan_length", "plan_answer", "plan_falls", "plan_count", "plan_makes", "plan_action"), "answers"),
}
# By status, for what Django or the address itself refuses.
GENERAL: dict[str, Promise] = {
    "invalid": gettext_lazy("The request cannot be read."),
    "unauthenticated": gettext_lazy("This needs a token that is valid."),
    "forbidden": gettext_lazy("You may not do this."),
    "not_found": gettext_lazy("There is nothing at this address."),
    "method_not_allowed": gettext_lazy("This address does not take this method."),
    "too_many_requests": gettext_lazy("That was too much at once. Wait a moment."),
    "failed": SENTENCES["failed"],
}
# By pydantic's type of error; its values fill the sentence.
WRONG: dict[str, Promise] = {
    "missing": gettext_lazy("This is needed."),
    "extra_forbidden": gettext_lazy("There is no such field."),
    "literal_error": gettext_lazy("It must be %(expected)s."),
    "greater_than_equal": gettext_lazy("It must be %(ge)s or more."),
    "less_than_equal": gettext_lazy("It must be %(le)s or less."),
    "string_too_long": gettext_lazy("It must have %(max_length)s characters or fewer."),
}


class InvalidField(Exception):
    """One field of a request says what cannot be; `message` in the caller's language."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(field)
        self.field = field
        self.message = message


def refuse(code: str, message: str, **more: object) -> HttpResponse:
    """The answer to what is refused. After what was too much a caller waits, where nobody knows better, a minute."""
    about: dict[str, object] = {"code": code, "message": message, **more}
    answer = JsonResponse({"error": about}, status=STATUS[code])
    if code == "unauthenticated":
        answer["WWW-Authenticate"] = "Bearer"
    if code == "too_many_requests":
        answer["Retry-After"] = "60"
    return answer


def code_of(error: MoveError) -> str:
    by_class = next(code for kind, code in CODE_OF_CLASS.items() if isinstance(error, kind))
    return CODE_OF_KEY.get(error.key, by_class)


def refuse_move(request: HttpRequest, error: MoveError) -> HttpResponse:
    """`reason` is the key of the sentence. A table that the caller may not see is one that is not there."""
    if code_of(error) == "forbidden" and error.key not in SHUT_OUT and not _may_see(request):
        error = NoSuchMatch("no_such_match")
    code, message = code_of(error), explain(error)
    fields = {"fields": {FIELD_OF_KEY.get(error.key, "body"): message}} if code == "invalid" else {}
    return refuse(code, message, reason=error.key, **fields)


def _may_see(request: HttpRequest) -> bool:
    kwargs = request.resolver_match.kwargs if request.resolver_match else {}
    if "match_id" not in kwargs:
        return True
    match = find_match(kwargs["match_id"])
    user_id: int = request.auth.user_id  # type: ignore[attr-defined]
    return match is not None and may_see(match, user_id)


def refuse_field(_request: HttpRequest, error: InvalidField) -> HttpResponse:
    return refuse("invalid", _("A field is not right."), fields={error.field: error.message})


def refuse_fields(_request: HttpRequest, error: ValidationError) -> HttpResponse:
    """What pydantic finds wrong, by the path of the field."""
    fields = {_path(fault["loc"]): _sentence(fault) for fault in error.errors}
    return refuse("invalid", _("A field is not right."), fields=fields)


def _path(location: tuple[str | int, ...]) -> str:
    """Without where it was (body or query) and how the call names the whole of it."""
    inner = location[2:] if location[0] == "body" else location[1:]
    return ".".join(map(str, inner)) or "body"


def _sentence(fault: Mapping[str, Any]) -> str:
    known = WRONG.get(fault["type"])
    return str(known) % fault["ctx"] if known and "%" in str(known) else str(known or _("This is not possible here."))


def refuse_login(_request: HttpRequest, _error: AuthenticationError) -> HttpResponse:
    return refuse("unauthenticated", str(GENERAL["unauthenticated"]))


def refuse_haste(_request: HttpRequest, error: Throttled) -> HttpResponse:
    answer = refuse("too_many_requests", str(GENERAL["too_many_requests"]))
    answer["Retry-After"] = str(error.wait or 1)
    return answer


def refuse_unreadable(_request: HttpRequest, _error: HttpError) -> HttpResponse:
    """A body that is no JSON."""
    return refuse("invalid", str(GENERAL["invalid"]), fields={"body": str(GENERAL["invalid"])})


HANDLERS: dict[type[Exception], Callable[..., HttpResponse]] = {
    MoveError: refuse_move,
    InvalidField: refuse_field,
    ValidationError: refuse_fields,
    AuthenticationError: refuse_login,
    Throttled: refuse_haste,
    HttpError: refuse_unreadable,
}


def errors_as_json(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: what is refused below `BASE` before or beside the calls has the shape of every other error.

    No account is known there, so the language is the one that the request asks for.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = get_response(request)
        is_ours = request.path.startswith(BASE) and answer.status_code >= 400
        if not is_ours or answer.headers.get("Content-Type") == "application/json":
            return answer
        code = {403: "forbidden", 404: "not_found", 405: "method_not_allowed", 500: "failed"}
        refusal = _general(code.get(answer.status_code, "invalid"))
        if "Allow" in answer:
            refusal["Allow"] = answer["Allow"]
        return refusal

    return middleware


def _general(code: str) -> HttpResponse:
    message = str(GENERAL[code])
    return refuse(code, message, **({"fields": {"body": message}} if code == "invalid" else {}))

"""The calls about matches."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Query, Router, Status
from pydantic import Field

from accounts.models import User
from games import protocol
from games.api.access import caller, count_new_table
from games.api.errors import InvalidField
from games.api.lists import list_matches
from games.api.schemas import LATEST_PLY, CreateIn, Error, ExportIn, JoinIn, ListIn, MoveIn, Record, Summaries, View
from games.computer import LEVELS
from games.exports import FORMATS, all_records
from games.history import Filters
from games.match_json import Json, summary_json, view_json
from games.models import Match
from games.presence import Absence, arrive
from games.record import record_json
from games.selectors import find_match, may_see, seat_number
from games.services import endings, lobby, moves
from games.services.errors import NoSuchMatch
from games.services.lobby import Terms
from games.services.table import end_if_overdue

router = Router(tags=["matches"])

REFUSALS = frozenset({401, 403, 404, 409, 422, 429})
EXPORT_CONTENT = {form.content_type: {"schema": {"type": "string"}} for form in FORMATS.values()}
VIEW: dict[Any, Any] = {200: View, REFUSALS: Error}
Act = Callable[[str, User, datetime], object]


def visible_match(request: HttpRequest, match_id: str) -> Match:
    """The match, if the caller may look at it. Raises `NoSuchMatch`."""
    return _visit(request, match_id)[0]


def _visit(request: HttpRequest, match_id: str) -> tuple[Match, Absence | None]:
    """The same, and the absence of the caller's opponent; the caller is here, and not by a page."""
    now = timezone.now()
    end_if_overdue(match_id, now)
    match = find_match(match_id)
    if match is None or not may_see(match, caller(request).pk):
        raise NoSuchMatch("no_such_match")
    seat, acts = seat_number(match, caller(request).pk), request.method != "GET"
    return match, arrive(match, seat, now, by_live_page=False, acts=acts).absence


def present_view(request: HttpRequest, match_id: str, after: int = 0) -> Json:
    match, absence = _visit(request, match_id)
    return view_json(match, caller(request).pk, after, absence)


@router.post("", response={201: View, REFUSALS: Error}, exclude_unset=True)
def create_match(request: HttpRequest, data: CreateIn) -> Status[Json]:
    """Opens a match with you at seat 0."""
    terms = _terms(data)
    count_new_table(request, is_challenge=terms.invited is not None)
    match = lobby.create_match(caller(request), terms, timezone.now(), data.seed)
    return Status(201, present_view(request, match.pk))


def _terms(data: CreateIn) -> Terms:
    opponent, invited, computer = _opponent(data.opponent)
    clock = data.clock
    return Terms(
        opponent=opponent,
        invited=invited,
        computer=computer,
        target=data.target,
        count_mode=Match.CountMode(data.count_mode),
        allowance=clock.allowance,
        bank=clock.bank if clock.allowance is not None else 0,
    )


def _opponent(text: str) -> tuple[Match.Opponent, User | None, str]:
    """Kind, invited player and level from what API.md calls the opponent. Raises `InvalidField`."""
    kind, _colon, name = text.partition(":")
    match kind:
        case "open" | "link" if not _colon:
            return Match.Opponent(kind), None, ""
        case "computer":
            if name not in {level.key for level in LEVELS}:
                raise InvalidField("opponent", _("There is no such computer player."))
            return Match.Opponent.COMPUTER, None, name
        case "user":
            player = User.objects.named(name)
            if player is None or not player.is_active:
                raise InvalidField("opponent", _("There is no player of this name."))
            return Match.Opponent.NAMED, player, ""
    raise InvalidField("opponent", _("It must be open, link, user:NAME or computer:LEVEL."))


@router.get("", response={200: Summaries, REFUSALS: Error}, exclude_unset=True)
def get_matches(request: HttpRequest, query: Query[ListIn]) -> Json:
    """Open matches of anyone, mine that are not over, challenges to me, or mine that are over; newest first."""
    user = caller(request)
    matches, cursor = list_matches(user, query.name, query.cursor)
    return {"matches": [summary_json(match, user.pk) for match in matches], "next": cursor}


@router.get(
    "/export",
    response={frozenset({401, 403, 422, 429}): Error},
    openapi_extra={"responses": {200: {"description": "One record a line, newest first.", "content": EXPORT_CONTENT}}},
)
def export(request: HttpRequest, query: Query[ExportIn]) -> HttpResponseBase:
    """The records of all your matches that are over."""
    return all_records(caller(request), Filters(), query.form)


@router.get("/{slug:match_id}", response=VIEW, exclude_unset=True)
def get_match(
    request: HttpRequest,
    match_id: str,
    after: Annotated[
        int, Query(), Field(default=0, ge=0, le=LATEST_PLY, description="Only events later than this ply.")
    ] = 0,
) -> Json:
    """The match as your seat, or a watcher, may know it."""
    return present_view(request, match_id, after)


@router.post("/{slug:match_id}/join", response=VIEW, exclude_unset=True)
def join_match(request: HttpRequest, match_id: str, data: JoinIn | None = None) -> Json:
    """Takes the free seat."""
    about = data or JoinIn()
    lobby.join(match_id, caller(request), timezone.now(), about.invite or "", about.seed)
    return present_view(request, match_id)


@router.post("/{slug:match_id}/moves", response=VIEW, exclude_unset=True)
def move(request: HttpRequest, match_id: str, data: MoveIn) -> Json:
    """Makes a move, once: with the same move_id again nothing changes."""
    submission = protocol.parse(data.model_dump(exclude_none=True))
    moves.submit_move(match_id, caller(request), submission, timezone.now())
    return present_view(request, match_id)


@router.post("/{slug:match_id}/rematch", response=VIEW, exclude_unset=True)
def rematch(request: HttpRequest, match_id: str) -> Json:
    """Offers a rematch, or accepts the offer; the view is that of the new match."""
    count_new_table(request)
    return present_view(request, endings.rematch(match_id, caller(request), timezone.now()).pk)


@router.get("/{slug:match_id}/record", response={200: Record, REFUSALS: Error}, exclude_unset=True)
def record(request: HttpRequest, match_id: str) -> Json:
    """The whole record of a match that is over, nothing hidden."""
    return record_json(visible_match(request, match_id))


def _add_call(name: str, act: Act, description: str) -> None:
    """A call that needs no more than who calls."""

    @router.post(
        f"/{{slug:match_id}}/{name}",
        response=VIEW,
        exclude_unset=True,
        operation_id=name,
        summary=name.capitalize(),
        description=description,
    )
    def call(request: HttpRequest, match_id: str) -> Json:
        visible_match(request, match_id)
        act(match_id, caller(request), timezone.now())
        return present_view(request, match_id)


_add_call("decline", lobby.decline, "Says no to a challenge.")
_add_call("cancel", lobby.cancel, "Takes back your own match that nobody joined.")
_add_call("resign", endings.resign, "Gives the game to the opponent.")
_add_call("abort", endings.abort, "Leaves before your first discard; the match counts for nothing.")
_add_call(
    "claim",
    endings.claim,
    "Claims the game: the opponent's time is over, or the opponent is gone (absence).",
)
_add_call(
    "agree",
    endings.agree,
    "Offers to call the match off, or accepts that; alone if the opponent is gone.",
)

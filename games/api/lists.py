"""The lists of matches, page by page: a cursor is the moment and id of the last match that was given."""

from datetime import datetime
from typing import Literal

from django.core import signing
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.api.errors import InvalidField
from games.models import Match, Seat
from games.selectors import PLAYED, UNFINISHED, offered_to, with_seats

ListName = Literal["open", "mine", "challenges", "finished"]
MATCHES_ON_A_PAGE = 20


def list_matches(user: User, name: ListName, cursor: str | None) -> tuple[list[Match], str | None]:
    """A page of a list, newest first, and the cursor of the next one. Raises `InvalidField` for a wrong cursor."""
    moment = "ended_at" if name == "finished" else "created_at"
    matches = _matches(user, name).order_by(f"-{moment}", "id")
    if cursor is not None:
        at, last = _read(cursor, name, user)
        matches = matches.filter(Q(**{f"{moment}__lt": at}) | Q(**{moment: at, "id__gt": last}))
    page = list(with_seats(matches.select_related("invited"))[: MATCHES_ON_A_PAGE + 1])
    if len(page) <= MATCHES_ON_A_PAGE:
        return page, None
    page.pop()
    return page, _cursor(page[-1], moment, name, user)


def _matches(user: User, name: ListName) -> QuerySet[Match]:
    mine = Exists(Seat.objects.filter(match=OuterRef("pk"), user=user))
    match name:
        case "open":
            return offered_to(user.pk, timezone.now())
        case "mine":
            return Match.objects.filter(mine, status__in=UNFINISHED)
        case "challenges":
            return Match.objects.filter(invited=user, status=Match.State.OPEN)
        case "finished":
            return Match.objects.filter(mine, status__in=PLAYED)


def _salt(name: ListName, user: User) -> str:
    """A cursor is good for the list and the player that it was given to."""
    return f"{__name__}.{name}.{user.pk}"


def _cursor(match: Match, moment: str, name: ListName, user: User) -> str:
    return signing.dumps([getattr(match, moment).isoformat(), match.id], salt=_salt(name, user))


def _read(cursor: str, name: ListName, user: User) -> tuple[datetime, str]:
    try:
        at, last = signing.loads(cursor, salt=_salt(name, user))
    except signing.BadSignature as error:
        raise InvalidField("cursor", _("This cursor is not of this list.")) from error
    return datetime.fromisoformat(at), last

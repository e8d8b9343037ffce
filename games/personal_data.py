"""Everything that the site keeps about a player, for that player to take away."""

import json
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from asgiref.sync import sync_to_async
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q

from accounts.conduct.models import Appeal, Block, Report, Sanction, Trace
from accounts.models import ApiToken, User
from games.exports import one_by_one
from games.match_json import Json, moment, view_json
from games.models import Mail, Match, PlayerLuck, Remark, SeatStatistics, Vacation
from games.record import record_json
from games.selectors import PLAYED, plan_of, seat_number

FORMAT = "cribsite-account"
VERSION = 1

# Rows of the player's own, by what they are called in the document and by the field that names the player.
# Matches with their figures follow one by one.
LISTS: dict[str, tuple[type[Model], str]] = {
    "email_addresses": (EmailAddress, "user"),
    "sessions": (UserSession, "user"),
    "second_factors": (Authenticator, "user"),
    "api_tokens": (ApiToken, "user"),
    "vacations": (Vacation, "user"),
    "letters": (Mail, "user"),
    "remarks": (Remark, "user"),
    "luck": (PlayerLuck, "user"),
    "blocks": (Block, "player"),
    "reports": (Report, "reporter"),
    "sanctions": (Sanction, "player"),
    "appeals": (Appeal, "sanction__player"),
    "traces": (Trace, "player"),
}
# What opens something, what only the database needs, and who of the staff it was.
LEFT_OUT = {
    *("id", "seat_id", "user_id", "player_id", "reporter_id", "password", "name_key", "session_key", "data"),
    *("secret_hash", "mark", "given_by_id", "closed_by_id", "decided_by_id", "report_id"),
}


async def everything_about(user: User, now: datetime) -> AsyncIterator[str]:
    """One JSON document: the account and its lists, then every match as the player may know it, read one by one."""
    about, match_ids = await sync_to_async(_begin)(user, now)
    yield about.removesuffix("\n}") + ',\n  "matches": ['
    before = "\n"
    async for match in one_by_one(match_ids, lambda match: _match_of(user, match)):
        yield before + match
        before = ",\n"
    yield "\n  ]\n}\n"


def _begin(user: User, now: datetime) -> tuple[str, list[str]]:
    """All but the matches, and the ids of these, newest first."""
    about = {
        "format": FORMAT,
        "version": VERSION,
        "written_at": moment(now),
        "account": _kept(user),
        **{name: [_kept(row) for row in _rows(user, *place)] for name, place in LISTS.items()},
    }
    matches = Match.objects.filter(Q(seats__user=user) | Q(invited=user)).order_by("-created_at", "pk").distinct()
    return _text(about, indent=2), list(matches.values_list("pk", flat=True))


def _rows(user: User, model: type[Model], field: str) -> list[Model]:
    return list(model._default_manager.filter(**{field: user}).order_by("pk"))


def _match_of(user: User, match: Match) -> str:
    """The record and the own figures of a match that was played to an end, else the present view and the own plan."""
    if match.status not in PLAYED:
        plan = plan_of(match, seat_number(match, user.pk))
        return _text({"view": view_json(match, user.pk), "plan": plan and _kept(plan)})
    figures = SeatStatistics.objects.filter(seat__match=match, user=user).first()
    return _text({"record": record_json(match), "statistics": figures and _kept(figures)})


def _kept(row: Model) -> Json:
    """What a row holds, by the names of its fields."""
    names = [field.attname for field in row._meta.concrete_fields if field.attname not in LEFT_OUT]
    return {name: getattr(row, name) for name in names}


def _text(about: Json, **layout: Any) -> str:
    return json.dumps(about, cls=DjangoJSONEncoder, ensure_ascii=False, **layout)

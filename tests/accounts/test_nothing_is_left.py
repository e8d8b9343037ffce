"""After an account is deleted no table of the database tells who it was."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.core.serializers import serialize
from django.db import connection
from django.db.models import Model
from django.test import Client

from accounts.conduct import appeals, sanctions
from accounts.conduct.models import Clue, Sanction
from accounts.models import User
from accounts.tokens import make_token
from games.models import DAY, Mail, Match, SeatStatistics
from games.services import endings, letters, lobby, vacations
from games.services.cards import keep_totals
from games.services.talk import talk
from games.talking import Say
from tests.games.finished import finished

from .conftest import PASSWORD, logged_in

NOW = datetime(2026, 3, 14, 9, 0, tzinfo=UTC)
NAME, ADDRESS, TOKEN = "Zebedea", "zebedea@example.org", "quiet-badger"


@pytest.fixture
def zebedea(db: None) -> User:
    player = User.objects.create_user(NAME, ADDRESS, PASSWORD)
    EmailAddress.objects.create(user=player, email=ADDRESS, primary=True, verified=True)
    return player


@pytest.fixture
def ben(db: None) -> User:
    return User.objects.create_user("Ben", "ben@example.org", PASSWORD)


@pytest.fixture
def admin(db: None) -> User:
    return User.objects.create_superuser("Root", "root@example.org", PASSWORD)


def live_a_little(player: User, ben: User, admin: User) -> None:
    """Leave something in every table that knows of players."""
    for user_agent in ("One", "Other"):
        Client(headers={"user-agent": user_agent}).post(
            "/accounts/login/", {"login": player.username, "password": PASSWORD}
        )
    make_token(player, TOKEN, NOW)
    RecoveryCodes.activate(player)
    finished(player, ben, now=NOW)
    finished(ben, player, now=NOW)
    keep_totals(NOW)
    slow = lobby.create_match(player, lobby.Terms(Match.Opponent.NAMED, invited=ben, allowance=DAY), NOW)
    lobby.join(slow.pk, ben, NOW)
    over = lobby.create_match(ben, lobby.Terms(Match.Opponent.NAMED, invited=player), NOW)
    lobby.join(over.pk, player, NOW)
    endings.resign(over.pk, ben, NOW)
    lobby.create_match(ben, lobby.Terms(Match.Opponent.NAMED, invited=player), NOW)
    talk(slow.pk, player, Say(phrase="hello"), NOW)
    vacations.leave(player, NOW)
    letters.write(player, Mail.Kind.DIGEST, NOW, None, "8")
    warning = sanctions.give(player, Sanction.Kind.WARNING, "Be kind.", admin, NOW)
    appeals.appeal(warning, f"I am {player.username}.", NOW)
    Clue.objects.create(kind=Clue.Kind.SHARED, player=player, other=ben, at=NOW)
    desk = logged_in(admin)
    answer = desk.get(f"/admin/accounts/user/{player.pk}/change/")
    form = {**answer.context["adminform"].form.initial, "language": "es", "is_active": "on", "_continue": "1"}
    form = {name: value for name, value in form.items() if value not in (None, False) and not isinstance(value, list)}
    answer = desk.post(f"/admin/accounts/user/{player.pk}/change/", form)
    assert answer.status_code == 302, answer.context["errors"]


def told() -> dict[str, str]:
    """All that every table holds, by its name; sessions opened."""
    tables: dict[str, str] = {}
    for model in apps.get_models(include_auto_created=True):
        rows = model._default_manager.all()
        text = json.dumps([row.get_decoded() for row in rows]) if model is Session else serialize("json", rows)
        tables[model._meta.label] = text.lower()
    return tables


def holding(*words: str) -> set[str]:
    return {table for table, text in told().items() if any(word.lower() in text for word in words)}


def test_name_address_and_token_are_in_no_table_any_more(zebedea: User, ben: User, admin: User) -> None:
    live_a_little(zebedea, ben, admin)
    before = holding(NAME, ADDRESS, TOKEN)
    assert before >= {
        "accounts.User",
        "account.EmailAddress",
        "accounts.ApiToken",
        "admin.LogEntry",
        "sessions.Session",
        "conduct.Appeal",
    }
    browser = logged_in(zebedea)
    browser.post("/settings/delete/", {"password": PASSWORD})
    assert holding(NAME, ADDRESS, TOKEN) == set()


def references(pk: int) -> set[str]:
    """The tables with a row that points to the player, through whatever field."""
    found: set[str] = set()
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.get_fields():
            if (
                getattr(field, "related_model", None) is User
                and not field.auto_created
                and points(model, field.name, pk)
            ):
                found.add(f"{model._meta.label}.{field.name}")
    return found


def points(model: type[Model], field: str, pk: int) -> bool:
    return model._default_manager.filter(**{field: pk}).exists()


def test_no_row_points_to_the_player_any_more(zebedea: User, ben: User, admin: User) -> None:
    live_a_little(zebedea, ben, admin)
    pk = zebedea.pk
    every = {
        *("account.EmailAddress.user", "usersessions.UserSession.user", "accounts.ApiToken.user"),
        "mfa.Authenticator.user",
        *("games.Vacation.user", "games.Mail.user", "games.Seat.user", "games.SeatStatistics.user"),
        *("games.Match.invited", "games.Remark.user", "games.PlayerLuck.user"),
        *("conduct.Trace.player", "conduct.Sanction.player", "conduct.Clue.player"),
    }
    assert references(pk) == every
    logged_in(zebedea).post("/settings/delete/", {"password": PASSWORD})
    assert references(pk) == set()
    connection.check_constraints()


def rows_of(player: User) -> list[int]:
    tables = (player.usersession_set, player.api_tokens, player.mails, player.vacations, player.seats)  # type: ignore[attr-defined]
    return [rows.count() for rows in tables] + [SeatStatistics.objects.filter(user=player).count()]


def test_what_is_others_stays(zebedea: User, ben: User, admin: User) -> None:
    live_a_little(zebedea, ben, admin)
    make_token(ben, "bens", NOW)
    vacations.leave(ben, NOW + timedelta(days=1))
    logged_in(ben)
    before = rows_of(ben)
    assert all(before)
    logged_in(zebedea).post("/settings/delete/", {"password": PASSWORD})
    assert all(left >= had for left, had in zip(rows_of(ben), before, strict=True))
    assert LogEntry.objects.filter(user=admin).exists(), "what admins did stays on record"


def test_an_admin_who_deletes_a_player_leaves_no_name_either(zebedea: User, ben: User, admin: User) -> None:
    live_a_little(zebedea, ben, admin)
    desk = logged_in(admin)
    desk.post(f"/admin/accounts/user/{zebedea.pk}/delete/", {"post": "yes", "why": "as asked"})
    assert not User.objects.filter(username=NAME).exists()
    assert holding(NAME, ADDRESS, TOKEN) == set()
    assert LogEntry.objects.filter(action_flag=3, object_repr=str(zebedea.pk)).exists()

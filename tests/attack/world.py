"""Who tries the doors, and what is behind them: a running game of two by challenge, a token, a passkey."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import Group
from django.db import transaction
from django.http.response import HttpResponseBase
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.tokens import make_token
from games.models import Match
from tests.attack.places import API, path
from tests.factors import with_passkey
from tests.games.players import browser_of, new_player, started

PASSWORD = "pegging-out-on-friday"
WAYS = (
    ("/accounts/login/", "login"),
    ("/admin/login/", "login"),
    ("/accounts/signup/", "sign-up"),
    ("/accounts/reauthenticate/", "proof"),
)


@dataclass
class World:
    """`ana` owns what the addresses name; each role but hers has a browser and a token."""

    ana: User
    match: Match
    browsers: dict[str, Client]
    tokens: dict[str, str]
    samples: dict[str, object]

    def ask(self, role: str, method: str, pattern: str, **more: Any) -> HttpResponseBase:
        """What this role gets there. Whatever it changes is undone, but for the sessions of the roles."""
        address = path(pattern, self.samples)
        about = {"headers": {"Authorization": f"Bearer {self.tokens[role]}"}} if role in self.tokens else {}
        browser = Client(raise_request_exception=True) if pattern.startswith(API) else self.browsers[role]
        cookies = browser.cookies.output()
        with transaction.atomic():
            answer: HttpResponseBase = getattr(browser, method.lower())(
                address, **(about if pattern.startswith(API) else {}), **more
            )
            transaction.set_rollback(True)
        if browser.cookies.output() != cookies and role in self.tokens:
            self.browsers[role] = browser_of(User.objects.get(username=role))
        return answer


def build() -> World:
    """The world, in the database of the test."""
    ana, player = new_player("Ana", password=PASSWORD), new_player("player", password=PASSWORD)
    match = started(ana, player, timezone.now(), opponent=Match.Opponent.NAMED, invited=player)
    people = {
        "stranger": new_player("stranger", password=PASSWORD),
        "player": player,
        "moderator": new_player("moderator", is_staff=True, password=PASSWORD),
        "admin": new_player("admin", is_staff=True, is_superuser=True, password=PASSWORD),
    }
    for group in Group.objects.filter(name__iexact="moderators") | Group.objects.filter(name__iexact="moderator"):
        people["moderator"].groups.add(group)
    samples: dict[str, object] = {
        **{"match_id": match.pk, "name": "Ana", "code": "no-such-code", "token": "wrong", "key": "wrong"},
        **{"number": 2, "ply": 1, "uidb36": "1", "pk": with_passkey(ana), "id": ana.pk, "object_id": ana.pk},
        **{"content_type_id": 1, "app_label": "games", "url": "nowhere", "token_id": _token_of(ana)},
    }
    return World(
        ana,
        match,
        {"nobody": Client()} | {role: browser_of(one) for role, one in people.items()},
        {role: make_token(one, role, timezone.now()) for role, one in people.items()},
        samples,
    )


def _token_of(user: User) -> int:
    make_token(user, "mine", timezone.now())
    return int(user.api_tokens.get().pk)


def told(answer: HttpResponseBase) -> str:
    """An answer in a word: page, login, sign-up, proof (the password again), on (to another page), or its number."""
    if answer.status_code in (301, 302):
        address = answer.headers["Location"]
        return next((word for way, word in WAYS if address.startswith(way)), "on")
    return "page" if answer.status_code in (200, 201) else str(answer.status_code)

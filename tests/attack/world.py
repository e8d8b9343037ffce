"""Who tries the doors, and what is behind them.

A running game of two by challenge, a token, a passkey; a report, an appeal and a clue that wait for staff.
"""

import re
from dataclasses import dataclass
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any

from django.apps import apps
from django.db import transaction
from django.http.response import HttpResponseBase
from django.test import Client
from django.utils import timezone

from accounts.conduct import appeals, sanctions
from accounts.conduct.models import Clue, Report, Sanction
from accounts.conduct.reports import Sight, report
from accounts.models import User
from accounts.tokens import make_token
from cribsite.models import Announcement
from cribsite.roles import MODERATOR, appoint
from games.models import Match
from tests.attack.places import API, path
from tests.factors import with_passkey
from tests.games.players import browser_of, new_player, started

PASSWORD = "pegging-out-on-friday"
OF_A_MODEL = re.compile(r"admin/(\w+)/(\w+)/<path:object_id>/")
WAYS = (
    ("/accounts/login/", "login"),
    ("/admin/login/", "login"),
    ("/accounts/signup/", "sign-up"),
    ("/accounts/reauthenticate/", "proof"),
    ("/sanctions/", "shut"),
)


@dataclass
class World:
    """`ana` owns what the addresses name; each role but hers has a browser and a token.

    Her match is with `player`; whoever is muted plays her at a table of their own.
    """

    ana: User
    match: Match
    muted: Match
    browsers: dict[str, Client]
    tokens: dict[str, str]
    samples: dict[str, object]

    def address(self, role: str, pattern: str) -> str:
        """An address of this pattern, at the table of whoever asks."""
        own = {"match_id": self.muted.pk} if role == "muted" else {}
        return path(pattern, self.samples | _first_of(pattern) | own)

    def ask(self, role: str, method: str, pattern: str, **more: Any) -> HttpResponseBase:
        """What this role gets there. Whatever it changes is undone, in the database and in the role's browser."""
        address = self.address(role, pattern)
        about = {"headers": {"Authorization": f"Bearer {self.tokens[role]}"}} if role in self.tokens else {}
        browser = Client() if pattern.startswith(API) else self.browsers[role]
        cookies = {name: morsel.value for name, morsel in browser.cookies.items()}
        with transaction.atomic():
            answer: HttpResponseBase = getattr(browser, method.lower())(
                address, **(about if pattern.startswith(API) else {}), **more
            )
            transaction.set_rollback(True)
        browser.cookies = SimpleCookie(cookies)
        return answer


def build() -> World:
    """The world, in the database of the test."""
    ana, player = new_player("Ana", password=PASSWORD), new_player("player", password=PASSWORD)
    muted, banned = new_player("muted", password=PASSWORD), new_player("banned", password=PASSWORD)
    match, own = (_challenge(ana, one) for one in (player, muted))
    people = {
        "stranger": new_player("stranger", password=PASSWORD),
        "player": player,
        "muted": muted,
        "banned": banned,
        "moderator": new_player("moderator", password=PASSWORD),
        "admin": new_player("admin", is_staff=True, is_superuser=True, password=PASSWORD),
    }
    appoint(people["moderator"], MODERATOR)
    samples: dict[str, object] = {
        **{"match_id": match.pk, "name": "Ana", "code": "no-such-code", "token": "wrong", "key": "wrong"},
        **{"number": 2, "ply": 1, "uidb36": "1", "pk": with_passkey(ana), "id": ana.pk, "object_id": 0},
        **{"content_type_id": 1, "app_label": "games", "url": "nowhere", "token_id": _token_of(ana)},
        **_conduct(ana, muted, banned, people["admin"]),
        "announcement_id": _announcement(),
    }
    return World(
        ana,
        match,
        own,
        {"nobody": Client()} | {role: at_home(one) for role, one in people.items()},
        {role: make_token(one, role, timezone.now()) for role, one in people.items()},
        samples,
    )


def at_home(user: User) -> Client:
    """A browser that the site has seen before, so that what it is asked for need not be noted each time."""
    browser = browser_of(user)
    browser.get("/sanctions/")
    return browser


def _first_of(pattern: str) -> dict[str, object]:
    """For an address of the admin: the first thing of its model, or one that is not there."""
    found = OF_A_MODEL.match(pattern)
    if found is None:
        return {}
    thing = apps.get_model(found[1], found[2])._default_manager.order_by("pk").first()
    return {"object_id": thing.pk if thing else 0}


def _challenge(host: User, friend: User) -> Match:
    return started(host, friend, timezone.now(), opponent=Match.Opponent.NAMED, invited=friend)


def _conduct(ana: User, muted: User, banned: User, staff: User) -> dict[str, object]:
    """Sanctions of the two, and something of each kind that waits for staff, about Ana."""
    now = timezone.now()
    sanctions.give(muted, Sanction.Kind.SILENCE, "You shouted.", staff, now, now + timedelta(days=7))
    sanctions.give(banned, Sanction.Kind.BAN, "You threatened.", staff, now, None)
    warning = sanctions.give(ana, Sanction.Kind.WARNING, "Not so fast.", staff, now, None)
    appeals.appeal(warning, "I was not fast.", now)
    Clue.objects.create(kind=Clue.Kind.TOO_FAST, player=ana, facts={"games": 3, "deals": 15, "seconds": 0.1}, at=now)
    report(muted, Sight(ana, Report.Category.STALLING), now)
    return {"sanction_id": warning.pk}


def _announcement() -> int:
    now = timezone.now()
    announcement = Announcement.objects.create(starts_at=now, ends_at=now + timedelta(days=1))
    announcement.texts.create(language="en", text="Tournament on Friday.")
    return announcement.pk


def _token_of(user: User) -> int:
    make_token(user, "mine", timezone.now())
    return int(user.api_tokens.get().pk)


def told(answer: HttpResponseBase) -> str:
    """An answer in a word: page, login, sign-up, proof (the password again), on (to another page), or its number."""
    if answer.status_code in (301, 302):
        address = answer.headers["Location"]
        return next((word for way, word in WAYS if address.startswith(way)), "on")
    return "page" if answer.status_code in (200, 201) else str(answer.status_code)

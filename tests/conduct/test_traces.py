"""Where players come from: kept as hashes that nobody can read back, and seldom written."""

import re
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.core.serializers import serialize
from django.test import Client
from pytest_django import Settings

from accounts.conduct.models import Trace
from accounts.conduct.traces import line_of, mark
from accounts.models import User
from tests.games.conftest import StoppedClock
from tests.games.players import NOW, browser_of

pytestmark = pytest.mark.django_db
PASSWORD = "pegging-out-on-friday"
DEVICE = re.compile(r"[A-Za-z0-9_-]{22}")


@pytest.fixture
def at_the_door(ana: User) -> Client:
    """A browser in which Ana has logged in."""
    ana.set_password(PASSWORD)
    ana.save()
    browser = Client(REMOTE_ADDR="203.0.113.7")
    browser.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    return browser


def test_the_log_in_notes_address_and_device(at_the_door: Client, ana: User) -> None:
    cookie = at_the_door.cookies["device"]
    assert DEVICE.fullmatch(cookie.value)
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    marks = dict(Trace.objects.filter(player=ana).values_list("kind", "mark"))
    assert marks == {
        "address": mark(Trace.Kind.ADDRESS, "203.0.113.7"),
        "device": mark(Trace.Kind.DEVICE, cookie.value),
    }
    stored = serialize("json", Trace.objects.all())
    assert "203.0.113.7" not in stored
    assert cookie.value not in stored


def test_a_stranger_is_given_no_mark_and_noted_nowhere(client: Client) -> None:
    for address in ("/", "/rules/", "/accounts/login/", "/privacy/"):
        client.get(address)
    assert "device" not in client.cookies
    assert not Trace.objects.exists()


def test_the_next_player_of_the_same_browser_has_the_same_mark(at_the_door: Client, ana: User, ben: User) -> None:
    at_the_door.post("/accounts/logout/")
    ben.set_password(PASSWORD)
    ben.save()
    at_the_door.post("/accounts/login/", {"login": "Ben", "password": PASSWORD})
    assert set(Trace.objects.filter(player=ana).values_list("mark")) == set(
        Trace.objects.filter(player=ben).values_list("mark")
    )


@pytest.mark.parametrize("value", ["", "x" * 21, "x" * 23, "é" * 22, "a b" * 7 + "a", "\x00" * 22])
def test_a_mark_that_the_site_never_gave_is_replaced(ana: User, value: str) -> None:
    browser = browser_of(ana)
    browser.cookies["device"] = value
    browser.get("/")
    assert DEVICE.fullmatch(browser.cookies["device"].value)
    assert browser.cookies["device"].value != value


def test_it_is_written_once_an_hour_at_most(ana: User, anas: Client, clock: StoppedClock) -> None:
    seen = []
    for minutes in (0, 2, 59, 61):
        clock.now = NOW + timedelta(minutes=minutes)
        UserSession.objects.update(last_seen_at=clock.now - timedelta(minutes=2))
        anas.get("/")
        seen.append({(trace.first_at, trace.last_at) for trace in Trace.objects.all()})
    assert seen[:3] == [{(NOW, NOW)}] * 3
    assert seen[3] == {(NOW, clock.now)}
    assert Trace.objects.count() == 2


def test_the_key_of_the_site_is_in_the_hash(settings: Settings) -> None:
    before = mark(Trace.Kind.ADDRESS, "203.0.113.7")
    assert re.fullmatch("[0-9a-f]{64}", before)
    assert before == mark(Trace.Kind.ADDRESS, "203.0.113.7")
    assert before != mark(Trace.Kind.DEVICE, "203.0.113.7")
    settings.SECRET_KEY = "another"
    assert mark(Trace.Kind.ADDRESS, "203.0.113.7") != before


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::/64"),
    ],
)
def test_addresses_of_one_line_are_one(address: str, line: str) -> None:
    assert line_of(address) == line

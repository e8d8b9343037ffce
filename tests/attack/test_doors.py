"""At the doors: whose session it is afterwards, where one is led, what is told of others, how often one may knock."""

import logging

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as site
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from tests.attack.places import API, places
from tests.attack.world import PASSWORD, World

SIGN_UP = {"password1": PASSWORD, "password2": PASSWORD, "agrees": "on"}
ELSEWHERE = ("https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "https:evil.example")


@pytest.fixture
def ana(db: None) -> User:
    player = User.objects.create_user("Ana", "ana@example.org", PASSWORD)
    EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)
    return player


def key(browser: Client) -> str | None:
    return browser.session.session_key


def test_a_session_from_before_is_worth_nothing_after_log_in_sign_up_and_another_password(ana: User) -> None:
    browser = Client()
    planted = browser.session
    planted["planted"] = True
    planted.save()
    browser.cookies["sessionid"] = planted.session_key
    before = key(browser)
    browser.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    logged_in = key(browser)
    changed = {"oldpassword": PASSWORD, "password1": "another-board", "password2": "another-board"}
    assert browser.post("/accounts/password/change/", changed).status_code == 302
    assert len({before, logged_in, key(browser)}) == 3
    guest = Client()
    guest.post("/play/")
    as_guest = key(guest)
    answer = guest.post("/accounts/signup/", {"username": "Juma", "email": "juma@example.org", **SIGN_UP})
    assert answer.status_code == 302
    assert key(guest) != as_guest


@pytest.mark.parametrize("address", ELSEWHERE)
def test_no_door_leads_to_another_site(ana: User, address: str) -> None:
    for door, form in (
        ("/accounts/login/", {"login": "Ana", "password": PASSWORD}),
        ("/accounts/signup/", {"username": "Juma", "email": "juma@example.org", **SIGN_UP}),
        ("/language/", {"language": "es"}),
    ):
        assert Client().post(door, {**form, "next": address}).headers["Location"].startswith("/"), door
    browser = Client()
    browser.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    answer = browser.post(f"/accounts/reauthenticate/?next={address}", {"password": PASSWORD, "next": address})
    assert "evil" not in answer.headers.get("Location", "")
    assert "evil" not in browser.post("/accounts/logout/", {"next": address}).headers["Location"]


@pytest.mark.long
def test_files_and_what_is_too_long_change_nothing(world: World) -> None:
    for pattern, methods in places().items():
        if "POST" in methods and not pattern.startswith((API, "admin/")):
            sent = {"file": SimpleUploadedFile("cards.txt", b"card"), "language": "es", "name": "x"}
            assert world.ask("player", "POST", pattern, data=sent).status_code in (302, 400, 403, 404, 405), pattern
    answer = world.ask("player", "POST", "settings/", data={"language": "e" * 300_000})
    assert answer.status_code == 400
    assert not User.objects.filter(language="es").exists()


def test_calls_that_no_token_opens_are_told_to_wait(db: None) -> None:
    answers = [Client().get("/api/v1/account", headers={"Authorization": "Bearer wrong"}) for _call in range(32)]
    assert [answer.status_code for answer in answers] == [401] * 30 + [429] * 2
    assert answers[-1].json()["error"]["code"] == "too_many_requests"
    assert answers[-1].headers["Retry-After"] == "60"


def test_challenges_are_counted_by_player_and_answered_in_the_readers_language(world: World) -> None:
    terms = {"opponent": "named", "name": "Ana", "target": "121", "count_mode": "automatic"}
    browser = world.browsers["stranger"]
    for _challenge in range(30):
        answer = browser.post("/tables/new/", terms, headers={"accept-language": "es"})
        if answer.status_code == 429:
            break
    assert answer.status_code == 429
    assert 'lang="es"' in answer.content.decode()
    assert world.browsers["admin"].post("/play/").status_code == 302


def test_no_log_tells_a_secret(ana: User, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    browser = Client()
    browser.post("/accounts/signup/", {"username": "Juma", "email": "juma@example.org", **SIGN_UP})
    browser.post("/accounts/login/", {"login": "Ana", "password": "a-wrong-password"})
    other = Client()
    other.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    other.post("/accounts/reauthenticate/", {"password": PASSWORD})
    token = other.post("/settings/tokens/", {"name": "bot"}).context["secret"]
    Client().get("/api/v1/account", headers={"Authorization": f"Bearer {token}"})
    Client().get("/api/v1/account", headers={"Authorization": "Bearer cribsite_wrong"})
    Client().post("/accounts/password/reset/", {"email": "ana@example.org"})
    links = [word for letter in mail.outbox for word in letter.body.split() if "/accounts/" in word]
    Client().get(links[-1].replace(site.SITE_URL, ""))
    secrets = [PASSWORD, "a-wrong-password", token, "cribsite_wrong", str(key(other)), str(key(browser))]
    secrets += [link.rstrip("/").rpartition("/")[2] for link in links]
    lines = [record.getMessage() for record in caplog.records if record.name != "django.db.backends"]
    assert links
    assert [secret for secret in secrets if any(secret in line for line in lines)] == []

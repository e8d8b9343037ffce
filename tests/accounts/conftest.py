"""A player with an account, and what one does at the doors of the site."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as site
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User

PASSWORD = "pegging-out-on-friday"
SignUp = Callable[..., HttpResponse]


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def ana(db: None) -> User:
    """A player whose address is confirmed."""
    player = User.objects.create_user("Ana", "ana@example.org", PASSWORD)
    EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)
    return player


@pytest.fixture
def at_home(ana: User) -> Client:
    """Ana's browser, logged in as she does it: through the form."""
    return logged_in(ana)


@pytest.fixture
def sign_up(db: None, client: Client) -> SignUp:
    def send(name: str, email: str = "new@example.org", password: str = PASSWORD, **others: Any) -> HttpResponse:
        form = {"username": name, "email": email, "password1": password, "password2": password, "agrees": "on"} | others
        return client.post(reverse("account_signup"), form)

    return send


def logged_in(player: User, password: str = PASSWORD) -> Client:
    browser = Client()
    answer = browser.post(reverse("account_login"), {"login": player.username, "password": password})
    assert answer.status_code == 302, answer.context["form"].errors
    return browser


def prove(browser: Client, after: str = "/settings/") -> Client:
    """Give the password once more, as what concerns the account asks for."""
    answer = browser.post(reverse("account_reauthenticate"), {"password": PASSWORD, "next": after})
    assert answer.headers["Location"] == after
    return browser


def who(client: Client) -> str | None:
    """The name of the player this browser is logged in as, as the server sees it."""
    key = client.session.get("_auth_user_id")
    answer = client.get(reverse("settings"))
    return User.objects.get(pk=key).username if key and answer.status_code == 200 else None


def link_in_mail(number: int = -1) -> str:
    """The path of the one link in the message."""
    (address,) = re.findall(rf"{site.SITE_URL}(/\S+)", mail.outbox[number].body)
    return str(address)


def errors(answer: HttpResponse, field: str) -> list[str]:
    assert answer.status_code == 200
    return list(answer.context["form"].errors.get(field, []))

"""What a thief of the database learns of second factors: nothing that opens an account."""

import re
from importlib import import_module

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core import serializers
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.attack.world import PASSWORD
from tests.factors import KEY, code, with_app
from tests.games.players import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return User.objects.create_user("Ana", "ana@example.org", PASSWORD)


def copy_of_everything() -> str:
    """Every row of every table, and what is in the sessions."""
    rows = [row for model in apps.get_models() for row in model._default_manager.all()]
    opened = [str(session.get_decoded()) for session in Session.objects.all()]
    return serializers.serialize("json", rows) + "".join(opened)


def gets_in(number: str) -> bool:
    browser = Client()
    answer = browser.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    assert answer.headers["Location"] == "/accounts/2fa/authenticate/"
    return browser.post("/accounts/2fa/authenticate/", {"code": number}).status_code == 302


def test_a_copy_shows_neither_the_key_of_an_app_nor_what_codes_for_recovery_come_of(ana: User) -> None:
    browser = browser_of(ana)
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = browser.get("/accounts/2fa/totp/activate/").content.decode()
    (key,) = re.findall(r'class="key-of-app">(\w+)<', page)
    browser.post("/accounts/2fa/totp/activate/", {"code": code(key)})
    codes = re.findall(r"<code>(\d{8})</code>", browser.get("/accounts/2fa/recovery-codes/").content.decode())
    copied = copy_of_everything()
    assert "Ana" in copied
    assert len(codes) == 10
    assert [secret for secret in (key, *codes) if secret in copied] == []
    assert not re.search(r'"seed\W+[0-9a-f]{80}', copied)
    assert gets_in(codes[0]), "the owner still can"


def test_an_older_key_opens_what_was_stored_under_it(ana: User, settings: Settings) -> None:
    with_app(ana)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key", [settings.SECRET_KEY]
    assert gets_in(code())


def test_without_its_key_a_factor_lets_nobody_in(ana: User, settings: Settings) -> None:
    """And least of all by the code of an empty key."""
    with_app(ana)
    settings.SECRET_KEY = "a new key"
    assert not gets_in(code())
    assert not gets_in(code(""))


def test_what_was_stored_before_is_encrypted_when_the_site_is_brought_up_to_date(ana: User) -> None:
    with_app(ana)
    Authenticator.objects.filter(type=Authenticator.Type.TOTP).update(data={"secret": KEY})
    Authenticator.objects.filter(type=Authenticator.Type.RECOVERY_CODES).update(data={"seed": "5eed", "used_mask": 0})
    import_module("accounts.migrations.0009_second_factors_encrypted").encrypt_what_is_plain(apps, None)
    assert KEY not in copy_of_everything()
    assert "5eed" not in copy_of_everything()
    assert gets_in(code())

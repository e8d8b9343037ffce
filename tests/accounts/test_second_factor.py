"""Codes of an app and passkeys: set up by choice, asked for at log-in, and before the admin where the host wishes."""

import json
import re

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from cribsite.settings import PASSWORD_HASHERS
from cribsite.site import stored_settings
from tests.factors import KEY, code, with_app, with_passkey

from .conftest import PASSWORD, logged_in, prove, who


def log_in(browser: Client, **more: str):
    return browser.post(reverse("account_login"), {"login": "Ana", "password": PASSWORD, **more})


@pytest.mark.django_db(transaction=True)  # the letter is sent once it is stored
def test_an_app_is_set_up_with_the_key_that_the_page_shows(ana: User, at_home: Client) -> None:
    prove(at_home)
    page = at_home.get(reverse("mfa_activate_totp")).content.decode()
    (key,) = re.findall(r'class="key-of-app">(\w+)<', page)
    answer = at_home.post(reverse("mfa_activate_totp"), {"code": code(key)})
    assert answer.url == reverse("mfa_view_recovery_codes")
    assert mail.outbox[-1].to == ["ana@example.org"]
    codes = re.findall(r"<code>(\d{8})</code>", at_home.get(answer.url).content.decode())
    assert len(set(codes)) == 10


def test_a_wrong_code_sets_nothing_up(ana: User, at_home: Client) -> None:
    prove(at_home).get(reverse("mfa_activate_totp"))
    assert at_home.post(reverse("mfa_activate_totp"), {"code": "12345"}).status_code == 200
    assert not Authenticator.objects.exists()


def test_the_password_alone_gets_nobody_in_any_more(ana: User, client: Client) -> None:
    with_app(ana)
    answer = log_in(client)
    assert answer.url == reverse("mfa_authenticate")
    assert who(client) is None
    assert client.post(answer.url, {"code": "000000x"}).status_code == 200
    assert who(client) is None
    client.post(answer.url, {"code": code()})
    assert who(client) == "Ana"


def test_a_code_serves_once(ana: User, client: Client) -> None:
    with_app(ana)
    once = code()
    for browser, name in ((client, "Ana"), (Client(), None)):
        log_in(browser)
        browser.post(reverse("mfa_authenticate"), {"code": once})
        assert who(browser) == name


def test_a_recovery_code_gets_in_once(ana: User, client: Client) -> None:
    with_app(ana)
    spare = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()[0]
    for browser, name in ((client, "Ana"), (Client(), None)):
        log_in(browser)
        browser.post(reverse("mfa_authenticate"), {"code": spare})
        assert who(browser) == name


def test_codes_are_not_to_be_guessed(ana: User, client: Client) -> None:
    with_app(ana)
    log_in(client)
    for wrong in range(5):
        client.post(reverse("mfa_authenticate"), {"code": str(wrong)})
    answer = client.post(reverse("mfa_authenticate"), {"code": code()})
    assert answer.context["form"].errors["code"] == ["Too many failed login attempts. Try again later."]
    assert who(client) is None


def test_after_the_code_one_is_where_one_wished_to_be(ana: User, client: Client) -> None:
    with_app(ana)
    log_in(client, next="/games/")
    assert client.post(reverse("mfa_authenticate"), {"code": code()}).url == "/games/"


def test_what_weakens_the_log_in_asks_who_it_is(ana: User) -> None:
    with_app(ana)
    key = with_passkey(ana)
    unproven = Client()
    unproven.force_login(ana, "django.contrib.auth.backends.ModelBackend")
    for address in (
        *("mfa_deactivate_totp", "mfa_generate_recovery_codes", "mfa_view_recovery_codes", "mfa_add_webauthn"),
        *("mfa_download_recovery_codes",),
    ):
        answer = unproven.post(reverse(address)) if "download" not in address else unproven.get(reverse(address))
        assert answer.status_code in (302, 405), address
    unproven.post(reverse("mfa_remove_webauthn", args=[key]))
    assert Authenticator.objects.count() == 3


WHAT_CHANGES_A_FACTOR = [
    *("mfa_view_recovery_codes", "mfa_download_recovery_codes", "mfa_generate_recovery_codes"),
    *("mfa_deactivate_totp", "mfa_add_webauthn"),
]


@pytest.mark.parametrize("address", WHAT_CHANGES_A_FACTOR)
def test_a_password_without_the_factor_opens_no_page_of_it(ana: User, address: str) -> None:
    """A session that was open before there was a factor, in the hands of somebody who knows the password."""
    thief = logged_in(ana)
    with_app(ana)
    kept = list(Authenticator.objects.values("pk", "data"))
    for page in (reverse("account_reauthenticate"), reverse("account_reauthenticate") + "?next=/settings/"):
        assert thief.get(page).url.startswith(reverse("mfa_reauthenticate"))
        assert thief.post(page, {"password": PASSWORD}).url.startswith(reverse("mfa_reauthenticate"))
    for answer in (thief.get(reverse(address)), thief.post(reverse(address))):
        assert answer.status_code in (302, 405)
        if answer.status_code == 302:
            assert answer.url.startswith(reverse("mfa_reauthenticate"))
    assert list(Authenticator.objects.values("pk", "data")) == kept


def test_who_has_a_passkey_alone_is_asked_for_it(ana: User) -> None:
    browser = logged_in(ana)
    key = with_passkey(ana)
    answer = browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert answer.url.startswith(reverse("mfa_reauthenticate_webauthn"))
    browser.post(reverse("mfa_remove_webauthn", args=[key]))
    assert Authenticator.objects.filter(pk=key).exists()


def test_the_factor_opens_its_pages(ana: User, client: Client) -> None:
    with_app(ana)
    log_in(client)
    spare, other = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()[:2]
    client.post(reverse("mfa_authenticate"), {"code": spare})
    answer = client.post(reverse("mfa_reauthenticate"), {"code": other, "next": reverse("mfa_deactivate_totp")})
    assert answer.url == reverse("mfa_deactivate_totp")
    client.post(answer.url)
    assert not Authenticator.objects.exists()


def test_a_guest_signs_up_first(db: None) -> None:
    guest = User.objects.create_user("guest-4821", is_guest=True)
    browser = Client()
    browser.force_login(guest, "django.contrib.auth.backends.ModelBackend")
    for address in ("mfa_index", "mfa_activate_totp", "mfa_add_webauthn"):
        assert browser.get(reverse(address)).url.startswith(reverse("account_signup"))


def test_nobody_touches_the_passkey_of_another(ana: User, client: Client) -> None:
    key = with_passkey(ana)
    User.objects.create_user("Ben", "ben@example.org", PASSWORD)
    client.post(reverse("account_login"), {"login": "Ben", "password": PASSWORD})
    prove(client)
    for address in ("mfa_edit_webauthn", "mfa_remove_webauthn"):
        assert client.post(reverse(address, args=[key]), {"name": "Mine"}).status_code == 404
    assert Authenticator.objects.get().wrap().name == "Phone"


NONSENSE = ["", "{", "null", "[]", "7", '{"id": 7}', '{"response": {}}', json.dumps({"response": {"userHandle": "!"}})]


@pytest.mark.parametrize("credential", NONSENSE)
def test_a_nonsensical_passkey_is_only_wrong(ana: User, client: Client, at_home: Client, credential: str) -> None:
    client.get(reverse("mfa_login_webauthn"), headers={"accept": "application/json"})
    client.post(reverse("mfa_login_webauthn"), {"credential": credential})
    assert who(client) is None
    prove(at_home).get(reverse("mfa_add_webauthn"))
    assert at_home.post(reverse("mfa_add_webauthn"), {"credential": credential}).status_code == 200
    assert not Authenticator.objects.exists()


@pytest.fixture
def admin(ana: User) -> User:
    ana.is_staff = ana.is_superuser = True
    ana.save()
    return ana


@pytest.fixture
def wished(db: None) -> None:
    site = stored_settings()
    site.staff_need_second_factor = True
    site.save()


def test_where_it_is_not_wished_for_staff_need_none(admin: User) -> None:
    assert logged_in(admin).get("/admin/").status_code == 200


def test_staff_without_a_factor_are_told_to_set_one_up(admin: User, wished: None) -> None:
    desk = logged_in(admin)
    for address in ("/admin/", "/admin/accounts/user/", f"/admin/accounts/user/{admin.pk}/change/", "/admin/jsi18n/"):
        answer = desk.get(address)
        assert answer.status_code == 403, address
        assert reverse("mfa_index") in answer.content.decode()
    assert desk.post(f"/admin/accounts/user/{admin.pk}/delete/", {"post": "yes"}).status_code == 403
    assert who(desk) == "Ana", "the rest of the site is open"


def test_a_session_from_before_has_to_give_it(admin: User, wished: None) -> None:
    desk = logged_in(admin)
    with_app(admin)
    answer = desk.get("/admin/accounts/user/")
    assert answer.url == f"{reverse('mfa_reauthenticate')}?next=/admin/accounts/user/"
    assert desk.post(answer.url, {"code": code()}).url == "/admin/accounts/user/"
    assert desk.get("/admin/accounts/user/").status_code == 200


def test_a_session_from_before_with_the_password_stays_outside(admin: User, wished: None) -> None:
    thief = logged_in(admin)
    with_app(admin)
    thief.post(reverse("account_reauthenticate"), {"password": PASSWORD, "next": "/admin/"})
    for address in ("mfa_view_recovery_codes", "mfa_deactivate_totp"):
        thief.post(reverse(address))
    assert thief.get("/admin/").url.startswith(reverse("mfa_reauthenticate"))


def test_who_gave_it_at_the_log_in_works_on(admin: User, wished: None, client: Client) -> None:
    with_app(admin)
    log_in(client)
    client.post(reverse("mfa_authenticate"), {"code": code()})
    assert client.get("/admin/").status_code == 200


def test_the_admin_shows_which_factors_there_are_and_no_secret(admin: User) -> None:
    with_app(admin)
    desk = Client()
    desk.force_login(admin, "django.contrib.auth.backends.ModelBackend")
    for row in Authenticator.objects.all():
        page = desk.get(f"/admin/mfa/authenticator/{row.pk}/change/").content.decode()
        assert KEY not in page
        assert "seed" not in page
        assert row.get_type_display() in page


def test_a_password_of_the_old_kind_is_hashed_anew_at_the_log_in(ana: User, client: Client, settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    ana.set_password(PASSWORD)
    ana.save()
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    assert ana.password.startswith("pbkdf2_sha256$")
    log_in(client)
    ana.refresh_from_db()
    assert ana.password.startswith("argon2$argon2id$")
    assert who(client) == "Ana"

"""Changing a password that is known, and replacing one that is lost."""

import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.tokens import find_token, make_token

from .conftest import PASSWORD, errors, link_in_mail, logged_in, who

NEW = "fifteen-two-and-a-pair"
TWICE = {"password1": NEW, "password2": NEW}


def test_a_known_password_is_changed_and_the_browser_stays_logged_in(ana: User, at_home: Client) -> None:
    answer = at_home.post(reverse("account_change_password"), {"oldpassword": PASSWORD, **TWICE})
    assert answer.url == reverse("settings")
    assert who(at_home) == "Ana"
    assert who(logged_in(ana, NEW)) == "Ana"


def test_changing_a_password_logs_out_the_other_browsers(ana: User, at_home: Client) -> None:
    elsewhere = logged_in(ana)
    at_home.post(reverse("account_change_password"), {"oldpassword": PASSWORD, **TWICE})
    assert who(elsewhere) is None


def test_without_the_old_password_nothing_is_changed(ana: User, at_home: Client) -> None:
    answer = at_home.post(reverse("account_change_password"), {"oldpassword": "wrong", **TWICE})
    assert errors(answer, "oldpassword")
    ana.refresh_from_db()
    assert ana.check_password(PASSWORD)


def test_a_lost_password_is_replaced_through_the_mail(ana: User, client: Client) -> None:
    client.post(reverse("account_reset_password"), {"email": "ANA@example.org"})
    assert mail.outbox[0].to == ["ana@example.org"]
    form = client.get(link_in_mail(), follow=True)
    assert form.status_code == 200
    done = client.post(form.redirect_chain[-1][0], TWICE, follow=True)
    assert "Log in with the new password" in done.content.decode()
    assert who(logged_in(ana, NEW)) == "Ana"


def test_a_link_serves_once(ana: User, client: Client) -> None:
    client.post(reverse("account_reset_password"), {"email": "ana@example.org"})
    form = client.get(link_in_mail(), follow=True)
    client.post(form.redirect_chain[-1][0], TWICE)
    again = Client().get(link_in_mail(0), follow=True)
    assert "was used already" in again.content.decode()


def test_an_unknown_address_gets_the_same_answer_so_that_nobody_learns_who_plays(ana: User, client: Client) -> None:
    known = client.post(reverse("account_reset_password"), {"email": "ana@example.org"})
    unknown = client.post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
    assert [message.to for message in mail.outbox] == [["ana@example.org"], ["nobody@example.org"]]
    assert "No player has this address" in mail.outbox[1].body
    assert client.get(known.url).status_code == 200


def opens(secret: str) -> bool:
    return find_token(secret, timezone.now()) is not None


def test_changing_a_password_revokes_all_tokens_of_that_player(ana: User, at_home: Client) -> None:
    ben = User.objects.create_user("Ben", "ben@example.org", PASSWORD)
    mine, also_mine, bens = (make_token(player, "bot", timezone.now()) for player in (ana, ana, ben))
    at_home.post(reverse("account_change_password"), {"oldpassword": "wrong", **TWICE})
    assert opens(mine)
    assert "all your tokens" in at_home.get(reverse("account_change_password")).content.decode()
    at_home.post(reverse("account_change_password"), {"oldpassword": PASSWORD, **TWICE})
    assert [opens(secret) for secret in (mine, also_mine, bens)] == [False, False, True]


def test_replacing_a_lost_password_revokes_all_tokens(ana: User, client: Client) -> None:
    secret = make_token(ana, "bot", timezone.now())
    client.post(reverse("account_reset_password"), {"email": "ana@example.org"})
    assert opens(secret), "whoever asks for the letter revokes nothing by it"
    form = client.get(link_in_mail(), follow=True)
    assert "all your tokens" in form.content.decode()
    client.post(form.redirect_chain[-1][0], TWICE)
    assert not opens(secret)


def test_hashing_a_password_anew_revokes_nothing(ana: User, client: Client, settings: Settings) -> None:
    secret = make_token(ana, "bot", timezone.now())
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher", *settings.PASSWORD_HASHERS]
    logged_in(ana)
    ana.refresh_from_db()
    assert ana.password.startswith("pbkdf2")
    assert opens(secret)


@pytest.mark.parametrize("host", ["localhost:1234", "127.0.0.1:9"])
def test_links_in_letters_lead_to_the_site_whatever_host_was_asked(ana: User, host: str, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1"]
    settings.SITE_URL = "https://cards.example"
    asking = Client(headers={"host": host})
    for email in ("ana@example.org", "nobody@example.org"):
        asking.post(reverse("account_reset_password"), {"email": email})
    asking.post(reverse("account_signup"), {"username": "Juma", "email": "juma@example.org", **TWICE, "agrees": "on"})
    assert len(mail.outbox) == 3
    for letter in mail.outbox:
        assert re.findall(r"https?://[^/\s]*", letter.body) == ["https://cards.example"]
        assert host not in letter.body

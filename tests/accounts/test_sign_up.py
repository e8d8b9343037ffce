"""A newcomer makes an account."""

from typing import Any

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.names import TAKEN

from .conftest import SignUp, errors, link_in_mail, who


def test_a_newcomer_is_in_the_lobby_before_the_address_is_confirmed(sign_up: SignUp, client: Client) -> None:
    answer = sign_up("Juma", "juma@example.org")
    assert (answer.status_code, answer.url) == (302, reverse("lobby"))
    assert client.get(reverse("lobby")).status_code == 200
    assert who(client) == "Juma"
    assert not EmailAddress.objects.get(email="juma@example.org").verified


def test_the_link_in_the_message_confirms_the_address_once_it_is_pressed(sign_up: SignUp, client: Client) -> None:
    sign_up("Juma", "juma@example.org")
    assert mail.outbox[0].to == ["juma@example.org"]
    assert mail.outbox[0].subject == "Confirm your email address for Cribsite"
    page = client.get(link_in_mail())
    assert b"juma@example.org" in page.content
    assert not EmailAddress.objects.get().verified, "mail scanners follow links: following alone confirms nothing"
    client.post(link_in_mail())
    assert EmailAddress.objects.get().verified


def test_the_settings_remind_of_an_address_that_is_not_confirmed_and_cease_when_it_is(
    sign_up: SignUp, client: Client
) -> None:
    sign_up("Juma", "juma@example.org")
    assert "juma@example.org is not confirmed yet" in client.get(reverse("settings")).content.decode()
    client.post(link_in_mail())
    assert "is not confirmed yet" not in client.get(reverse("settings")).content.decode()


def test_a_broken_link_is_told_as_such(client: Client, db: None) -> None:
    answer = client.get(reverse("account_confirm_email", args=["no-such-key"]))
    assert answer.status_code == 200
    assert "too old or incomplete" in answer.content.decode()


def test_the_language_of_the_page_of_sign_up_becomes_the_players(client: Client, sign_up: SignUp) -> None:
    client.post(reverse("set_language"), {"language": "sw", "next": "/"})
    sign_up("Juma")
    assert User.objects.get().language == "sw"


@pytest.mark.parametrize("name", ["ana", "ANA", "Aná", "A-n-a", "ＡＮＡ"])
def test_a_name_like_anothers_is_refused_in_words(ana: User, sign_up: SignUp, name: str) -> None:
    assert errors(sign_up(name), "username") == [str(TAKEN)]
    assert User.objects.count() == 1


def test_all_that_is_wrong_is_told_at_once(ana: User, sign_up: SignUp) -> None:
    answer = sign_up("ana", "nowhere", "short")
    assert set(answer.context["form"].errors) == {"username", "email", "password1"}


def test_a_reserved_name_is_refused_in_words(sign_up: SignUp) -> None:
    assert "kept for the site itself" in errors(sign_up("Adm1n"), "username")[0]


def test_an_address_that_has_an_account_is_the_owners_and_only_the_owner_is_told(
    ana: User, sign_up: SignUp, client: Client
) -> None:
    sign_up("Juma", "ANA@example.org")
    assert who(client) == "Juma"
    assert [letter.to for letter in mail.outbox] == [["ana@example.org"]]
    assert "Juma" in mail.outbox[0].body
    assert "http" not in mail.outbox[0].body
    assert EmailAddress.objects.get(verified=True).user == ana


@pytest.mark.parametrize("weak", ["12345678", "password", "short", "juma-juma"])
def test_a_weak_password_is_refused(sign_up: SignUp, weak: str) -> None:
    assert errors(sign_up("juma-juma", password=weak), "password1")


def test_two_passwords_that_differ_are_refused(sign_up: SignUp) -> None:
    assert errors(sign_up("Juma", password2="another-one-entirely"), "password2")


@pytest.mark.parametrize("faster", ["Juma", "júma"])
def test_of_two_sign_ups_at_once_the_slower_gets_the_form_back_with_the_reason(
    sign_up: SignUp, client: Client, monkeypatch: pytest.MonkeyPatch, faster: str
) -> None:
    """The other sign-up is stored after this one's form was found good and before it is stored."""
    store = DefaultAccountAdapter.save_user

    def overtaken(*args: Any, **kwargs: Any) -> Any:
        User.objects.create_user(faster, "faster@example.org")
        return store(*args, **kwargs)

    monkeypatch.setattr(DefaultAccountAdapter, "save_user", overtaken)
    answer = sign_up("Juma")
    assert errors(answer, "username") == [str(TAKEN)]
    assert str(TAKEN) in answer.content.decode()
    assert 'value="Juma"' in answer.content.decode()
    assert list(User.objects.values_list("username", flat=True)) == [faster]
    assert who(client) is None
    assert mail.outbox == []


def test_sign_ups_from_one_place_are_limited(sign_up: SignUp) -> None:
    assert [sign_up("!").status_code for _ in range(20)] == [200] * 20
    refused = sign_up("Juma")
    assert refused.status_code == 429
    assert "Please wait a few minutes" in refused.content.decode()

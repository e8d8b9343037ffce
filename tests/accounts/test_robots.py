"""Robots that sign up: what a program fills in, and what it hides in a name or an address."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from cribsite.site import stored_settings

from .conftest import PASSWORD, SignUp, errors
from .test_pages import Page

pytestmark = pytest.mark.django_db


def test_a_robot_that_fills_in_every_field_is_refused_in_words_and_leaves_nothing(client: Client) -> None:
    page = Page(client.get(reverse("account_signup")).content.decode())
    form = {field["name"]: "http://buy.example/" for field in page.all("input") if field.get("type") == "text"}
    form |= {"username": "buyer", "email": "buyer@example.org", "password1": PASSWORD, "password2": PASSWORD}
    answer = client.post(reverse("account_signup"), form | {"agrees": "on"})
    assert "This looked like a program" in answer.content.decode()
    assert (User.objects.count(), mail.outbox) == (0, [])


def test_a_person_whose_browser_filled_in_the_field_comes_in_at_the_second_try(sign_up: SignUp) -> None:
    page = Page(sign_up("Juma", homepage="http://juma.example/").content.decode())
    assert page.by_id("id_username")["value"] == "Juma"
    assert "value" not in page.by_id("id_homepage")
    assert sign_up("Juma", homepage="").status_code == 302


def test_the_field_for_robots_is_out_of_the_way_of_everybody_else(client: Client) -> None:
    page = Page(client.get(reverse("account_signup")).content.decode())
    field = page.by_id("id_homepage")
    assert (field["tabindex"], field["autocomplete"]) == ("-1", "off")
    assert {"class": "hidden", "aria-hidden": "true"} in page.all("div")


@pytest.mark.parametrize("end", ["\n", "\r\n", "%0a", "\x0b", "\u2028"])
def test_no_header_is_smuggled_into_mail(sign_up: SignUp, end: str) -> None:
    assert errors(sign_up("Juma", f"juma@example.org{end}Bcc: all@example.org"), "email")
    assert errors(sign_up(f"Juma{end}Subject: won", "juma@example.org"), "username")
    assert (User.objects.count(), mail.outbox) == (0, [])


def test_who_does_not_agree_to_the_terms_is_not_signed_up(client: Client) -> None:
    form = {"username": "Juma", "email": "juma@example.org", "password1": PASSWORD, "password2": PASSWORD}
    answer = client.post(reverse("account_signup"), form)
    assert errors(answer, "agrees") == ["This field is required."]
    assert not User.objects.exists()


def test_the_sign_up_names_the_age_that_the_host_asks_for_and_leads_to_the_terms(client: Client) -> None:
    host = stored_settings()
    host.minimum_age = 16
    host.save()
    page = client.get(reverse("account_signup")).content.decode()
    assert 'I am at least 16 years old and agree to the <a href="/terms/">terms</a>.' in page
    assert '<a href="/privacy/">privacy</a>' in page


def test_guests_are_told_the_age_and_the_terms_before_and_while_they_play(client: Client) -> None:
    sentence = 'Whoever plays here is at least 13 years old and agrees to the <a href="/terms/">terms</a>.'
    assert sentence in client.get("/").content.decode()
    client.post(reverse("play_now"))
    assert sentence in client.get(reverse("settings")).content.decode()

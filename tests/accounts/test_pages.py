"""Every page about accounts stands in the site's frame, under its policy for contents, and says what goes with what."""

import re
from html.parser import HTMLParser

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from accounts.models import User

from .conftest import PASSWORD, SignUp

FOR_ANYONE = ["account_login", "account_signup", "account_reset_password", "account_reset_password_done"]
FOR_ANYONE += ["account_reset_password_from_key_done", "account_inactive", "account_email_verification_sent"]
FOR_PLAYERS = ["settings", "delete_account", "account_logout", "account_email", "account_change_password"]
FOR_PLAYERS += ["usersessions_list", "account_reauthenticate"]


class Page(HTMLParser):
    """The page's elements in order, as (tag, attributes)."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def by_id(self, identity: str | None) -> dict[str, str | None]:
        (found,) = [attributes for _, attributes in self.elements if attributes.get("id") == identity]
        return found


def check(html: str) -> None:
    page = Page(html)
    for tag, attributes in page.elements:
        assert "style" not in attributes, attributes
        assert not [name for name in attributes if name.startswith("on")], attributes
        assert tag != "style"
        assert tag != "script" or "src" in attributes
    assert len(page.all("h1")) == 1
    labelled = {label.get("for") for label in page.all("label")}
    for field in page.all("input") + page.all("select"):
        if field.get("type") != "hidden":
            assert field["id"] in labelled, field
            assert "placeholder" not in field, field
            for described in (field.get("aria-describedby") or "").split():
                page.by_id(described)


@pytest.mark.parametrize("name", FOR_ANYONE)
def test_pages_for_anyone(client: Client, db: None, name: str) -> None:
    answer = client.get(reverse(name))
    check(answer.content.decode())
    assert 'class="panel"' in answer.content.decode()


@pytest.mark.parametrize("name", FOR_PLAYERS)
def test_pages_for_players(at_home: Client, name: str) -> None:
    answer = at_home.get(reverse(name))
    assert answer.status_code == 200
    check(answer.content.decode())
    assert 'class="panel"' in answer.content.decode()


def test_the_page_that_awaits_a_new_address(at_home: Client) -> None:
    at_home.post(reverse("account_email"), {"email": "second@example.org", "action_add": ""})
    check(at_home.get(reverse("account_email")).content.decode())


@pytest.mark.parametrize("template", ["account/signup_closed.html", "account/password_set.html", "429.html"])
def test_pages_that_only_rare_cases_show(db: None, template: str) -> None:
    check(render_to_string(template, {"user": User(username="Ana"), "form": None}))


@pytest.mark.parametrize("language", ["en", "es", "sw"])
def test_every_label_of_the_settings_begins_with_a_capital(at_home: Client, language: str) -> None:
    User.objects.update(language=language)
    labels = [field.label for field in at_home.get(reverse("settings")).context["form"]]
    assert [label for label in labels if not str(label)[0].isupper()] == []


def test_an_error_is_tied_to_its_field(sign_up: SignUp) -> None:
    page = Page(sign_up("!").content.decode())
    field = page.by_id("id_username")
    assert field["aria-invalid"] == "true"
    assert field["aria-describedby"] == "id_username_helptext id_username_error"
    assert page.by_id("id_username_error") == {"id": "id_username_error"}
    assert {"class": "field-error"} in page.all("p")


def test_browsers_are_told_what_to_fill_in(at_home: Client, client: Client) -> None:
    def told(browser: Client, name: str) -> list[str | None]:
        page = Page(browser.get(reverse(name)).content.decode())
        return [field.get("autocomplete") for field in page.all("input") if field.get("type") != "hidden"]

    assert told(client, "account_login") == ["username", "current-password"]
    assert told(client, "account_signup") == ["username", "email", "new-password", "new-password", "off", None]
    assert told(client, "account_reset_password") == ["email"]
    assert told(at_home, "account_change_password") == ["current-password", "new-password", "new-password"]
    assert told(at_home, "delete_account") == ["current-password"]


def test_a_page_that_was_asked_for_is_passed_on_from_log_in_to_sign_up(client: Client, db: None) -> None:
    page = client.get(reverse("account_login"), {"next": "/settings/"}).content.decode()
    assert re.search(r'href="/accounts/signup/\?next=%2Fsettings%2F"', page)


def test_sign_up_leads_to_the_page_that_was_asked_for(sign_up: SignUp) -> None:
    assert sign_up("Juma", next="/settings/").url == "/settings/"


def test_nothing_of_a_password_comes_back_in_a_page(sign_up: SignUp) -> None:
    assert PASSWORD not in sign_up("!").content.decode()

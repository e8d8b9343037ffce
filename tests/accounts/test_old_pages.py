"""A form from a page that has grown old: the answer says so, and leads on."""

import re

import pytest
from django.test import Client

from accounts.models import User

from .conftest import PASSWORD, who

LOGIN = "/accounts/login/?next=/settings/"
FORM = {"login": "Ana", "password": PASSWORD}


@pytest.fixture
def browser(db: None) -> Client:
    return Client(enforce_csrf_checks=True)


def token(browser: Client, address: str) -> str:
    """What a tab keeps that opens this page."""
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', browser.get(address).content.decode())
    assert found
    return found[1]


def test_logging_in_in_two_tabs_leads_on_from_the_second_as_well(ana: User, browser: Client) -> None:
    first, second = token(browser, LOGIN), token(browser, LOGIN)
    came_from = {"referer": f"http://testserver{LOGIN}"}
    answer = browser.post(LOGIN, FORM | {"csrfmiddlewaretoken": first}, headers=came_from)
    assert answer.status_code == 302
    answer = browser.post(LOGIN, FORM | {"csrfmiddlewaretoken": second}, headers=came_from)
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "You are logged in as Ana." in page
    assert "nothing was changed" in page
    assert f'class="button" href="http://testserver{LOGIN}"' in page
    assert browser.get(LOGIN).url == "/settings/"  # type: ignore[attr-defined]
    assert who(browser) == "Ana"


def test_the_page_is_in_the_players_language_with_the_sites_head(ana: User, browser: Client) -> None:
    ana.language = "es"
    ana.save()
    browser.post(LOGIN, FORM | {"csrfmiddlewaretoken": token(browser, LOGIN)})
    page = browser.post("/settings/", {"csrfmiddlewaretoken": "x" * 64}).content.decode()
    assert '<html lang="es"' in page
    assert "Iniciaste sesión como Ana." in page
    assert 'href="/players/Ana/"' in page
    assert 'name="language"' in page


@pytest.mark.parametrize("language", ["en", "es", "sw"])
def test_a_stranger_is_asked_to_load_the_page_again(browser: Client, language: str) -> None:
    came_from = {"referer": "http://testserver/accounts/signup/", "accept-language": language}
    answer = browser.post("/accounts/signup/", {}, headers=came_from)
    page = answer.content.decode()
    assert answer.status_code == 403
    assert f'<html lang="{language}"' in page
    assert 'class="button" href="http://testserver/accounts/signup/"' in page


@pytest.mark.parametrize(
    "referer", ["", "https://evil.example/", "//evil.example", "javascript:alert(1)", "http://testserver@evil.example/"]
)
def test_it_leads_to_no_other_site(browser: Client, referer: str) -> None:
    answer = browser.post("/accounts/login/", {}, headers={"referer": referer})
    assert answer.status_code == 403
    assert 'class="button" href="/"' in answer.content.decode()

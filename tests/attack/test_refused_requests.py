"""What is refused before any page is asked is answered by a page of the site, in the reader's language."""

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.games.players import browser_of

pytestmark = pytest.mark.django_db

Send = Callable[[Client], HttpResponse]


def a_file(browser: Client) -> HttpResponse:
    return browser.post("/language/", {"file": SimpleUploadedFile("cards.txt", b"cards")})


def too_long(browser: Client) -> HttpResponse:
    return browser.post("/accounts/login/", {"login": "e" * 300_000})


def too_many_fields(browser: Client) -> HttpResponse:
    return browser.post("/language/", {f"field{number}": "1" for number in range(1_200)})


def another_host(browser: Client) -> HttpResponse:
    return browser.get("/", headers={"host": "evil.example"})


def no_host(browser: Client) -> HttpResponse:
    return browser.get("/", headers={"host": 'a b/"><script>'})


REFUSED = [a_file, too_long, too_many_fields, another_host, no_host]


@pytest.mark.parametrize("send", REFUSED)
@pytest.mark.parametrize("is_at_home", [False, True], ids=["stranger", "player"])
def test_a_page_of_the_site_says_so_in_the_readers_language(send: Send, is_at_home: bool) -> None:
    player = User.objects.create_user("Ana", language="es")
    browser = browser_of(player) if is_at_home else Client(headers={"accept-language": "es"})
    answer = send(browser)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert 'class="page"' in page
    assert "Bad Request" not in page
    assert "evil" not in page
    assert "<script>" not in page
    is_told_who_asks = send not in (another_host, no_host)  # else the language of the browser is all there is
    assert ('lang="es"' in page) or (is_at_home and not is_told_who_asks)


@pytest.mark.parametrize("send", [another_host, no_host])
def test_over_https_too_where_the_host_is_looked_at_before_all_else(send: Send, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    answer = send(Client(headers={"accept-language": "sw"}))
    assert answer.status_code == 400
    assert 'lang="sw"' in answer.content.decode()


def test_a_form_without_a_token_gets_a_page_too() -> None:
    answer = Client(enforce_csrf_checks=True, headers={"accept-language": "sw"}).post("/accounts/login/", {})
    assert answer.status_code == 403
    assert 'lang="sw"' in answer.content.decode()
    assert 'class="page"' in answer.content.decode()

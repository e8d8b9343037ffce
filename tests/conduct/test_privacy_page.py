"""The page of what is kept says what is so: its claims, held against the site."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client

from accounts.conduct.traces import COOKIE_FOR, KEPT_FOR
from accounts.guests import AWAY_FOR_GOOD, SESSION
from accounts.models import User
from cribsite.views import A_MONTH
from games.personal_data import LISTS
from games.presence import LIFE
from tests.games.players import browser_of

pytestmark = pytest.mark.django_db


def page_of(browser: Client) -> str:
    return browser.get("/privacy/").content.decode()


def test_every_page_leads_to_it_and_anybody_may_read_it(client: Client, anas: Client) -> None:
    for browser in (client, anas):
        for address in ("/", "/rules/", "/accounts/logout/"):
            assert 'href="/privacy/"' in browser.get(address, follow=True).content.decode()
        assert browser.get("/privacy/").status_code == 200


def test_the_lengths_of_time_are_those_of_the_site(client: Client) -> None:
    page = page_of(client)
    assert ("90 days" in page, KEPT_FOR) == (True, timedelta(days=90))
    assert ("not been here for 30 days" in page, AWAY_FOR_GOOD) == (True, timedelta(days=30))
    assert ("two weeks" in page, settings.SESSION_COOKIE_AGE) == (True, 14 * 24 * 60 * 60)
    assert ("a guest's after 400 days" in page, SESSION) == (True, timedelta(days=400))
    assert ("for 400 days" in page, COOKIE_FOR) == (True, timedelta(days=400))
    assert ("put away, for 30 days" in page, A_MONTH) == (True, 30 * 24 * 60 * 60)
    assert ("It forgets that after an hour" in page, LIFE) == (True, 60 * 60)


def test_every_cookie_that_the_site_sets_is_named(ana: User, client: Client) -> None:
    browser = browser_of(ana)
    for address in ("/", "/settings/", "/games/", "/accounts/login/"):
        browser.get(address)
    browser.post("/language/", {"language": "es", "next": "/"})
    browser.post("/settings/tokens/", {"name": "mine"})
    browser.post("/table/nesuchtab2e7/join/")
    browser.post("/announcements/1/dismiss/")
    browser.post("/accounts/logout/")
    client.post("/play/")
    page = page_of(client)
    names = {*browser.cookies, *client.cookies}
    assert names >= {"sessionid", "csrftoken", "device", "django_language", "dismissed"}
    for name in names:
        assert f"“{name}”" in page, name


TOLD = {
    "email_addresses": "your email address",
    "sessions": "when you were last seen",
    "second_factors": "the public halves of passkeys",
    "api_tokens": "Tokens for programs are kept as hashes",
    "vacations": "Vacations and plans are kept",
    "letters": "that a letter was written and sent",
    "remarks": "What you say at a table is kept",
    "luck": "figures counted from them",
    "blocks": "Whom you block",
    "reports": "what you report and what came of it",
    "sanctions": "sanctions with their reasons",
    "appeals": "your appeals with the answers",
    "traces": "a hash of your network address",
}


def test_every_table_that_a_player_may_take_away_is_told_of(client: Client) -> None:
    assert TOLD.keys() == LISTS.keys()
    page = page_of(client)
    for table, words in TOLD.items():
        assert words in page, table


def test_who_is_logged_in_finds_the_ways_there(anas: Client, client: Client) -> None:
    for address in ("/settings/data.json", "/settings/delete/"):
        assert f'href="{address}"' in page_of(anas)
        assert f'href="{address}"' not in page_of(client)


def test_it_stands_in_every_language_of_the_site(client: Client) -> None:
    for language, _name in settings.LANGUAGES:
        answer = client.get("/privacy/", headers={"accept-language": language})
        assert f'<html lang="{language}"' in answer.content.decode()

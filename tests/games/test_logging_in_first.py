"""What only players may do sends everybody else to the log-in, and from there to a page that can be shown."""

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match

from .players import browser_of, everything

POSTS = ["join", "cancel", "decline", "move", "go_on", "resign", "abort", "claim", "agree", "rematch"]
QUESTIONS = ["resign", "abort", "agree"]


def after_log_in(answer: HttpResponse) -> str:
    assert answer.status_code == 302
    address, after = answer["Location"].split("?next=")
    assert address == reverse("account_login")
    return str(after)


@pytest.mark.parametrize("name", POSTS)
def test_a_post_comes_back_to_the_table_where_it_can_be_done_again(match: Match, client: Client, name: str) -> None:
    before = everything(match)
    answer = client.post(reverse(name, args=[match.pk]), {"action": "cut", "decision": "0.cut"})
    page = after_log_in(answer)
    assert page == match.get_absolute_url()
    assert client.get(page).status_code == 200
    assert everything(match) == before


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_is_asked_after_the_log_in(match: Match, client: Client, name: str) -> None:
    address = reverse(name, args=[match.pk])
    assert after_log_in(client.get(address)) == address


@pytest.mark.parametrize("name", sorted(set(POSTS) - set(QUESTIONS)))
def test_an_address_that_takes_posts_shows_nothing(match: Match, anas: Client, name: str) -> None:
    before = everything(match)
    assert anas.get(reverse(name, args=[match.pk])).status_code == 405
    assert everything(match) == before


@pytest.mark.parametrize("name", QUESTIONS)
def test_asking_changes_nothing(match: Match, anas: Client, name: str) -> None:
    before = everything(match)
    answer = anas.get(reverse(name, args=[match.pk]))
    assert answer.status_code == 200
    assert f'action="{reverse(name, args=[match.pk])}"' in answer.content.decode()
    assert everything(match) == before


@pytest.mark.parametrize("name", POSTS)
def test_a_post_without_the_token_of_the_page_is_refused(match: Match, ana: User, name: str) -> None:
    strict = browser_of(ana, enforce_csrf_checks=True)
    before = everything(match)
    form = {"action": "cut", "decision": "0.cut"}
    assert strict.post(reverse(name, args=[match.pk]), form).status_code == 403
    assert everything(match) == before


def test_the_token_of_the_page_is_enough(match: Match, ana: User) -> None:
    strict = browser_of(ana, enforce_csrf_checks=True)
    token = strict.get(match.get_absolute_url()).context["csrf_token"]
    form = {"action": "cut", "decision": "0.cut", "csrfmiddlewaretoken": str(token)}
    assert strict.post(reverse("move", args=[match.pk]), form).status_code == 302
    assert match.records.filter(kind="cut").count() == 1

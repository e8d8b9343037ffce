"""Coming back, and going."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User

from .conftest import PASSWORD, errors, logged_in, who


def log_in(client: Client, login: str, password: str = PASSWORD, **others: str) -> object:
    return client.post(reverse("account_login"), {"login": login, "password": password, **others})


@pytest.mark.parametrize("login", ["Ana", "ana", "ANA", "  ana ", "ana@example.org", "Ana@Example.ORG"])
def test_by_name_in_any_case_or_by_address(ana: User, client: Client, login: str) -> None:
    log_in(client, login)
    assert who(client) == "Ana"


@pytest.mark.parametrize("login", ["ñandú", "ÑANDÚ", "nandu", "n\u0303andu\u0301"])
def test_letters_with_accents_have_case_too_and_may_be_left_out(db: None, client: Client, login: str) -> None:
    User.objects.create_user("Ñandú", "n@example.org", PASSWORD)
    log_in(client, login)
    assert who(client) == "Ñandú"


@pytest.mark.parametrize(
    ("login", "password"), [("Ana", "wrong"), ("nobody-here", PASSWORD), ("x@example.org", "wrong")]
)
def test_with_a_wrong_name_or_password_nobody_gets_in_and_nothing_tells_which(
    ana: User, client: Client, login: str, password: str
) -> None:
    answer = log_in(client, login, password)
    assert "not correct" in errors(answer, "__all__")[0]  # type: ignore[arg-type]
    assert who(client) is None


def test_guessing_is_stopped_and_other_spellings_of_the_name_do_not_help(ana: User, client: Client) -> None:
    for spelling in ["Ana", "ana", "ANA", "aná", "a-n-a"]:
        log_in(client, spelling, "wrong")
    answer = log_in(client, "A_n_a", PASSWORD)
    assert errors(answer, "__all__") == ["Too many failed login attempts. Try again later."]  # type: ignore[arg-type]
    assert who(client) is None


def test_a_closed_account_does_not_get_in(ana: User, client: Client) -> None:
    ana.is_active = False
    ana.save()
    answer = log_in(client, "Ana")
    assert answer.url == reverse("account_inactive")  # type: ignore[attr-defined]
    assert client.get(reverse("account_inactive")).status_code == 200
    assert who(client) is None


def test_logging_out_is_asked_for_and_then_done(ana: User) -> None:
    browser = logged_in(ana)
    assert browser.get(reverse("account_logout")).status_code == 200
    assert who(browser) == "Ana", "a mere link, or picture, logs nobody out"
    answer = browser.post(reverse("account_logout"))
    assert answer.url == reverse("lobby")
    assert who(browser) is None


@pytest.mark.parametrize("page", ["settings", "delete_account", "account_email", "account_change_password"])
def test_who_is_not_logged_in_is_sent_to_log_in_and_comes_back(ana: User, client: Client, page: str) -> None:
    answer = client.get(reverse(page))
    assert answer.url == f"{reverse('account_login')}?next={reverse(page)}"
    back = client.post(answer.url, {"login": "Ana", "password": PASSWORD})
    assert back.url == reverse(page)


ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "http://testserver@evil.example/",
    " https://evil.example",
    "\x01//evil.example",
    "///evil.example",
]


@pytest.mark.parametrize("address", ELSEWHERE)
def test_logging_in_leads_to_no_other_site(ana: User, client: Client, address: str) -> None:
    assert log_in(client, "Ana", next=address).url == reverse("lobby")  # type: ignore[attr-defined]


@pytest.mark.parametrize("address", ELSEWHERE)
def test_logging_out_leads_to_no_other_site(ana: User, address: str) -> None:
    assert logged_in(ana).post(reverse("account_logout"), {"next": address}).url == reverse("lobby")


@pytest.mark.parametrize("address", ELSEWHERE)
def test_choosing_a_language_leads_to_no_other_site(client: Client, db: None, address: str) -> None:
    assert client.post(reverse("set_language"), {"language": "es", "next": address}).url == "/"

"""Whatever is sent, the answer is a form with the reason, never a failure of the server."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User

from .conftest import PASSWORD, SignUp, errors

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "ana\r\nBcc: all@example.org",
    "ana\nana",
    "\u202egnos",
    "ana\x00",
    "a" * 10_000,
    "á" * 10_000,
    "\ufdfa" * 1_000,  # NFKC makes eighteen characters of it
    "%s%n{0}{{ settings.SECRET_KEY }}",
    "' OR 1=1 --",
    "../../etc/passwd",
    "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    " ",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_gets_an_error_beside_the_field(sign_up: SignUp, name: str) -> None:
    answer = sign_up(name)
    assert errors(answer, "username")
    assert b"<script>alert" not in answer.content
    assert b"<img src=x" not in answer.content
    assert User.objects.count() == 0


@pytest.mark.parametrize(
    "email", ["a@example.org\nBcc: b@example.org", "a@example.org\x00", "a" * 10_000 + "@e.org", "<a@b>"]
)
def test_a_hostile_address_gets_an_error_beside_the_field(sign_up: SignUp, email: str) -> None:
    assert errors(sign_up("Juma", email), "email")
    assert mail.outbox == []


@pytest.mark.parametrize("field", ["login", "password"])
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_at_log_in_are_only_wrong(ana: User, client: Client, field: str, text: str) -> None:
    answer = client.post(reverse("account_login"), {"login": "Ana", "password": PASSWORD, field: text})
    assert answer.status_code == 200
    assert answer.context["form"].errors


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_elsewhere_do_no_harm(ana: User, at_home: Client, text: str) -> None:
    for page, form in [
        ("settings", {"language": text}),
        ("delete_account", {"password": text}),
        ("account_reset_password", {"email": text}),
        ("account_email", {"email": text, "action_add": ""}),
        ("account_change_password", {"oldpassword": text, "password1": text, "password2": text}),
    ]:
        answer = at_home.post(reverse(page), form)
        assert answer.status_code == 200, page
        assert b"<script>alert" not in answer.content
        assert b"<img src=x" not in answer.content
    assert at_home.post(reverse("account_email"), {"email": text, "action_send": ""}).status_code == 302
    assert at_home.post(reverse("set_language"), {"language": text, "next": text}).status_code == 302
    assert User.objects.filter(pk=ana.pk).exists()


def test_a_password_may_hold_anything_that_can_be_typed(sign_up: SignUp) -> None:
    password = "κάρτες <b>&amp; 15-2 🂡"
    sign_up("Juma", password=password)
    assert User.objects.get().check_password(password)

"""Whether an address of mail has an account: no answer tells, nor how much was done for it."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Mail
from games.postman import deliver
from games.services import letters
from tests.attack.world import PASSWORD
from tests.games.players import browser_of

pytestmark = pytest.mark.django_db

KNOWN, CLAIMED, FREE = "known@example.org", "given@example.org", "blank@example.org"  # of one length
ADDRESSES = (KNOWN, CLAIMED, FREE)
OWNERS = "a-board-of-walnut"
CHANGING = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
SIGN_UP = {"password1": PASSWORD, "password2": PASSWORD, "agrees": "on"}

Knock = Callable[[str], HttpResponse]


@pytest.fixture(autouse=True)
def owners() -> None:
    """One address is confirmed, another was given at two sign-ups, and of the third nobody has heard."""
    known = User.objects.create_user("Known", KNOWN, OWNERS)
    EmailAddress.objects.create(user=known, email=KNOWN, primary=True, verified=True)
    for name in ("Claimant", "Another"):
        player = User.objects.create_user(name, CLAIMED, OWNERS)
        EmailAddress.objects.create(user=player, email=CLAIMED, primary=True, verified=False)


@contextmanager
def hashings() -> Iterator[list[str]]:
    """How often a password is hashed meanwhile."""
    done: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(hasher: MD5PasswordHasher, password: str, salt: str) -> str:
        done.append(salt)
        return encode(hasher, password, salt)

    MD5PasswordHasher.encode = counted
    try:
        yield done
    finally:
        MD5PasswordHasher.encode = encode


def alike(knock: Knock) -> bool:
    """Whether the three are answered alike; the first knock fills what a process remembers."""
    _first, known, claimed, free = (told(knock, email) for email in ("first@example.org", *ADDRESSES))
    assert known == free
    assert claimed == free
    return True


def told(knock: Knock, email: str) -> dict[str, object]:
    """All that comes of it, but for what was typed: the answer, the letters, and what it took to make it."""
    cache.clear()
    mail.outbox.clear()
    with (
        CaptureQueriesContext(
            connection,
        ) as queries,
        hashings() as hashed,
    ):
        answer = knock(email)
    page = CHANGING.sub("", answer.content.decode()).replace(email, "ADDRESS")
    heads = {name: value for name, value in answer.headers.items() if name != "Expires"}  # the second
    return {
        "status": answer.status_code,
        "page": page,
        "heads": heads,
        "cookies": sorted(answer.cookies),
        "letters": [letter.to for letter in mail.outbox] == [[email]] or len(mail.outbox),
        "hashings": len(hashed),
        "statements": [re.sub(r"'[^']*'|\d+", "?", query["sql"])[:60] for query in queries],
    }


def sign_up(email: str) -> HttpResponse:
    return Client().post("/accounts/signup/", {"username": f"New{email[:5]}", "email": email, **SIGN_UP})


def log_in(email: str) -> HttpResponse:
    return Client().post("/accounts/login/", {"login": email, "password": "a-wrong-password"})


def reset(email: str) -> HttpResponse:
    return Client().post("/accounts/password/reset/", {"email": email}, follow=True)


@pytest.fixture
def newcomer() -> Client:
    return browser_of(User.objects.create_user("Juma", "juma@example.org", PASSWORD))


@pytest.mark.parametrize("knock", [sign_up, log_in, reset])
def test_sign_up_log_in_and_reset_answer_one_like_another(knock: Knock) -> None:
    assert alike(knock)


def test_so_does_a_change_of_address(newcomer: Client) -> None:
    def change(email: str) -> HttpResponse:
        newcomer.post("/accounts/email/", {"email": "before@example.org", "action_add": ""})
        mail.outbox.clear()
        return newcomer.post("/accounts/email/", {"email": email, "action_add": ""}, follow=True)

    assert alike(change)


def test_who_signs_up_with_anothers_address_sees_no_difference_afterwards() -> None:
    """Not in the settings, not in the own data, and not by trying whether the address opens the account."""
    seen = []
    for number, email in enumerate(ADDRESSES):
        cache.clear()
        name, browser = f"Prober{number}", Client()
        browser.post("/accounts/signup/", {"username": name, "email": email, **SIGN_UP})
        pages = [browser.get(page).content.decode() for page in ("/", "/settings/", "/accounts/email/")]
        opened = Client().post("/accounts/login/", {"login": email, "password": PASSWORD}).status_code
        words = [re.sub(r"\w{12,}", "", CHANGING.sub("", page)) for page in pages]
        seen.append([word.replace(email, "ADDRESS").replace(name, "NAME") for word in words] + [str(opened)])
    assert seen[0] == seen[1] == seen[2]


def test_an_address_opens_an_account_only_once_it_is_confirmed() -> None:
    answer = Client().post("/accounts/login/", {"login": CLAIMED, "password": OWNERS})
    assert "An address opens an account once it is confirmed" in answer.content.decode()
    assert Client().post("/accounts/login/", {"login": "Claimant", "password": OWNERS}).status_code == 302
    EmailAddress.objects.filter(user__username="Claimant").update(verified=True)
    assert Client().post("/accounts/login/", {"login": CLAIMED, "password": OWNERS}).status_code == 302


def test_a_lost_password_of_whoever_never_confirmed_is_replaced_and_of_many_the_first(newcomer: Client) -> None:
    reset(CLAIMED)
    (letter,) = mail.outbox
    assert "Hello Claimant" in letter.body


def test_an_account_that_confirmed_nothing_sends_the_owner_no_news_of_games() -> None:
    player, now = User.objects.get(username="Claimant"), timezone.now()
    letters.write(player, Mail.Kind.TURN, now)
    letters.write(player, Mail.Kind.SANCTION, now)
    assert deliver(now) == 0
    assert mail.outbox == []

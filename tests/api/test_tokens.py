"""Tokens are made and revoked in the settings, shown once, and kept as hashes."""

import re
from datetime import timedelta
from hashlib import sha256

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import tokens
from accounts.models import ApiToken, User
from tests.accounts.conftest import PASSWORD
from tests.accounts.test_pages import check
from tests.games.conftest import StoppedClock
from tests.games.players import browser_of

from .programs import Program, done, refusal

pytestmark = pytest.mark.django_db
PAGE = "/settings/tokens/"
SECRET = re.compile(r"cribsite_[\w-]{43}")


def calling_with(secret: str) -> Client:
    return Client(headers={"authorization": f"Bearer {secret}"})


def test_a_token_is_shown_once_and_opens_the_api(anas: Client) -> None:
    page = anas.post(PAGE, {"name": "my bot"}).content.decode()
    check(page)
    (secret,) = SECRET.findall(page)
    later = anas.get(PAGE).content.decode()
    check(later)
    assert "my bot" in later
    assert secret not in later
    assert calling_with(secret).get("/api/v1/account").json()["username"] == "Ana"


def test_an_open_browser_alone_makes_no_token(ana: User, anas: Client) -> None:
    ana.set_password(PASSWORD)
    ana.save()
    anas.force_login(ana, "django.contrib.auth.backends.ModelBackend")
    asked = anas.post(PAGE, {"name": "my bot"}).headers["Location"]
    assert asked.startswith(reverse("account_reauthenticate"))
    anas.post(asked, {"password": "a guess", "next": PAGE})
    assert not ApiToken.objects.exists()
    page = anas.post(asked, {"password": PASSWORD, "next": PAGE}).content.decode()
    check(page)
    assert len(SECRET.findall(page)) == 1
    assert f'action="{PAGE}"' in page, "the next one is made there, not where the password was given"


def test_a_letter_tells_that_a_token_was_made(ana: User, anas: Client) -> None:
    EmailAddress.objects.create(user=ana, email="ana@example.org", primary=True, verified=True)
    (secret,) = SECRET.findall(anas.post(PAGE, {"name": "my bot"}).content.decode())
    (letter,) = mail.outbox
    assert letter.to == ["ana@example.org"]
    assert letter.subject == "A token opens your account at Cribsite"
    assert "change your password at once" in letter.body
    assert secret not in letter.body
    anas.post(PAGE, {"name": ""})
    assert len(mail.outbox) == 1, "none was made"


def test_revoking_a_token_asks_for_no_password(ana: User, as_ana: Program) -> None:
    ana.set_password(PASSWORD)
    ana.save()
    browser = Client()
    browser.force_login(ana, "django.contrib.auth.backends.ModelBackend")
    browser.post(f"{PAGE}{ApiToken.objects.get().pk}/revoke/")
    assert refusal(as_ana.get("account")) == (401, "unauthenticated")


def test_the_secret_is_nowhere_kept(anas: Client) -> None:
    (secret,) = SECRET.findall(anas.post(PAGE, {"name": "my bot"}).content.decode())
    (kept,) = ApiToken.objects.values()
    assert kept["secret_hash"] == sha256(secret.encode()).hexdigest()
    assert secret not in str(kept)
    assert secret not in str(dict(anas.session))


def test_the_page_that_shows_it_is_kept_by_no_cache(anas: Client) -> None:
    assert "no-store" in anas.post(PAGE, {"name": "my bot"}).headers["Cache-Control"]


def test_a_revoked_token_opens_nothing(anas: Client, as_ana: Program) -> None:
    token = ApiToken.objects.get()
    done(as_ana.get("account"))
    answer = anas.post(f"{PAGE}{token.pk}/revoke/", follow=True)
    assert "is revoked" in answer.content.decode()
    assert refusal(as_ana.get("account")) == (401, "unauthenticated")
    assert anas.post(f"{PAGE}{token.pk}/revoke/").status_code == 404


def test_nobody_revokes_the_token_of_another(bens: Client, as_ana: Program) -> None:
    assert bens.post(f"{PAGE}{ApiToken.objects.get().pk}/revoke/").status_code == 404
    assert bens.get(f"{PAGE}{ApiToken.objects.get().pk}/revoke/").status_code == 405
    done(as_ana.get("account"))


def test_a_player_who_is_locked_out_opens_nothing(ana: User, as_ana: Program) -> None:
    ana.is_active = False
    ana.save()
    assert refusal(as_ana.get("account")) == (401, "unauthenticated")


def test_its_last_use_is_noted_once_a_minute(as_ana: Program, clock: StoppedClock) -> None:
    def used_after(seconds: float) -> object:
        clock.pass_by(seconds)
        done(as_ana.get("account"))
        return ApiToken.objects.get().used_at

    first = used_after(0)
    assert first == clock.now
    assert used_after(59) == first
    assert used_after(1) == clock.now == first + timedelta(minutes=1)


def test_a_name_is_needed_and_there_is_an_end_to_tokens(anas: Client, ana: User) -> None:
    for name in ("", " ", "x" * 41, "\x00"):
        assert not SECRET.search(anas.post(PAGE, {"name": name}).content.decode()), name
    for _ in range(tokens.MOST_TOKENS):
        tokens.make_token(ana, "one of many", timezone.now())
    answer = anas.post(PAGE, {"name": "one too many"}).content.decode()
    assert not SECRET.search(answer)
    assert "You have 20 tokens" in answer


def test_who_is_not_logged_in_comes_to_the_log_in(client: Client) -> None:
    assert client.get(PAGE).url.startswith("/accounts/login/")


def test_the_command_prints_one(ana: User, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("create_api_token", "ana", name="cron")
    (secret,) = SECRET.findall(capsys.readouterr().out)
    assert calling_with(secret).get("/api/v1/account").json()["username"] == "Ana"
    assert ApiToken.objects.get().name == "cron"
    with pytest.raises(CommandError, match="no active player"):
        call_command("create_api_token", "nobody")


def test_an_account_of_a_program_is_labelled_wherever_its_name_stands(ana: User, as_ana: Program, bens: Client) -> None:
    User.objects.filter(pk=ana.pk).update(is_program=True)
    assert done(as_ana.get("account"))["program"] is True
    match_id = done(as_ana.post("matches", {"opponent": "open"}), 201)["id"]
    assert "Ana (program)" in bens.get("/").content.decode()
    assert "Ana (program)" in bens.get(f"/table/{match_id}/").content.decode()
    bens.post(f"/table/{match_id}/join/")
    assert "Ana (program)" in bens.get("/players/Ben/").content.decode()


def test_the_admin_marks_programs(ana: User, db: None) -> None:
    admin = browser_of(User.objects.create_superuser("Root", "root@example.org", "x"))
    page = admin.get(f"/admin/accounts/user/{ana.pk}/change/").content.decode()
    assert 'name="is_program"' in page

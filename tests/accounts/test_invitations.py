"""Who may sign up: everybody, whoever is invited, or nobody."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import StringIO
from threading import Barrier
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from cribsite import invitations
from cribsite.models import Invitation
from cribsite.site import stored_settings

from .conftest import PASSWORD, SignUp, who

SIGN_UP = "/accounts/signup/"


def admit(sign_up: str) -> None:
    host = stored_settings()
    host.sign_up = sign_up
    host.save()


def invitation(uses: int = 1, days: float = 1) -> Invitation:
    return Invitation.objects.create(about="a club", uses=uses, ends_at=timezone.now() + timedelta(days=days))


def send(browser: Client, name: str, code: str) -> int:
    form = {"username": name, "email": f"{name}@example.org", "password1": PASSWORD, "password2": PASSWORD}
    return browser.post(f"{SIGN_UP}?invitation={code}", {**form, "agrees": "on"}).status_code


def names() -> list[str]:
    return sorted(User.objects.values_list("username", flat=True))


@pytest.mark.django_db
def test_by_invitation_whoever_has_none_is_told_so_and_may_enter_a_code(client: Client) -> None:
    admit("invitation")
    page = client.get(SIGN_UP).content.decode()
    assert "takes new players by invitation" in page
    assert 'name="invitation"' in page
    assert 'name="password1"' not in page


@pytest.mark.django_db
@pytest.mark.parametrize("sign_up", ["invitation", "closed"])
def test_a_form_that_is_sent_all_the_same_stores_nobody(client: Client, sign_up: str) -> None:
    admit(sign_up)
    for code in ("", "no-such-code", "a\x00b", "ñ" * 300):
        assert send(client, "juma", code) == 200
    assert names() == []


@pytest.mark.django_db
def test_the_link_lets_in_so_many_players_and_no_more(client: Client) -> None:
    admit("invitation")
    invited = invitation(uses=2)
    address = urlsplit(invitations.link(invited))
    assert 'name="password1"' in client.get(f"{address.path}?{address.query}").content.decode()
    for name in ("ana", "ben", "carla"):
        send(Client(), name, invited.code)
    assert names() == ["ana", "ben"]
    invited.refresh_from_db()
    assert invited.used == 2
    assert "not good" in client.get(f"{address.path}?{address.query}").content.decode()


@pytest.mark.django_db
def test_after_its_end_an_invitation_lets_nobody_in(client: Client) -> None:
    admit("invitation")
    assert send(client, "juma", invitation(days=-0.01).code) == 200
    assert names() == []


@pytest.mark.django_db
def test_a_sign_up_that_is_refused_for_its_name_uses_up_nothing(client: Client, ana: User) -> None:
    admit("invitation")
    invited = invitation()
    send(client, "ana", invited.code)
    invited.refresh_from_db()
    assert invited.used == 0


@pytest.mark.django_db
def test_while_sign_up_is_open_an_invitation_is_not_used_up(client: Client) -> None:
    invited = invitation()
    assert send(client, "juma", invited.code) == 302
    invited.refresh_from_db()
    assert (names(), invited.used) == (["juma"], 0)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_sign_up_at_once_by_the_last_use_one_comes_in(monkeypatch: pytest.MonkeyPatch) -> None:
    admit("invitation")
    invited, both_looked, look = invitation(), Barrier(2), invitations.is_good

    def look_together(code: str, now: object) -> bool:
        found = look(code, now)  # type: ignore[arg-type]
        both_looked.wait(20)
        return found

    def act(name: str) -> int:
        try:
            return send(Client(), name, invited.code)
        finally:
            connection.close()

    monkeypatch.setattr(invitations, "is_good", look_together)
    with ThreadPoolExecutor(2) as threads:
        answers = sorted(threads.map(act, ["ana", "ben"]))
    invited.refresh_from_db()
    assert (answers, len(names()), invited.used) == ([200, 302], 1, 1)


@pytest.mark.django_db
def test_guests_play_on_a_site_by_invitation_and_sign_up_when_they_have_one(client: Client) -> None:
    admit("invitation")
    client.post(reverse("play_now"))
    guest = User.objects.get()
    assert guest.is_guest
    assert "by invitation" in client.get(SIGN_UP).content.decode()
    assert send(client, "juma", invitation().code) == 302
    assert (who(client), User.objects.get().pk) == ("juma", guest.pk)


@pytest.mark.django_db
def test_a_closed_site_takes_no_new_guests_and_keeps_those_it_has(client: Client) -> None:
    client.post(reverse("play_now"))
    admit("closed")
    stranger = Client()
    landing = stranger.get("/").content.decode()
    assert "takes no new players" in landing
    assert reverse("play_now") not in landing
    assert "takes no new players" in stranger.post(reverse("play_now")).content.decode()
    assert User.objects.count() == 1
    assert client.post(reverse("play_now")).status_code == 302


@pytest.mark.django_db
def test_the_command_prints_a_link_that_works(client: Client) -> None:
    admit("invitation")
    told = StringIO()
    call_command("invite", "the chess club", "--uses", "3", "--days", "7", stdout=told)
    made = Invitation.objects.get()
    assert told.getvalue().strip() == invitations.link(made)
    assert (made.about, made.uses) == ("the chess club", 3)
    assert timedelta(days=6.99) < made.ends_at - timezone.now() < timedelta(days=7.01)
    assert send(client, "juma", made.code) == 302


@pytest.mark.django_db
@pytest.mark.parametrize("wrong", [("--uses", "0"), ("--days", "0"), ("--days", "99999999")])
def test_the_command_refuses_what_makes_no_sense(wrong: tuple[str, str]) -> None:
    with pytest.raises(CommandError):
        call_command("invite", "nobody", *wrong)
    assert not Invitation.objects.exists()


def test_codes_are_long_and_never_alike(db: None, sign_up: SignUp) -> None:
    codes = {invitation().code for _ in range(100)}
    assert len(codes) == 100
    assert {len(code) for code in codes} == {22}  # 128 bits, six to a letter

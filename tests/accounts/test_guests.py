"""A guest: made at a press, bound to a browser, a player in full by signing up, and nobody else's mask."""

from random import SystemRandom
from threading import Barrier, Thread

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connections
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse, reverse_lazy
from django.utils import timezone, translation

from accounts.adapter import AccountAdapter
from accounts.guests import SESSION, make_guest
from accounts.models import ApiToken, User
from accounts.names import TAKEN, check_form
from accounts.services import delete_account
from accounts.tokens import make_token
from games.models import Match
from games.services.errors import Forbidden

from .conftest import PASSWORD, SignUp, errors, link_in_mail, logged_in, who
from .test_settings import WANTED

pytestmark = pytest.mark.django_db
WHEREVER = (
    "/accounts/",
    "/accounts/reauthenticate/",
    "/accounts/sessions/",
    "/accounts/password/reset/",
    "/accounts/confirm-email/",
    "/accounts/inactive/",
    "/settings/vacation/",
    "/settings/tokens/1/revoke/",
    "/admin/",
)
NEEDS_AN_ACCOUNT = (
    "account_email",
    "account_change_password",
    "account_set_password",
    "api_tokens",
)


@pytest.fixture
def guest(client: Client) -> User:
    """Who sits in front of `client`, having pressed the button."""
    client.post(reverse("play_now"))
    return User.objects.get(is_guest=True)


def test_a_guest_has_neither_password_nor_mail_and_a_name_of_the_sites_own_form(guest: User) -> None:
    assert not guest.has_usable_password()
    assert guest.email == ""
    assert not EmailAddress.objects.exists()
    check_form(guest.username)
    assert guest.username.removeprefix("guest-").isdecimal()


def test_the_name_is_told_in_the_readers_language(guest: User) -> None:
    number = guest.username.removeprefix("guest-")
    told = []
    for language in ("en", "es", "sw"):
        with translation.override(language):
            told.append(guest.shown_name)
    assert told == [f"Guest {number}", f"Visitante {number}", f"Mgeni {number}"]


def test_a_number_that_somebody_has_is_passed_over_for_a_longer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SystemRandom, "randrange", lambda _dice, lowest, _end: lowest)
    names = [make_guest("", timezone.now()).username for _ in range(3)]
    assert names == ["guest-1000", "guest-10000", "guest-100000"]


@pytest.mark.django_db(transaction=True)
def test_two_who_draw_the_same_number_at_once_are_two_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SystemRandom, "randrange", lambda _dice, lowest, _end: lowest)
    barrier = Barrier(2)

    def draw() -> None:
        barrier.wait()
        make_guest("", timezone.now())
        connections.close_all()

    threads = [Thread(target=draw) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(User.objects.values_list("username", flat=True)) == ["guest-1000", "guest-10000"]


def test_numbers_that_differ_never_look_alike() -> None:
    for number in ("1000", "1001", "2580", "5280", "8888"):
        User.objects.create(username=f"guest-{number}", is_guest=True)
    with pytest.raises(IntegrityError):
        User.objects.create(username="guest_1000")


@pytest.mark.parametrize("name", ["guest-4821", "Guest4821", "Gue5t-7", "GUEST", "Invitada12", "visitante-1", "Mgen1"])
def test_nobody_signs_up_under_a_name_that_a_guest_could_have(sign_up: SignUp, name: str) -> None:
    assert errors(sign_up(name), "username") == ["This name is kept for the site itself. Please choose another."]


def test_nobody_logs_in_as_a_guest(guest: User) -> None:
    answer = Client().post(reverse("account_login"), {"login": guest.username, "password": "!"})
    assert answer.status_code == 200
    assert answer.context["form"].errors


def test_the_browser_keeps_the_guest_as_long_as_browsers_keep_anything(client: Client, guest: User) -> None:
    assert client.cookies["sessionid"]["max-age"] == pytest.approx(SESSION.total_seconds(), abs=60)
    assert who(client) == guest.username


def test_signing_up_makes_the_guest_a_player_in_the_same_row_so_that_games_stay(
    client: Client, guest: User, sign_up: SignUp
) -> None:
    match = Match.objects.get()
    answer = sign_up("Juma", "juma@example.org", next=match.get_absolute_url())
    assert (answer.status_code, answer.url) == (302, match.get_absolute_url())
    player = User.objects.get()
    assert (player.pk, player.username, player.is_guest) == (guest.pk, "Juma", False)
    assert player.check_password(PASSWORD)
    assert match.seats.get(number=0).user == player
    assert client.get(match.get_absolute_url()).status_code == 200
    assert logged_in(player).get(reverse("settings")).status_code == 200
    client.post(link_in_mail())
    assert EmailAddress.objects.get(user=player).verified


def test_the_page_of_sign_up_says_what_stays(client: Client, guest: User) -> None:
    page = client.get(reverse("account_signup")).content.decode()
    assert f"You play as {guest.shown_name}. Choose a name, and all your games stay with you." in page


@pytest.mark.parametrize("name", ["Ana", "guest-77", "admin"])
def test_a_name_that_cannot_be_had_leaves_the_guest_and_the_game_as_they_were(
    client: Client, guest: User, ana: User, sign_up: SignUp, name: str
) -> None:
    assert errors(sign_up(name), "username")
    before, after = guest, User.objects.get(pk=guest.pk)
    assert (after.username, after.is_guest, after.email) == (before.username, True, "")
    assert who(client) == guest.username
    assert Match.objects.get().seats.get(number=0).user == guest
    assert sign_up("Juma").status_code == 302
    assert User.objects.get(pk=guest.pk).username == "Juma"


def test_a_name_that_is_taken_between_the_look_and_the_writing_leaves_all_as_it_was(
    client: Client, guest: User, ana: User, sign_up: SignUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.adapter.User.objects.named", lambda _name: None)
    assert errors(sign_up("Ana"), "username") == [str(TAKEN)]
    assert User.objects.get(pk=guest.pk).is_guest
    assert who(client) == guest.username


def test_a_guest_who_gives_an_address_that_somebody_has_becomes_a_player_all_the_same_and_cannot_confirm_it(
    client: Client, guest: User, ana: User, sign_up: SignUp
) -> None:
    sign_up("Juma", ana.email)
    assert who(client) == "Juma"
    assert User.objects.get(username="Juma").pk == guest.pk
    assert [letter.to for letter in mail.outbox] == [[ana.email]]
    assert "http" not in mail.outbox[0].body


def test_a_second_tab_cannot_sign_the_same_guest_up_again(client: Client, guest: User, sign_up: SignUp) -> None:
    sign_up("Juma")
    answer = sign_up("Pili", "other@example.org")
    assert (answer.status_code, answer.url) == (302, reverse("lobby"))
    assert User.objects.get().username == "Juma"


def test_a_guest_signed_up_by_another_tab_at_the_very_moment_keeps_the_first_name(
    client: Client, guest: User, sign_up: SignUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = AccountAdapter.new_user

    def signed_up_meanwhile(adapter: AccountAdapter, request: HttpRequest) -> User:
        found = look(adapter, request)
        User.objects.filter(pk=found.pk).update(is_guest=False, username="Juma")
        return found

    monkeypatch.setattr(AccountAdapter, "new_user", signed_up_meanwhile)
    assert sign_up("Pili").url == reverse("lobby")  # type: ignore[attr-defined]
    assert User.objects.get().username == "Juma"
    assert not EmailAddress.objects.exists()


def test_logging_in_says_before_that_games_are_not_moved_and_then_leaves_the_guest_behind(
    client: Client, guest: User, ana: User
) -> None:
    page = client.get(reverse("account_login")).content.decode()
    assert "The games of a guest are not moved to an account that exists" in page
    client.post(reverse("account_login"), {"login": "Ana", "password": PASSWORD})
    assert who(client) == "Ana"
    assert Match.objects.get().seats.get(number=0).user == guest


def test_a_wrong_password_leaves_the_guest_logged_in(client: Client, guest: User, ana: User) -> None:
    client.post(reverse("account_login"), {"login": "Ana", "password": "wrong"})
    assert who(client) == guest.username


def test_logging_out_says_before_that_there_is_no_way_back(client: Client, guest: User) -> None:
    page = client.get(reverse("account_logout")).content.decode()
    assert "once you log out, you cannot come back to your games" in page


@pytest.mark.parametrize("name", NEEDS_AN_ACCOUNT)
def test_what_needs_an_account_leads_a_guest_to_the_sign_up_and_back(client: Client, guest: User, name: str) -> None:
    answer = client.get(reverse(name))
    assert (answer.status_code, answer["Location"]) == (302, f"{reverse('account_signup')}?next={reverse(name)}")
    page = client.get(answer["Location"]).content.decode()
    assert "Guests play the computer, and friends by a link." in page


def test_a_hand_made_post_sets_a_guest_no_password_no_mail_and_no_token(client: Client, guest: User) -> None:
    client.post(reverse("account_set_password"), {"password1": PASSWORD, "password2": PASSWORD})
    client.post(reverse("account_email"), {"action_add": "", "email": "x@example.org"})
    client.post(reverse("api_tokens"), {"name": "mine"})
    after = User.objects.get()
    assert not after.has_usable_password()
    assert not EmailAddress.objects.exists()
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize("address", [*WHEREVER, *map(reverse_lazy, NEEDS_AN_ACCOUNT)])
def test_no_address_of_accounts_breaks_for_a_guest(client: Client, guest: User, address: str) -> None:
    for answer in (client.get(address), client.post(address)):
        assert answer.status_code in (200, 302, 403, 405)


def test_no_way_whatever_makes_a_guest_a_token(guest: User) -> None:
    with pytest.raises(Forbidden, match="sign_up_first"):
        make_token(guest, "mine", timezone.now())
    with pytest.raises(CommandError, match="is a guest"):
        call_command("create_api_token", guest.username)


def test_the_settings_of_a_guest_are_those_that_need_no_mail(client: Client, guest: User) -> None:
    page = client.get(reverse("settings")).content.decode()
    assert "mail when" not in page
    assert reverse("api_tokens") not in page
    answer = client.post(reverse("settings"), WANTED | {"language": "sw", "says_go_for_me": "on"})
    assert answer.status_code == 302
    after = User.objects.get()
    assert (after.language, after.says_go_for_me, after.mail_turn) == ("sw", True, "at_once")


def test_a_guest_goes_for_good_without_a_password(client: Client, guest: User) -> None:
    assert client.get(reverse("delete_account")).status_code == 200
    assert client.post(reverse("delete_account")).status_code == 302
    assert not User.objects.exists()


def test_a_guest_who_is_gone_meanwhile_signs_up_as_somebody_new(guest: User, sign_up: SignUp) -> None:
    delete_account(guest, timezone.now())
    assert sign_up("Juma").status_code == 302
    assert User.objects.get().username == "Juma"

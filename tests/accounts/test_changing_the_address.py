"""One address a player; a new one counts from its confirmation on."""

from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User

from .conftest import PASSWORD, SignUp, errors, link_in_mail, prove

NEW = {"email": "second@example.org", "action_add": ""}


def test_the_new_address_replaces_the_old_one_once_it_is_confirmed(ana: User, at_home: Client) -> None:
    prove(at_home)
    at_home.post(reverse("account_email"), NEW)
    ana.refresh_from_db()
    assert ana.email == "ana@example.org"
    assert mail.outbox[0].to == ["second@example.org"]
    at_home.post(link_in_mail())
    ana.refresh_from_db()
    assert ana.email == "second@example.org"
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [
        ("second@example.org", True, True)
    ]


def test_an_open_browser_alone_gives_no_other_address(ana: User, at_home: Client) -> None:
    asked = at_home.post(reverse("account_email"), NEW)
    assert asked.headers["Location"].startswith(reverse("account_reauthenticate"))
    at_home.post(asked.headers["Location"], {"password": "a guess"})
    assert mail.outbox == []
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["ana@example.org"]


def test_what_was_sent_goes_on_once_the_password_is_given(ana: User, at_home: Client) -> None:
    asked = at_home.post(reverse("account_email"), NEW).headers["Location"]
    answer = at_home.post(asked, {"password": PASSWORD, "next": reverse("account_email")})
    assert answer.headers["Location"] == reverse("account_email")
    assert mail.outbox[0].to == ["second@example.org"]


def test_keeping_the_old_address_asks_too(ana: User, at_home: Client) -> None:
    EmailAddress.objects.create(user=ana, email="second@example.org")
    at_home.post(reverse("account_email"), {"email": "second@example.org", "action_remove": ""})
    assert EmailAddress.objects.count() == 2


def test_who_has_no_password_changes_the_address_without(db: None, client: Client) -> None:
    juma = User.objects.create_user("Juma", "juma@example.org")
    client.force_login(juma, "django.contrib.auth.backends.ModelBackend")
    client.post(reverse("account_email"), NEW)
    assert mail.outbox[0].to == ["second@example.org"]


def test_the_change_can_be_called_off(ana: User, at_home: Client) -> None:
    prove(at_home)
    at_home.post(reverse("account_email"), NEW)
    assert "Keep the old address" in at_home.get(reverse("account_email")).content.decode()
    at_home.post(reverse("account_email"), {"email": "second@example.org", "action_remove": ""})
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["ana@example.org"]


def test_the_message_is_sent_again_but_not_over_and_over(sign_up: SignUp, client: Client) -> None:
    sign_up("Juma", "juma@example.org")
    client.post(reverse("account_email"), {"email": "juma@example.org", "action_send": ""})
    assert len(mail.outbox) == 1


def test_a_mistyped_address_is_put_right_before_any_was_confirmed(sign_up: SignUp, client: Client) -> None:
    sign_up("Juma", "jmua@example.org")
    prove(client)
    client.post(reverse("account_email"), NEW)
    client.post(link_in_mail())
    assert User.objects.get().email == "second@example.org"
    assert EmailAddress.objects.get().verified


def test_what_is_no_address_is_refused_beside_the_field(at_home: Client) -> None:
    answer = at_home.post(reverse("account_email"), {"email": "nowhere", "action_add": ""})
    assert errors(answer, "email")


def test_an_address_another_player_has_confirmed_is_not_taken_over(ana: User, sign_up: SignUp, client: Client) -> None:
    sign_up("Juma", "juma@example.org")
    prove(client)
    client.post(reverse("account_email"), {"email": "ana@example.org", "action_add": ""})
    assert mail.outbox[-1].to == ["ana@example.org"]
    assert "http" not in mail.outbox[-1].body, "there is no link to confirm it by"
    assert EmailAddress.objects.get(email="ana@example.org", verified=True).user == ana


def test_of_two_who_gave_one_address_who_confirms_it_first_has_it(sign_up: SignUp, client: Client) -> None:
    sign_up("Juma", "juma@example.org")
    mine = link_in_mail()
    cache.clear()  # the second letter comes later than three minutes after the first
    Client().post(
        reverse("account_signup"),
        {
            "username": "Neema",
            "email": "juma@example.org",
            "password1": PASSWORD,
            "password2": PASSWORD,
            "agrees": "on",
        },
    )
    hers = link_in_mail()
    client.post(mine)
    answer = Client().post(hers, follow=True)
    assert "Another player has confirmed juma@example.org already" in answer.content.decode()
    assert EmailAddress.objects.get(verified=True).user.username == "Juma"


def test_an_address_that_was_never_confirmed_hears_nothing_of_the_account(sign_up: SignUp, client: Client) -> None:
    sign_up("Juma", "stranger@example.org")
    changed = {"oldpassword": PASSWORD, "password1": "another-board", "password2": "another-board"}
    client.post(reverse("account_change_password"), changed)
    client.post(reverse("account_reauthenticate"), {"password": "another-board"})
    client.post(reverse("account_email"), NEW)
    client.post(link_in_mail())
    assert EmailAddress.objects.get().email == "second@example.org"
    subjects = [letter.subject for letter in mail.outbox if letter.to == ["stranger@example.org"]]
    assert subjects == ["Confirm your email address for Cribsite"]

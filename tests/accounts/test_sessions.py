"""Where one is logged in, and ending it there."""

from datetime import timedelta

from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User

from .conftest import logged_in, who


def test_the_list_shows_each_browser_and_which_is_this_one(ana: User, at_home: Client) -> None:
    elsewhere = Client(headers={"user-agent": "Library computer"})
    elsewhere.force_login(ana)
    elsewhere.get(reverse("settings"))
    page = at_home.get(reverse("usersessions_list")).content.decode()
    assert "Library computer" in page
    assert page.count("This one") == 1
    assert "Log out everywhere else" in page


def test_a_session_is_seen_anew_after_a_minute_and_not_at_every_page(at_home: Client) -> None:
    for ago, is_noted in ((timedelta(seconds=50), False), (timedelta(seconds=70), True)):
        before = timezone.now() - ago
        UserSession.objects.update(last_seen_at=before)
        at_home.get(reverse("settings"))
        assert (UserSession.objects.get().last_seen_at > before) is is_noted


def test_the_others_are_ended_and_this_one_stays(ana: User, at_home: Client) -> None:
    elsewhere = logged_in(ana)
    assert who(elsewhere) == "Ana"
    at_home.post(reverse("usersessions_list"))
    assert who(elsewhere) is None
    assert who(at_home) == "Ana"


def test_nobody_ends_the_sessions_of_another(ana: User, at_home: Client) -> None:
    ben = User.objects.create_user("Ben", "ben@example.org", "another-password")
    logged_in(ben, "another-password").post(reverse("usersessions_list"))
    assert who(at_home) == "Ana"


def test_alone_there_is_nothing_to_end(at_home: Client) -> None:
    assert "Log out everywhere else" not in at_home.get(reverse("usersessions_list")).content.decode()

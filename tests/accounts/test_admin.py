"""Players in the admin."""

from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.names import TAKEN

from .conftest import PASSWORD, logged_in

LIST = "admin:accounts_user_changelist"


@pytest.fixture
def host(db: None) -> Client:
    return logged_in(User.objects.create_superuser("admin", "root@example.org", PASSWORD))


@pytest.fixture
def leavings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    left: list[str] = []

    def leave(player: User, now: datetime) -> None:
        left.append(player.username)
        player.delete()

    monkeypatch.setattr("accounts.admin.delete_account", leave)
    return left


def test_players_are_found_by_name_and_by_address(host: Client, ana: User) -> None:
    for words in ["ana", "ana@example"]:
        page = host.get(reverse(LIST), {"q": words})
        assert [player.username for player in page.context["cl"].result_list] == ["Ana"]


def test_the_lists_of_addresses_and_sessions_can_be_searched(host: Client, ana: User) -> None:
    assert host.get(reverse("admin:account_emailaddress_changelist"), {"q": "ana"}).status_code == 200
    assert host.get(reverse("admin:usersessions_usersession_changelist"), {"q": "ana"}).status_code == 200


def test_the_history_and_the_hash_cannot_be_edited(host: Client, ana: User) -> None:
    page = host.get(reverse("admin:accounts_user_change", args=[ana.pk]))
    assert ana.password not in page.content.decode()
    assert not {"date_joined", "last_login", "name_key"} & set(page.context["adminform"].form.fields)


def change(host: Client, player: User, **changes: str) -> object:
    form = {"username": player.username, "email": player.email, "is_active": "on", **changes}
    return host.post(reverse("admin:accounts_user_change", args=[player.pk]), form)


def test_a_player_is_renamed(host: Client, ana: User) -> None:
    assert change(host, ana, username="Anabel").status_code == 302  # type: ignore[attr-defined]
    ana.refresh_from_db()
    assert (ana.username, ana.name_key) == ("Anabel", "anabel")


@pytest.mark.parametrize("name", ["adm1n", "Admín"])
def test_a_player_is_not_renamed_to_a_look_alike(host: Client, ana: User, name: str) -> None:
    answer = change(host, ana, username=name)
    assert answer.context["adminform"].form.errors["username"] == [str(TAKEN)]  # type: ignore[attr-defined]


def test_a_player_is_added_and_a_look_alike_is_not(host: Client, ana: User) -> None:
    form = {"usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    refused = host.post(reverse("admin:accounts_user_add"), {"username": "aná", **form})
    assert refused.context["adminform"].form.errors["username"] == [str(TAKEN)]
    assert host.post(reverse("admin:accounts_user_add"), {"username": "Ben", **form}).status_code == 302
    assert User.objects.filter(username="Ben").exists()


def test_deleting_one_player_goes_the_way_of_the_settings_page(host: Client, ana: User, leavings: list[str]) -> None:
    address = reverse("admin:accounts_user_delete", args=[ana.pk])
    assert "Say why, for the action log." in host.post(address, {"post": "yes"}, follow=True).content.decode()
    assert leavings == []
    host.post(address, {"post": "yes", "why": "Asked for by letter."})
    assert leavings == ["Ana"]
    assert not User.objects.filter(username="Ana").exists()


def test_players_are_deleted_one_at_a_time(host: Client, ana: User, leavings: list[str]) -> None:
    ben = User.objects.create_user("Ben")
    chosen = {"action": "delete_selected", "_selected_action": [ana.pk, ben.pk], "post": "yes", "why": "So."}
    host.post(reverse(LIST), chosen)
    assert leavings == []
    assert User.objects.filter(pk__in=[ana.pk, ben.pk]).count() == 2


def test_the_admin_has_no_log_in_of_its_own_where_guessing_would_be_free(client: Client, db: None) -> None:
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith(reverse("account_login"))


def test_a_player_who_is_not_of_the_staff_stays_out(at_home: Client) -> None:
    assert at_home.get("/admin/", follow=True).status_code == 403

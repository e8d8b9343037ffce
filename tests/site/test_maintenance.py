"""While the site is being maintained nothing new begins; what runs goes on, and everybody is told."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.tokens import make_token
from cribsite.site import stored_settings
from games.engine.state import Phase
from games.models import Match
from games.services import endings, lobby
from games.services.errors import Refused
from tests.games.players import NOW, browser_of, new_player, play_to, position, started

SENTENCE = "The site is being maintained: no new games begin just now. Running ones go on."


def maintain(is_so: bool = True) -> None:
    wishes = stored_settings()
    wishes.is_in_maintenance = is_so
    wishes.save()


def refused(act: Callable[[], object]) -> str:
    matches, players = Match.objects.count(), User.objects.count()
    with pytest.raises(Refused) as error:
        act()
    assert (Match.objects.count(), User.objects.count()) == (matches, players)
    return error.value.key


def test_the_sign_up_says_that_it_is_for_a_while(client: Client, db: None) -> None:
    maintain()
    page = client.get(reverse("account_signup")).content.decode()
    assert "New players are welcome again afterwards." in page
    assert "takes no new players" not in page


def test_no_table_is_opened_joined_or_played_again(ana: User, ben: User) -> None:
    waiting = lobby.create_match(ana, lobby.Terms(Match.Opponent.OPEN), NOW)
    over = started(ana, ben)
    endings.resign(over.pk, ana, NOW)
    offered = started(ana, ben)
    endings.resign(offered.pk, ana, NOW)
    endings.rematch(offered.pk, ana, NOW)
    maintain()
    for act in (
        lambda: lobby.create_match(ana, lobby.Terms(Match.Opponent.OPEN), NOW),
        lambda: lobby.play_now(ana, NOW),
        lambda: lobby.join(waiting.pk, ben, NOW),
        lambda: endings.rematch(over.pk, ana, NOW),
        lambda: endings.rematch(offered.pk, ben, NOW),
    ):
        assert refused(act) == "maintenance"
    lobby.cancel(waiting.pk, ana, NOW)  # to go away is always possible


def test_running_games_go_on(ana: User, ben: User) -> None:
    match = started(ana, ben)
    maintain()
    play_to(match, Phase.PLAY, deal=2)
    assert position(match).deal == 2


def test_nobody_comes_in_as_a_guest_or_signs_up(client: Client, db: None) -> None:
    maintain()
    answer = client.post(reverse("play_now"), follow=True)
    assert SENTENCE in answer.content.decode()
    form = {"username": "Zoe", "email": "zoe@example.org", "password1": "pegging-out-7", "password2": "pegging-out-7"}
    page = client.post(reverse("account_signup"), form)
    assert "New players are welcome again afterwards." in page.content.decode()
    assert not User.objects.exists()


def test_every_page_tells_and_none_once_it_is_over(ana: User) -> None:
    match = started(ana, new_player("Cleo"))
    for is_so in (True, False):
        maintain(is_so)
        for address in ("/", f"/table/{match.pk}/", "/settings/"):
            assert (SENTENCE in browser_of(ana).get(address).content.decode()) is is_so, address
        assert (SENTENCE in Client().get("/accounts/login/").content.decode()) is is_so


def test_the_api_refuses_with_the_sentence_and_goes_on_reading(ana: User) -> None:
    secret = make_token(ana, "test", NOW)
    maintain()
    program = Client(headers={"authorization": f"Bearer {secret}"})
    answer = program.post("/api/v1/matches", {"opponent": "computer:easy"}, content_type="application/json")
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["reason"], error["message"]) == (
        403,
        "forbidden",
        "maintenance",
        SENTENCE,
    )
    assert program.get("/api/v1/matches").status_code == 200


def test_whoever_put_the_notice_away_is_told_of_the_next_maintenance(client: Client, db: None) -> None:
    def begin(when: datetime) -> None:
        maintain(False)
        wishes = stored_settings()
        wishes.is_in_maintenance, wishes.maintenance_began_at = True, when
        wishes.save()

    begin(NOW)
    assert SENTENCE in client.get("/rules/").content.decode()
    client.post(reverse("dismiss_announcement", args=[int(NOW.timestamp())]), {"next": "/rules/"})
    assert SENTENCE not in client.get("/rules/").content.decode()
    assert SENTENCE in Client().get("/rules/").content.decode()
    begin(NOW + timedelta(hours=3))
    assert SENTENCE in client.get("/rules/").content.decode()


def test_a_maintenance_has_one_beginning_however_often_the_settings_are_saved(db: None) -> None:
    maintain()
    began = stored_settings().maintenance_began_at
    assert began is not None
    maintain()
    assert stored_settings().maintenance_began_at == began
    maintain(False)
    assert stored_settings().maintenance_began_at is None

"""Taking the free seat, and everybody who may not."""

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match
from games.services import lobby
from games.services.lobby import Terms
from games.state import load

from .conftest import StoppedClock
from .players import NOW, everything, fresh, new_player, said, started


def table(host: User, opponent: Match.Opponent = Match.Opponent.OPEN, invited: User | None = None) -> Match:
    return lobby.create_match(host, Terms(opponent, invited=invited), NOW)


def sit_down(browser: Client, match: Match) -> HttpResponse:
    return browser.post(reverse("join", args=[match.pk]))


def invitation(match: Match) -> str:
    assert match.invite is not None
    return reverse("invite", args=[match.invite])


def assert_refused_with(browser: Client, answer: HttpResponse, sentence: str) -> None:
    assert answer.status_code == 302
    assert sentence in browser.get(answer["Location"]).content.decode()


def test_who_sits_down_starts_the_match(ana: User, ben: User, bens: Client) -> None:
    match = table(ana)
    answer = sit_down(bens, match)
    assert answer["Location"] == match.get_absolute_url()
    assert fresh(match).status == Match.State.ACTIVE
    assert [seat.user for seat in match.seats.all()] == [ana, ben]
    assert [seat.decision for seat in match.seats.all()] == ["0.cut", "0.cut"]


def test_whoever_sits_down_may_cut_with_the_same_step(ana: User, ben: User) -> None:
    match = table(ana)
    lobby.join(match.pk, ben, NOW, seed="bens")
    assert load(fresh(match)).seeds == (None, "bens")


def test_a_seed_that_is_no_cut_seats_nobody(ana: User, ben: User) -> None:
    match = table(ana)
    before = everything(match)
    with pytest.raises(Exception, match="seed_not_printable"):
        lobby.join(match.pk, ben, NOW, seed="\n")
    assert everything(match) == before


def test_ones_own_table_is_no_opponent(ana: User, anas: Client) -> None:
    match = table(ana)
    before = everything(match)
    assert_refused_with(anas, sit_down(anas, match), said("own_table"))
    assert everything(match) == before


def test_a_taken_seat_is_taken(match: Match, cleos: Client) -> None:
    before = everything(match)
    assert_refused_with(cleos, sit_down(cleos, match), said("seat_taken"))
    assert everything(match) == before


def test_sitting_down_twice_is_refused_and_changes_nothing(match: Match, bens: Client) -> None:
    before = everything(match)
    assert_refused_with(bens, sit_down(bens, match), said("seat_taken"))
    assert everything(match) == before


def test_beside_a_computer_there_is_no_free_seat(ana: User, cleos: Client) -> None:
    match = lobby.create_match(ana, Terms(Match.Opponent.COMPUTER, computer="easy"), NOW)
    before = everything(match)
    assert_refused_with(cleos, sit_down(cleos, match), said("seat_taken"))
    assert everything(match) == before


def test_a_table_that_was_just_taken_back_is_cleared_away(clock: StoppedClock, ana: User, bens: Client) -> None:
    match = table(ana)
    assert match.get_absolute_url() in bens.get(reverse("lobby")).content.decode()
    lobby.cancel(match.pk, ana, NOW)
    before = everything(match)
    answer = sit_down(bens, match)
    assert answer.status_code == 404
    assert "The table may have been cleared away." in answer.content.decode()
    assert everything(match) == before


def test_there_is_no_table_of_an_id_that_nobody_was_given(bens: Client, ben: User) -> None:
    assert bens.post(reverse("join", args=["nosuchtable2"])).status_code == 404


def test_without_its_link_there_is_no_such_table(ana: User, cleos: Client) -> None:
    match = table(ana, Match.Opponent.LINK)
    before = everything(match)
    assert sit_down(cleos, match).status_code == 404
    assert cleos.get(match.get_absolute_url()).status_code == 404
    assert everything(match) == before


def test_whoever_has_the_link_sees_the_terms_and_sits_down(ana: User, ben: User, bens: Client) -> None:
    match = table(ana, Match.Opponent.LINK)
    page = bens.get(invitation(match)).content.decode()
    assert "Ana" in page
    assert "game to 121" in page
    answer = bens.post(invitation(match))
    assert answer["Location"] == match.get_absolute_url()
    assert fresh(match).seats.get(number=1).user == ben


def test_a_link_sent_to_somebody_without_an_account_waits_for_the_sign_up(ana: User, client: Client) -> None:
    match = table(ana, Match.Opponent.LINK)
    before = everything(match)
    for answer in (client.get(invitation(match)), client.post(invitation(match))):
        assert answer.status_code == 200
        assert f"{reverse('account_signup')}?next={invitation(match)}" in answer.content.decode()
    assert everything(match) == before


def test_both_players_come_to_their_table_by_its_link(ana: User, ben: User, anas: Client, bens: Client) -> None:
    match = table(ana, Match.Opponent.LINK)
    assert anas.get(invitation(match))["Location"] == match.get_absolute_url()
    bens.post(invitation(match))
    before = everything(match)
    for browser in (anas, bens):
        assert browser.get(invitation(match))["Location"] == match.get_absolute_url()
        assert browser.post(invitation(match))["Location"] == match.get_absolute_url()
    assert everything(match) == before


def test_a_link_is_good_for_one(ana: User, ben: User, bens: Client, cleos: Client, client: Client) -> None:
    match = table(ana, Match.Opponent.LINK)
    bens.post(invitation(match))
    before = everything(match)
    sentence = said("seat_taken")
    assert_refused_with(cleos, cleos.get(invitation(match)), sentence)
    assert_refused_with(cleos, cleos.post(invitation(match)), sentence)
    assert_refused_with(client, client.get(invitation(match)), sentence)
    assert everything(match) == before


def test_the_link_of_a_table_that_was_taken_back_leads_nowhere(ana: User, cleos: Client) -> None:
    match = table(ana, Match.Opponent.LINK)
    lobby.cancel(match.pk, ana, NOW)
    assert cleos.get(invitation(match)).status_code == 404
    assert cleos.post(invitation(match)).status_code == 404


def test_a_link_that_nobody_sent_leads_nowhere(client: Client, db: None) -> None:
    assert client.get(reverse("invite", args=["abcdefghjkmn"])).status_code == 404


def test_a_challenge_is_for_the_one_who_was_named(ana: User, ben: User, bens: Client, cleos: Client) -> None:
    match = table(ana, Match.Opponent.NAMED, invited=ben)
    before = everything(match)
    assert sit_down(cleos, match).status_code == 404
    assert everything(match) == before
    assert bens.get(match.get_absolute_url()).status_code == 200
    sit_down(bens, match)
    assert fresh(match).seats.get(number=1).user == ben


def test_a_player_may_sit_at_many_tables(ana: User, ben: User) -> None:
    matches = [started(ana, ben) for _ in range(3)]
    assert {match.status for match in matches} == {Match.State.ACTIVE}


def test_the_site_knows_who_came_first_whatever_the_browsers_show(ana: User, bens: Client, ben: User) -> None:
    match = table(ana)
    bens.get(match.get_absolute_url())
    dora = new_player("Dora")
    lobby.join(match.pk, dora, NOW)
    assert_refused_with(bens, sit_down(bens, match), "the seat is taken")
    assert fresh(match).seats.get(number=1).user == dora

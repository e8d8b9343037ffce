"""Another game on the same terms: the first deal to the other, new seeds, and one match however it is asked for."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import delete_account
from games.engine.errors import MoveError
from games.engine.moves import Cut
from games.models import Match
from games.selectors import own_tables
from games.services import endings, lobby
from games.services.lobby import Terms

from .conftest import Stack
from .players import NOW, cut_pack, everything, fresh, position, said, send, started


@pytest.fixture
def over(ana: User, ben: User, stack: Stack) -> Match:
    """A match that Ben resigned after the first deal, which was Ana's: she cut the lower card."""
    stack({0: cut_pack("AC KD")})
    match = started(ana, ben, target=61, count_mode="muggins", allowance=60, bank=600)
    for user in (ana, ben):
        send(match, user, Cut(""))
    endings.resign(match.pk, ben, NOW)
    return match


def cut(match: Match, *users: User) -> None:
    for user in users:
        send(match, user, Cut(""))


def accepted(over: Match, first: User, second: User) -> Match:
    endings.rematch(over.pk, first, NOW)
    return fresh(endings.rematch(over.pk, second, NOW))


def dealer(match: Match) -> User | None:
    number = position(match).dealer
    assert number is not None
    return match.seats.get(number=number).user


def test_the_terms_are_the_same_and_the_seeds_are_new(over: Match, ana: User, ben: User) -> None:
    match = accepted(over, ana, ben)
    for name in ("target", "count_mode", "automatic_moves", "allowance", "bank"):
        assert getattr(match, name) == getattr(over, name)
    assert match.rematch_of == over
    assert match.status == Match.State.ACTIVE
    assert match.deal_salt != over.deal_salt
    assert match.commitment != over.commitment
    assert position(match).seeds == (None, None), "both bring a seed again"
    assert {seat.user for seat in match.seats.all()} == {ana, ben}
    assert list(match.seats.values_list("score", "bank", "read_ply")) == [(0, 600.0, 0)] * 2


@pytest.mark.parametrize("asks_first", ["Ana", "Ben"])
def test_the_first_deal_goes_to_the_player_who_did_not_have_it(
    over: Match, ana: User, ben: User, asks_first: str
) -> None:
    assert dealer(over) == ana
    match = accepted(over, *((ana, ben) if asks_first == "Ana" else (ben, ana)))
    cut(match, ana, ben)
    assert dealer(match) == ben
    again = started_again(match, ana, ben)
    assert dealer(again) == ana


def started_again(match: Match, ana: User, ben: User) -> Match:
    endings.resign(match.pk, ana, NOW)
    again = accepted(match, ben, ana)
    cut(again, ana, ben)
    return again


def test_both_cut_for_the_seeds_alone_and_no_card_is_shown(
    over: Match, ana: User, ben: User, anas: Client, client: Client
) -> None:
    match = accepted(over, ana, ben)
    cut(match, ana, ben)
    assert not match.records.filter(kind="cut_cards").exists()
    assert position(match).cut_pairs == ()
    assert anas.get(match.get_absolute_url()).context["table"].cut_cards == ()


def test_where_there_never_was_a_deal_the_cut_decides_again(ana: User, ben: User, stack: Stack) -> None:
    stack({0: cut_pack("AC KD")})
    match = started(ana, ben)
    endings.abort(match.pk, ben, NOW)
    again = accepted(match, ben, ana)
    cut(again, ana, ben)
    assert again.records.filter(kind="cut_cards").count() == 1
    assert dealer(again) == ben, "who asked sits at seat 0 and cut the ace"


def test_an_offer_stands_in_the_lobby_of_the_other_and_at_the_old_table(
    over: Match, ana: User, ben: User, anas: Client, bens: Client
) -> None:
    offer = reverse("rematch", args=[over.pk])
    assert "Offer a rematch" in anas.get(over.get_absolute_url()).content.decode()
    answer = anas.post(offer)
    match = over.rematches.get()
    assert answer["Location"] == match.get_absolute_url()
    assert (match.status, match.opponent, match.invited) == (Match.State.OPEN, Match.Opponent.NAMED, ben)
    assert own_tables(ben) == [match]
    assert "You offered a rematch." in anas.get(over.get_absolute_url()).content.decode()
    assert "Accept the rematch" in bens.get(over.get_absolute_url()).content.decode()
    assert bens.post(offer)["Location"] == match.get_absolute_url()
    for browser in (anas, bens):
        assert f'href="{match.get_absolute_url()}">To the new game' in (
            browser.get(over.get_absolute_url()).content.decode()
        )


def test_offering_twice_is_offering_once(over: Match, ana: User) -> None:
    first = endings.rematch(over.pk, ana, NOW)
    before = everything(first)
    assert endings.rematch(over.pk, ana, NOW) == first
    assert over.rematches.count() == 1
    assert everything(first) == before
    assert fresh(first).status == Match.State.OPEN, "nobody accepts the own offer"


def test_accepting_twice_leads_to_the_same_game(over: Match, ana: User, ben: User) -> None:
    match = accepted(over, ana, ben)
    before = everything(match)
    assert endings.rematch(over.pk, ben, NOW) == match
    assert endings.rematch(over.pk, ana, NOW) == match
    assert everything(match) == before


def test_an_offer_that_was_declined_or_taken_back_may_be_made_again(over: Match, ana: User, ben: User) -> None:
    lobby.decline(endings.rematch(over.pk, ana, NOW).pk, ben, NOW)
    second = endings.rematch(over.pk, ben, NOW)
    assert second.invited == ana
    lobby.cancel(second.pk, ben, NOW)
    assert accepted(over, ana, ben).status == Match.State.ACTIVE
    assert over.rematches.count() == 3


def test_the_other_may_simply_sit_down_as_at_any_challenge(over: Match, ana: User, bens: Client) -> None:
    match = endings.rematch(over.pk, ana, NOW)
    bens.post(reverse("join", args=[match.pk]))
    assert fresh(match).status == Match.State.ACTIVE


def test_nobody_else_sits_down_at_it(over: Match, ana: User, cleo: User, cleos: Client) -> None:
    match = endings.rematch(over.pk, ana, NOW)
    before = everything(match)
    assert cleos.post(reverse("join", args=[match.pk])).status_code == 404
    with pytest.raises(MoveError, match="not_your_table"):
        endings.rematch(over.pk, cleo, NOW)
    assert everything(match) == before


def test_a_computer_accepts_at_once(ana: User, stack: Stack) -> None:
    stack({0: cut_pack("AC KD")})
    match = lobby.create_match(ana, Terms(Match.Opponent.COMPUTER, computer="easy", target=61), NOW)
    cut(match, ana)
    endings.resign(match.pk, ana, NOW)
    again = endings.rematch(match.pk, ana, NOW)
    assert again.status == Match.State.ACTIVE
    assert again.seats.get(number=1).computer == "easy"
    assert again.target == 61
    assert position(again).seeds[0] is None
    cut(again, ana)
    assert position(again).dealer == 1, "Ana had the first deal, so the computer has it now"


def test_there_is_no_rematch_of_a_game_that_still_runs(match: Match, ana: User) -> None:
    with pytest.raises(MoveError, match="match_is_not_over"):
        endings.rematch(match.pk, ana, NOW)
    assert not match.rematches.exists()


def test_there_is_no_rematch_with_somebody_who_has_left(over: Match, ana: User, ben: User, anas: Client) -> None:
    delete_account(ben, NOW)
    answer = anas.post(reverse("rematch", args=[over.pk]))
    page = anas.get(answer["Location"]).content.decode()
    assert said("opponent_is_gone") in page
    assert "Offer a rematch" not in page
    assert not over.rematches.exists()


def test_there_is_no_rematch_of_a_table_at_which_nobody_sat_down(ana: User) -> None:
    match = lobby.create_match(ana, Terms(Match.Opponent.OPEN), NOW)
    lobby.cancel(match.pk, ana, NOW)
    with pytest.raises(MoveError, match="opponent_is_gone"):
        endings.rematch(match.pk, ana, NOW)

"""Go where it is the only move: said by hand, or by the site for whoever prefers that."""

from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games.engine.moves import Discard, Play
from games.engine.state import Phase
from games.models import Match, MoveRecord
from games.services import lobby
from games.services.lobby import Terms

from .conftest import Stack
from .players import NOW, any_move, cards, cut_pack, pack, play_to, play_until, position, send, started


@pytest.fixture
def almost(match: Match, ana: User, ben: User, stack: Stack) -> Match:
    """Ben, who leads, holds 9C and Ana nothing that would fit after it: she has to say go, then he pegs one."""
    stack({0: cut_pack("AC KD"), 1: pack("TC 9C 5H 9D 2S 3S", "KD 6H 7H 8H QS 4C", "JS")})
    play_to(match, Phase.DISCARD)
    send(match, ben, Discard(cards("2S 3S")))
    send(match, ana, Discard(cards("QS 4C")))
    send(match, ben, Play(cards("TC")[0]))
    send(match, ana, Play(cards("KD")[0]))
    return match


def prefers(user: User, wish: bool = True) -> None:
    User.objects.filter(pk=user.pk).update(says_go_for_me=wish)


def gos(match: Match) -> list[MoveRecord]:
    return list(match.records.filter(kind="go").order_by("ply"))


def lay_the_nine(match: Match, ben: User) -> None:
    send(match, ben, Play(cards("9C")[0]))


def test_without_the_preference_one_says_it_oneself(almost: Match, ben: User, anas: Client) -> None:
    lay_the_nine(almost, ben)
    assert gos(almost) == []
    view = anas.get(almost.get_absolute_url()).context["table"]
    assert (view.task, view.button, view.decision) == ("go", "Go", "1.play.1")


def test_with_the_preference_the_site_says_it_as_a_record_of_its_own(almost: Match, ana: User, ben: User) -> None:
    prefers(ana)
    lay_the_nine(almost, ben)
    (go,) = gos(almost)
    assert (go.seat, go.automatic, go.decision) == (0, True, "1.play.1")
    assert go.ply == almost.records.filter(kind="play").latest("ply").ply + 1
    state = position(almost)
    assert state.scores == (2, 1), "and Ben has his point for it"
    assert (state.to_play, state.count) == (0, 0)


def test_only_what_the_site_said_is_marked(almost: Match, ana: User, ben: User) -> None:
    prefers(ana)
    lay_the_nine(almost, ben)
    assert list(almost.records.filter(automatic=True)) == gos(almost)


def test_the_wish_of_one_is_no_wish_of_the_other(almost: Match, ben: User) -> None:
    prefers(ben)
    lay_the_nine(almost, ben)
    assert gos(almost) == []
    assert position(almost).to_play == 0


def test_a_wish_that_was_taken_back_holds_no_more(almost: Match, ana: User, ben: User) -> None:
    prefers(ana)
    prefers(ana, wish=False)
    lay_the_nine(almost, ben)
    assert gos(almost) == []


def test_cards_are_never_laid_for_anybody(almost: Match, ana: User, ben: User) -> None:
    """Neither the only card that fits nor the last one in hand, for that is agreed at the table and not by one."""
    prefers(ana)
    prefers(ben)
    play_until(almost, lambda state: state.phase is not Phase.PLAY)
    assert {row.kind for row in almost.records.filter(automatic=True)} == {"go"}
    assert almost.records.filter(kind="play", deal=1).count() == 8


def test_through_whole_games_exactly_the_gos_of_who_prefers_it_are_the_sites(ana: User, ben: User) -> None:
    prefers(ana)
    match = started(ana, ben, target=61)
    play_until(match, lambda state: state.result is not None, choose=any_move(Random(8)))
    assert {(row.seat, row.automatic) for row in gos(match)} <= {(0, True), (1, False)}
    assert gos(match)


def test_against_the_computer_too(ana: User) -> None:
    prefers(ana)
    match = lobby.create_match(ana, Terms(Match.Opponent.COMPUTER, computer="easy", target=61), NOW)
    play_until(match, lambda state: state.result is not None)
    assert {row.automatic for row in gos(match) if row.seat == 0} <= {True}

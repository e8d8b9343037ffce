"""The cut for deal, the seeds it brings, and who deals."""

import pytest

from games.engine import DECK, Card
from games.engine.errors import IllegalMove, MoveError, NotYourTurn
from games.engine.game import Due, deck_number, due, server_record
from games.engine.legality import decision, seats_to_move
from games.engine.moves import Cut, CutCards, Deal, Join, Record
from games.engine.shuffle import cut_cards
from games.engine.state import Phase, Status
from games.engine.views import view_for
from tests.engine.notation import cards
from tests.engine.scripts import Script


def stacked(top: str) -> tuple[Card, ...]:
    """A pack that begins with these cards."""
    first = cards(top)
    return first + tuple(card for card in DECK if card not in first)


def cut_with(top: str) -> tuple[Script, list[str]]:
    game = Script(first_dealer=None)
    record = server_record(game.state, Due.CUT_CARDS, stacked(top))
    return game, game.do(record.seat, record.act)


def deal_next(game: Script) -> list[str]:
    assert due(game.state) is Due.DEAL
    record = server_record(game.state, Due.DEAL, DECK)
    return game.do(record.seat, record.act)


def test_the_lower_card_deals():
    game, told = cut_with("4D QS")
    assert told == ["cut 4D QS"]
    assert deal_next(game) == ["deal 1 by 0"]

    game, told = cut_with("QS 4D")
    assert told == ["cut QS 4D"]
    assert deal_next(game) == ["deal 1 by 1"]


def test_the_ace_is_low():
    game, _told = cut_with("KD AC")
    assert deal_next(game) == ["deal 1 by 1"]


@pytest.mark.parametrize(("top", "dealer"), [("TD JC", 0), ("JC TD", 1), ("QC KD", 0), ("KC QD", 1)])
def test_tens_and_pictures_are_cut_by_rank_and_not_by_value(top, dealer):
    game, told = cut_with(top)
    assert len(told) == 1
    assert deal_next(game) == [f"deal 1 by {dealer}"]


def test_ties_are_cut_again_and_every_pair_is_shown_in_order():
    game, told = cut_with("4C 4D KH KS AS AH 9C 3D 2C 5C")
    assert told == ["cut 4C 4D", "cut KH KS", "cut AS AH", "cut 9C 3D"]
    for viewer in (0, 1, None):
        pairs = view_for(game.state, viewer).cut_pairs
        assert [" ".join(map(str, pair)) for pair in pairs] == ["4C 4D", "KH KS", "AS AH", "9C 3D"]


@pytest.mark.parametrize(("top", "dealer"), [("4C 4D KH KS 9C 3D", 1), ("4C 4D KH KS 3D 9C", 0)])
def test_after_ties_the_first_pair_of_two_ranks_decides(top, dealer):
    game, _told = cut_with(top)
    assert deal_next(game) == [f"deal 1 by {dealer}"]


def test_cards_of_the_cut_go_in_turn_to_seat_0_and_seat_1():
    assert cut_cards(stacked("4C 4D 7H 2S 8C")) == (cards("4C 4D"), cards("7H 2S"))


def test_the_cut_takes_deck_0_and_each_deal_its_own():
    game = Script(first_dealer=None)
    assert due(game.state) is Due.CUT_CARDS
    assert deck_number(game.state, Due.CUT_CARDS) == 0
    game.do(None, CutCards((cards("4D QS"),)))
    assert deck_number(game.state, Due.DEAL) == 1
    game.deal_hands("2C 3D 4H TS", "6C 8D 9H QD", crib="5S 5H 5D JH")
    assert deck_number(game.state, Due.STARTER) == 1
    assert deck_number(game.state, Due.SHOW) is None


def test_nothing_is_cut_before_both_brought_their_seed():
    game = Script(first_dealer=None, begun=False)
    game.do(1, Join())
    game.do(1, Cut("ben"))
    assert due(game.state) is None
    with pytest.raises(MoveError):
        game.do(None, CutCards((cards("4D QS"),)))
    game.do(0, Cut("ana"))
    assert due(game.state) is Due.CUT_CARDS


def test_nothing_is_dealt_before_the_cards_were_cut():
    game = Script(first_dealer=None)
    with pytest.raises(MoveError):
        game.do(None, Deal((DECK[0:6], DECK[6:12])))


@pytest.mark.parametrize("dealer", [0, 1])
def test_in_a_rematch_no_card_is_shown_and_the_first_deal_goes_to_the_given_seat(dealer):
    game = Script(first_dealer=dealer)
    assert due(game.state) is Due.DEAL
    with pytest.raises(MoveError):
        game.do(None, CutCards((cards("4D QS"),)))
    assert deal_next(game) == [f"deal 1 by {dealer}"]
    assert [event.kind for event in game.events] == ["join", "deal"]
    assert view_for(game.state, 0).cut_pairs == ()


def test_the_deal_alternates():
    game = Script().to_the_show()
    for _hand in range(3):
        game.show()
    assert deal_next(game) == ["deal 2 by 0"]
    assert (game.state.dealer, game.state.pone, game.state.first_dealer) == (0, 1, 1)


def test_six_cards_are_dealt_one_at_a_time_and_the_pone_gets_the_first():
    game, _told = cut_with("QS 4D")
    deal_next(game)
    assert game.state.dealer == 1
    assert game.state.hands == (cards("AC 3C 5C 7C 9C JC"), cards("2C 4C 6C 8C TC QC"))
    for seat in (0, 1):
        game.discard(seat)
    starter = server_record(game.state, Due.STARTER, DECK)
    assert game.do(starter.seat, starter.act) == ["starter KC"]


def test_the_creator_may_cut_while_the_other_seat_is_free():
    game = Script(first_dealer=None, begun=False)
    assert seats_to_move(game.state) == (0,)
    assert decision(game.state, 0) == "0.cut"
    game.do(0, Cut("ana"))
    assert game.state.status is Status.OPEN
    assert seats_to_move(game.state) == ()
    game.do(1, Join())
    assert (game.state.status, game.state.phase, seats_to_move(game.state)) == (Status.ACTIVE, Phase.CUT, (1,))
    game.do(1, Cut("ben"))
    assert due(game.state) is Due.CUT_CARDS


def test_the_joiner_does_not_cut_before_joining():
    game = Script(first_dealer=None, begun=False)
    with pytest.raises(NotYourTurn):
        game.do(1, Cut("ben"))
    assert decision(game.state, 1) is None


def test_a_taken_seat_is_not_taken_twice():
    game = Script()
    with pytest.raises(IllegalMove) as refused:
        game.do(1, Join())
    assert refused.value.key == "seat_taken"


def test_a_seat_cuts_once():
    game = Script(first_dealer=None, begun=False)
    game.do(0, Cut("ana"))
    with pytest.raises(NotYourTurn):
        game.do(0, Cut("better"))
    assert game.state.seeds == ("ana", None)


@pytest.mark.parametrize("seed", ["", " ", "~", "ana and ben", "x" * 64, "".join(map(chr, range(32, 96)))])
def test_a_seed_is_0_to_64_printable_ascii_characters(seed):
    game = Script(first_dealer=None, begun=False)
    game.do(0, Cut(seed))
    assert game.state.seeds[0] == seed


@pytest.mark.parametrize("seed", ["x" * 65, "añb", "é", "\n", "tab\t", "\x7f", "\x00", "٣"])
def test_any_other_seed_is_refused_with_its_key(seed):
    game = Script(first_dealer=None, begun=False)
    with pytest.raises(IllegalMove) as refused:
        game.do(0, Cut(seed))
    assert (refused.value.key, refused.value.params) == ("seed_not_printable", {"most": 64})
    assert game.state.seeds == (None, None)


def test_no_seed_is_shown_before_both_have_cut():
    game = Script(first_dealer=None, begun=False)
    game.do(1, Join())
    game.do(0, Cut("ana's secret"))
    for viewer in (0, 1, None):
        assert view_for(game.state, viewer).seeds is None
    assert game.events == game.events[:1], "a cut tells nothing before both have cut"
    game.do(1, Cut("ben's secret"))
    for viewer in (0, 1, None):
        assert view_for(game.state, viewer).seeds == ("ana's secret", "ben's secret")


def test_no_player_does_what_the_server_does():
    game = Script(first_dealer=None)
    assert server_record(game.state, Due.CUT_CARDS, DECK) == Record(None, CutCards((cards("AC 2C"),)))

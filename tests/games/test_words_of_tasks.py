"""What a page asks its reader to do, and the words on the button that does it."""

import pytest

from games.engine.state import CountMode, Phase
from games.models import Match
from games.render import present_frame
from games.selectors import find_match
from games.services import lobby
from games.services.endings import rematch, resign

from .players import NOW, cut_pack, pack, plain_move, play_to, play_until, position, send, started

pytestmark = pytest.mark.django_db


def table(match: Match, reader: int | None):
    found = find_match(match.pk)
    assert found is not None
    return present_frame(found, reader, NOW).table


def asked(match, reader):
    """The task, its prompt and its button."""
    shown = table(match, reader)
    return shown.task, shown.prompt, shown.button


def test_before_anybody_sits_down(ana):
    match = lobby.create_match(ana, lobby.Terms(opponent=Match.Opponent.OPEN), NOW)
    assert asked(match, None) == ("join", "Ana waits for an opponent.", "Sit down")
    assert asked(match, 0) == ("cut", "Cut the cards: the lower card deals first.", "Cut the cards")
    send(match, ana, plain_move(position(match), 0))
    assert asked(match, 0) == ("wait", "Waiting for somebody to sit down.", "")


def test_both_cut_at_once(match, ana):
    for seat in (0, 1):
        assert asked(match, seat) == ("cut", "Cut the cards: the lower card deals first.", "Cut the cards")
    assert asked(match, None) == ("watch", "", "")
    send(match, ana, plain_move(position(match), 0))
    assert asked(match, 0) == ("wait", "Waiting for Ben.", "")
    assert asked(match, None) == ("watch", "Waiting for Ben.", "")


def test_in_a_rematch_the_cut_does_not_decide_who_deals(match, ana, ben, stack):
    stack({0: cut_pack("4D QS")})
    play_to(match, Phase.DISCARD)
    resign(match.pk, ben, NOW)
    again = rematch(match.pk, ben, NOW)
    rematch(match.pk, ana, NOW)
    assert asked(again, 0) == ("cut", "Cut the cards. You deal first this time.", "Cut the cards")
    assert asked(again, 1) == ("cut", "Cut the cards. Ben deals first this time.", "Cut the cards")


def test_while_a_rematch_is_offered_the_free_seat_is_the_opponents(match, ana, ben, stack):
    stack({0: cut_pack("4D QS")})
    play_to(match, Phase.DISCARD)
    resign(match.pk, ben, NOW)
    offered = rematch(match.pk, ana, NOW)
    assert asked(offered, 0) == ("cut", "Cut the cards. Your opponent deals first this time.", "Cut the cards")


def test_the_discard_names_whose_crib_it_goes_to(match, ana, stack):
    stack({0: cut_pack("4D QS")})
    play_to(match, Phase.DISCARD)
    assert asked(match, 0) == ("discard", "Choose two cards to lay away.", "Lay away 2 to your crib")
    assert asked(match, 1) == ("discard", "Choose two cards to lay away.", "Lay away 2 to Ana's crib")
    send(match, ana, plain_move(position(match), 0))
    assert asked(match, 0) == ("wait", "Waiting for Ben.", "")


def test_in_the_play_one_lays_a_card_or_says_go(match, stack):
    """Pone has tens and dealer has tens: at 30 nothing fits."""
    stack({0: cut_pack("4D QS"), 1: pack("2C 3C TC JC QC KC", "2D 3D TD JD QD KD", "9S")})
    state = play_to(match, Phase.PLAY)
    assert state.to_play == 1
    assert asked(match, 1) == ("play", "Play a card.", "Choose a card")
    assert asked(match, 0) == ("wait", "Waiting for Ben.", "")
    assert [card.act for card in table(match, 1).near.hand] == [
        f"Play the {sign} for 10" for sign in ("10", "J", "Q", "K")
    ]
    play_until(match, lambda state: state.count == 30)
    assert asked(match, 0) == ("go", "No card of yours fits.", "Go")
    hand = table(match, 0).near.hand
    assert not any(card.playable for card in hand)
    assert [card.act for card in hand] == [f"The {card.index} would bring the count past 31." for card in hand]


def test_a_show_is_read_and_gone_on_from(match):
    play_until(match, lambda state: state.deal == 2)
    for seat in (0, 1):
        assert asked(match, seat) == ("read", "", "Go on")


def test_a_hand_is_claimed_and_what_was_missed_is_called(ana, ben, stack):
    stack({0: cut_pack("4D QS")})
    match = started(ana, ben, count_mode="muggins")
    play_to(match, Phase.COUNT)
    assert asked(match, 1) == ("count", "How many points are these?", "Count")
    assert asked(match, 0) == ("wait", "Waiting for Ben.", "")
    send(match, ben, plain_move(position(match), 1))
    asks = f"Ben claims {position(match).claim}. How many points were missed?"
    assert asked(match, 0) == ("muggins", asks, "Muggins")
    assert asked(match, 1) == ("wait", "Waiting for Ana.", "")


def test_when_it_is_over_nothing_is_asked(match, ana):
    resign(match.pk, ana, NOW)
    for reader in (0, 1, None):
        assert asked(match, reader) == ("over", "", "")


@pytest.mark.parametrize("count_mode", CountMode)
def test_in_a_game_without_a_clock_there_is_nothing_to_claim(ana, ben, anas, bens, count_mode):
    match = started(ana, ben, count_mode=count_mode)
    counting = Phase.PLAY if count_mode == "automatic" else Phase.COUNT
    for phase in (Phase.DISCARD, Phase.PLAY, counting):
        play_to(match, phase)
        for browser in (anas, bens):
            assert "Claim" not in browser.get(match.get_absolute_url()).content.decode()

"""Ways to end a match before the game hole: by oneself, by both, before it has begun."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.errors import MoveError
from games.engine.moves import Discard, Play
from games.engine.state import Phase
from games.models import Match
from games.services import endings, lobby
from games.services.lobby import Terms

from .conftest import Stack
from .players import (
    NOW,
    cut_pack,
    everything,
    fresh,
    pack,
    play_to,
    play_until,
    position,
    said,
    send,
    started,
    user_at,
)


def outcome(match: Match) -> tuple[str, str, int | None, int]:
    over = fresh(match)
    return over.status, over.reason, over.winner, over.skunk


def refused(action: Callable[[], object]) -> str:
    with pytest.raises(MoveError) as error:
        action()
    return error.value.key


def discard(match: Match, user: User) -> None:
    number = match.seats.get(user=user).number
    send(match, user, Discard(position(match).hands[number][:2]))


def post(browser: Client, name: str, match: Match) -> str:
    answer = browser.post(reverse(name, args=[match.pk]))
    assert answer["Location"] == match.get_absolute_url()
    return browser.get(answer["Location"]).content.decode()


def test_who_resigns_gives_the_game_away(match: Match, ana: User, bens: Client) -> None:
    play_to(match, Phase.PLAY)
    page = post(bens, "resign", match)
    assert outcome(match) == (Match.State.FINISHED, "resignation", 0, 0)
    assert "Ben resigned." in page
    assert fresh(match).ended_at is not None


def test_one_may_resign_at_the_opponents_turn_and_before_the_cut(ana: User, ben: User) -> None:
    early, later = started(ana, ben), started(ana, ben)
    endings.resign(early.pk, ben, NOW)
    assert outcome(early) == (Match.State.FINISHED, "resignation", 0, 0)
    state = play_to(later, Phase.PLAY)
    assert state.to_play is not None
    endings.resign(later.pk, user_at(later, 1 - state.to_play), NOW)
    assert fresh(later).winner == state.to_play


def test_after_the_end_nothing_ends_it_again(match: Match, ana: User, ben: User) -> None:
    endings.resign(match.pk, ben, NOW)
    before = everything(match)
    for service in (endings.resign, endings.abort, endings.agree):
        for user in (ana, ben):
            assert refused(lambda service=service, user=user: service(match.pk, user, NOW)) == "match_over"
    endings.claim(match.pk, ana, NOW)
    assert everything(match) == before


def test_an_open_table_is_taken_back_and_not_resigned(ana: User) -> None:
    match = lobby.create_match(ana, Terms(Match.Opponent.OPEN), NOW)
    before = everything(match)
    for service in (endings.resign, endings.abort, endings.agree):
        assert refused(lambda service=service: service(match.pk, ana, NOW)) == "not_now"
    assert refused(lambda: endings.rematch(match.pk, ana, NOW)) == "match_is_not_over"
    assert everything(match) == before


def test_before_the_own_first_discard_a_match_may_be_aborted(match: Match, anas: Client) -> None:
    page = post(anas, "abort", match)
    assert outcome(match) == (Match.State.ABORTED, "abort", None, 0)
    assert "It was aborted and counts for nobody." in page


def test_the_discard_of_the_opponent_takes_the_right_to_abort_from_nobody_else(
    match: Match, ana: User, ben: User, anas: Client
) -> None:
    play_to(match, Phase.DISCARD)
    discard(match, ana)
    before = everything(match)
    sentence = said("too_late_to_abort")
    assert sentence in post(anas, "abort", match)
    assert everything(match) == before
    endings.abort(match.pk, ben, NOW)
    assert outcome(match) == (Match.State.ABORTED, "abort", None, 0)


def test_in_the_second_deal_it_is_too_late_to_abort(match: Match, ana: User, ben: User) -> None:
    play_to(match, Phase.DISCARD, deal=2)
    for user in (ana, ben):
        assert refused(lambda user=user: endings.abort(match.pk, user, NOW)) == "too_late_to_abort"


def test_both_may_call_it_off(match: Match, ana: User, anas: Client, bens: Client) -> None:
    play_to(match, Phase.PLAY)
    post(anas, "agree", match)
    assert position(match).agreed == (True, False)
    assert fresh(match).status == Match.State.ACTIVE
    assert "Agree to call it off" in bens.get(match.get_absolute_url()).content.decode()
    post(bens, "agree", match)
    assert outcome(match) == (Match.State.ABORTED, "agreement", None, 0)


def test_offering_twice_is_offering_once(match: Match, ana: User) -> None:
    endings.agree(match.pk, ana, NOW)
    before = everything(match)
    endings.agree(match.pk, ana, NOW)
    assert everything(match) == before


def test_whoever_plays_on_lets_the_offer_lapse(match: Match, ana: User, ben: User) -> None:
    state = play_to(match, Phase.PLAY)
    assert state.to_play is not None
    offering, other = user_at(match, 1 - state.to_play), user_at(match, state.to_play)
    endings.agree(match.pk, offering, NOW)
    send(match, other, Play(state.hands[state.to_play][0]))
    assert position(match).agreed == (False, False)
    endings.agree(match.pk, other, NOW)
    assert fresh(match).status == Match.State.ACTIVE, "the old offer counts no more"


@pytest.mark.parametrize(
    ("cut", "starter", "agrees"), [("AC KD", "9S", True), ("AC KD", "JS", True), ("KD AC", "JS", False)]
)
def test_a_computer_agrees_unless_it_is_ahead(ana: User, stack: Stack, cut: str, starter: str, agrees: bool) -> None:
    """Who cuts the ace deals, and has two points for a jack as the starter."""
    stack({0: cut_pack(cut), 1: pack("2C 4C 6C 8C TC QC", "2D 4D 6D 8D TD QD", starter)})
    match = lobby.create_match(ana, Terms(Match.Opponent.COMPUTER, computer="easy"), NOW)
    play_to(match, Phase.PLAY)
    endings.agree(match.pk, ana, NOW)
    ended = (Match.State.ABORTED, "agreement", None, 0)
    assert outcome(match) == (ended if agrees else (Match.State.ACTIVE, "", None, 0))
    assert [row.seat for row in match.records.filter(kind="agreement").order_by("ply")] == ([0, 1] if agrees else [0])


def test_who_is_skunked_stands_skunked_in_the_books(ana: User, ben: User) -> None:
    """Of two who always lay their first cards some lose by much: the margin is in the books, whatever it is."""
    match = started(ana, ben)
    state = play_until(match, lambda state: state.result is not None)
    loser = min(state.scores)
    expected = 2 if loser < 61 else 1 if loser < 91 else 0
    assert outcome(match) == (Match.State.FINISHED, "target", state.scores.index(121), expected)


def test_resigning_does_not_save_the_loser_from_a_skunk(ana: User, ben: User, stack: Stack) -> None:
    """Ben, the pone, keeps JS 5C 5D 5H and the starter is the fourth five: 29. In the play he has a pair of fives
    across Ana's go, one for that go, and a fifteen.

    Ana keeps 8C KD QH TH: two in the play, six in the hand, two for 9 4 2 in the crib.
    """
    deal = pack("9H 7H JS 5C 5D 5H", "2D 4D 8C KD QH TH", "5S")
    stack({0: cut_pack("AC KD"), 1: deal})
    match = started(ana, ben, target=61)
    assert play_to(match, Phase.DISCARD, deal=2).scores == (2 + 6 + 2, 2 + 1 + 2 + 29)
    endings.resign(match.pk, ana, NOW)
    assert outcome(match) == (Match.State.FINISHED, "resignation", 1, 1)

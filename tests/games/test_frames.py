"""From a match to frames: which plies a page passes, where it stops, and what stands in each frame."""

import re
from random import Random

import pytest

from games.engine import DECK
from games.engine.moves import Discard
from games.engine.state import Phase
from games.models import Match
from games.render import MOST_FRAMES, REGIONS, present_frame, update_since
from games.selectors import find_match
from games.services.endings import resign
from games.services.errors import NoSuchMatch
from games.services.moves import go_on

from .players import NOW, everything, plain_move, play_to, play_until, position, send, started

pytestmark = pytest.mark.django_db


def frames(match: Match, since: int | None, reader: int | None):
    return update_since(match.pk, since, reader, "en", NOW).frames


def plies(match, since, reader):
    """The plies that a page goes through from `since` on, each with the ply that it must show before."""
    return [(frame.since, frame.table.ply) for frame in frames(match, since, reader)]


def kinds(frame):
    return [event["kind"] for event in frame.events]


@pytest.fixture
def shown(match, ana, ben):
    """After the first deal: its three shows, and the deal that followed them."""
    last = play_to(match, Phase.DISCARD, deal=2).ply
    return last - 3, last - 2, last - 1, last


def test_a_page_goes_through_every_ply_to_the_present(match):
    ply = play_until(match, lambda state: state.phase is Phase.PLAY).ply
    for reader in (0, 1, None):
        assert plies(match, 3, reader) == [(before, before + 1) for before in range(3, ply)]


def test_each_frame_tells_the_events_of_its_own_ply(match):
    play_to(match, Phase.PLAY)
    for frame in frames(match, 0, 1):
        row = match.records.get(ply=frame.table.ply)
        assert kinds(frame) == [event["kind"] for event in row.events]
        assert {event["ply"] for event in frame.events} <= {frame.table.ply}


def test_a_page_that_shows_the_present_gets_it_drawn_anew_without_events(match):
    ply = play_to(match, Phase.PLAY).ply
    (frame,) = frames(match, ply, 0)
    assert (frame.since, frame.table.ply, frame.events) == (ply, ply, [])


def test_a_page_that_is_too_far_behind_gets_the_present_at_once(match):
    ply = play_until(match, lambda state: state.ply >= MOST_FRAMES + 1 and state.phase is not Phase.COUNT).ply
    assert len(frames(match, ply - MOST_FRAMES, None)) == MOST_FRAMES
    assert plies(match, ply - MOST_FRAMES - 1, None) == [(None, ply)]


def test_a_page_that_claims_a_ply_yet_to_come_gets_the_present(match):
    ply = play_to(match, Phase.PLAY).ply
    assert plies(match, ply + 1, 0) == [(None, ply)]


def test_a_player_stops_at_each_show_in_order_and_then_goes_to_the_present(match, ana, shown):
    pones, dealers, crib, present = shown
    assert plies(match, pones - 1, 0) == [(pones - 1, pones)]
    for read, following in ((pones, dealers), (dealers, crib), (crib, present)):
        assert plies(match, read, 0) == [(read, read)]
        go_on(match.pk, ana, read, NOW)
        assert plies(match, read, 0) == [(read, following)]
    assert plies(match, present, 0) == [(present, present)]


def test_reading_alone_is_asked_for_at_a_show(match, ana, shown):
    pones, _dealers, _crib, present = shown
    (frame,) = frames(match, pones, 0)
    assert frame.table.task == "read"
    assert f'name="ply" value="{pones}"' in frame.html["show"]
    for ply in shown[:3]:
        go_on(match.pk, ana, ply, NOW)
    (frame,) = frames(match, present, 0)
    assert frame.table.task == "discard"
    assert frame.html["show"] == ""


def test_what_happened_while_a_player_read_comes_when_he_goes_on(match, ana, ben, shown):
    for ply in shown[:2]:
        go_on(match.pk, ana, ply, NOW)
    send(match, ben, Discard(position(match).hands[1][:2]))
    assert plies(match, shown[2], 0) == [(shown[2], shown[2])]
    go_on(match.pk, ana, shown[2], NOW)
    assert plies(match, shown[2], 0) == [(shown[2], shown[3]), (shown[3], shown[3] + 1)]


def test_the_pages_of_both_players_go_on_by_themselves(match, ana, shown):
    go_on(match.pk, ana, shown[0], NOW)
    assert plies(match, shown[0], 0) == [(shown[0], shown[1])]
    assert plies(match, shown[0], 1) == [(shown[0], shown[0])]


def test_a_watcher_stops_nowhere(match, shown):
    pones, _dealers, _crib, present = shown
    assert plies(match, pones - 1, None) == [(ply, ply + 1) for ply in range(pones - 1, present)]
    assert all(frame.table.task == "watch" for frame in frames(match, pones - 1, None))


@pytest.mark.parametrize("count_mode", ["manual", "muggins"])
def test_a_hand_counted_by_claims_is_read_before_the_next_one_is_claimed(ana, ben, count_mode):
    """The pone claims; when that is settled both read it, and only then is the dealer's page asked for a claim."""
    match = started(ana, ben, count_mode=count_mode)
    state = play_until(match, lambda state: state.counted == 1)
    dealer, user = state.dealer, (ana, ben)[state.dealer]
    (frame,) = frames(match, state.ply, dealer)
    assert frame.table.task == "read"
    assert 'value="count"' not in frame.html["show"]
    go_on(match.pk, user, state.ply, NOW)
    (frame,) = frames(match, state.ply, dealer)
    assert frame.table.task == "count"
    assert 'value="count"' in frame.html["show"]


def test_a_hand_in_muggins_is_shown_in_full_only_when_the_opponent_has_answered(ana, ben):
    match = started(ana, ben, count_mode="muggins")
    state = play_until(match, lambda state: state.claim is not None)
    for reader in (0, 1, None):
        (frame,) = frames(match, state.ply, reader)
        assert frame.table.counting.combinations == ()
        assert frame.table.counting.total == f"claims {state.claim}"
    send(match, (ana, ben)[state.dealer], plain_move(state, state.dealer))
    frame = frames(match, state.ply, state.dealer)[-1]
    assert frame.table.counting.total == f"{state.claim} point" + "s" * (state.claim != 1)


def controls(frame):
    """Everything in a frame by which a move could be made."""
    text = "".join(frame.html.values())
    return re.findall(r'form="(?:move|go-on|join)"|name="decision"', text)


def test_a_ply_that_is_passed_has_no_controls(match, ana, ben):
    play_until(match, lambda state: len(sum(state.hands, ())) == 1 and state.phase is Phase.PLAY)
    ply = position(match).ply
    for reader in (0, 1):
        passed = 0
        for frame in frames(match, ply - 10, reader):
            if frame.table.ply < ply:
                assert controls(frame) == []
                assert frame.table.decision == ""
                passed += 1
        assert passed == 9


def test_the_present_has_controls_for_whoever_has_to_decide_and_for_nobody_else(match):
    state = play_to(match, Phase.PLAY)
    for reader in (0, 1, None):
        (frame,) = frames(match, state.ply, reader)
        assert bool(controls(frame)) == (reader == state.to_play)


def test_the_menu_stays_while_plies_pass(match):
    """It would blink otherwise, whenever the server or the computer does several things at once."""
    play_to(match, Phase.PLAY)
    menus = {frame.html["menu"] for frame in frames(match, 7, 0)}
    assert len(menus) == 1
    assert "Resign" in menus.pop()


def test_a_game_that_ended_while_a_hand_was_unread_is_over_only_behind_it(match, ana, ben, shown):
    resign(match.pk, ben, NOW)
    (frame,) = frames(match, shown[0], 0)
    assert frame.table.task == "read"
    assert frame.table.result is None
    for ply in shown[:3]:
        go_on(match.pk, ana, ply, NOW)
    over = frames(match, shown[2], 0)[-1]
    assert over.table.task == "over"
    assert over.table.result.headline
    assert kinds(over) == ["resign", "end"]


def test_the_hand_that_wins_is_read_before_the_result(ana, ben, stack):
    stack({number: Random(number).sample(DECK, 52) for number in range(20)})
    match = started(ana, ben, target=61)
    state = play_until(match, lambda state: state.result is not None)
    assert match.records.get(ply=state.ply).kind == "show"
    for seat, user in enumerate((ana, ben)):
        while (stop := frames(match, None, seat)[0].table).task != "over":
            assert (stop.task, stop.result) == ("read", None)
            last_read = stop.ply
            go_on(match.pk, user, stop.ply, NOW)
        assert (last_read, stop.ply) == (state.ply, state.ply)


def test_the_page_holds_the_same_regions_as_the_first_frame(match, anas, clock):
    play_to(match, Phase.PLAY)
    (frame,) = frames(match, None, 0)
    assert set(frame.html) == set(REGIONS)
    text = anas.get(match.get_absolute_url()).content.decode()
    for html in frame.html.values():
        assert html in text


def test_drawing_changes_nothing(match, shown):
    before = everything(match)
    for since in (None, 0, shown[0] - 5, shown[0]):
        for reader in (0, 1, None):
            frames(match, since, reader)
    assert everything(match) == before


def test_one_ply_is_drawn_with_few_queries_however_long_the_game(ana, ben, django_assert_max_num_queries):
    match = started(ana, ben)
    for deal in (1, 4):
        state = play_to(match, Phase.PLAY, deal=deal)
        match.seats.update(read_ply=state.ply - 1)
        with django_assert_max_num_queries(7):
            frames(match, state.ply - 1, 0)


def test_a_match_that_does_not_exist_is_refused():
    with pytest.raises(NoSuchMatch):
        update_since("nesuchtab2e7", None, None, "en", NOW)


def test_regions_carry_no_indentation(match):
    play_to(match, Phase.PLAY)
    frame = present_frame(find_match(match.pk), 0, NOW)
    assert all(not re.search(r"\n\s|\s\n|^\s|\s$", html) for html in frame.html.values())

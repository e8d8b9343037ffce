"""The show stays for each player until that player goes on; nobody waits for the other's reading."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.moves import Count, Discard, Pass
from games.engine.state import Phase
from games.models import Match
from games.services import endings
from games.services.errors import Forbidden, NoSuchMatch
from games.services.moves import go_on
from games.state import next_show
from games.tables import TableView

from .conftest import Stack
from .players import (
    NOW,
    browser_of,
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

DECKS = {0: cut_pack("AC KD"), 1: pack("2S 3S TC 9C 5H 9D", "QS 4C KD 6H 7H 8H", "JS")}


def table(browser: Client, match: Match) -> TableView:
    view: TableView = browser.get(match.get_absolute_url()).context["table"]
    return view


def press_go_on(browser: Client, match: Match) -> None:
    counting = table(browser, match).counting
    assert counting is not None
    browser.post(reverse("go_on", args=[match.pk]), {"ply": str(counting.ply)})


def read_ply(match: Match, user: User) -> int:
    return match.seats.get(user=user).read_ply


def shows(match: Match) -> list[int]:
    plies = [next_show(match, after=0)]
    while plies[-1] is not None:
        plies.append(next_show(match, after=plies[-1]))
    return [ply for ply in plies if ply is not None]


@pytest.fixture
def shown(match: Match, stack: Stack) -> Match:
    """The first deal was played; Ben is pone; both have to discard in the second."""
    stack(DECKS)
    play_to(match, Phase.DISCARD, deal=2)
    return match


def test_the_page_stops_at_each_hand_in_turn_and_then_comes_to_the_present(shown: Match, anas: Client) -> None:
    titles = []
    while (view := table(anas, shown)).task == "read":
        assert view.counting is not None
        assert view.counting.ply == view.ply
        titles.append(view.counting.title)
        assert view.decision == "", "nothing of what came after is told yet"
        press_go_on(anas, shown)
    assert titles == ["Ben's hand", "Ana's hand", "Ana's crib"]
    assert (view.task, view.ply, view.decision) == ("discard", position(shown).ply, "2.discard")
    assert view.counting is None


def test_each_player_reads_alone(shown: Match, ana: User, ben: User, anas: Client, bens: Client) -> None:
    first = shows(shown)[0]
    press_go_on(anas, shown)
    assert (read_ply(shown, ana), read_ply(shown, ben)) == (first, 0)
    assert table(bens, shown).ply == first
    assert table(anas, shown).ply == shows(shown)[1]


def test_the_opponent_may_move_while_i_read(shown: Match, ana: User, ben: User, anas: Client, bens: Client) -> None:
    for _ in range(3):
        press_go_on(bens, shown)
    send(shown, ben, Discard(position(shown).hands[1][:2]))
    assert table(anas, shown).ply == shows(shown)[0], "Ana still reads"
    for _ in range(3):
        press_go_on(anas, shown)
    view = table(anas, shown)
    assert (view.task, view.crib_size) == ("discard", 2)
    assert table(bens, shown).task == "wait"


def test_who_has_not_read_may_move_all_the_same(shown: Match, ana: User, anas: Client) -> None:
    send(shown, ana, Discard(position(shown).hands[0][:2]))
    assert position(shown).discards[0]
    assert table(anas, shown).task == "read"


def test_a_watcher_stops_nowhere(shown: Match, cleos: Client, client: Client) -> None:
    for browser in (cleos, client):
        view = table(browser, shown)
        assert (view.task, view.ply) == ("watch", position(shown).ply)


def test_reading_changes_nothing_of_the_match(shown: Match, ana: User, ben: User) -> None:
    values, seats, records = everything(shown)  # type: ignore[misc]
    go_on(shown.pk, ana, shows(shown)[0], NOW)
    values_after, seats_after, records_after = everything(shown)  # type: ignore[misc]
    assert (values_after, records_after) == (values, records)
    assert seats_after[1] == seats[1]
    assert seats_after[0] == seats[0] | {"read_ply": shows(shown)[0]}


def test_one_goes_forward_alone_and_never_past_the_present(shown: Match, ana: User) -> None:
    second = shows(shown)[1]
    go_on(shown.pk, ana, second, NOW)
    for ply in (0, 1, second - 1, second, position(shown).ply + 1, 9_999_999):
        go_on(shown.pk, ana, ply, NOW)
        assert read_ply(shown, ana) == second
    go_on(shown.pk, ana, position(shown).ply, NOW)
    assert read_ply(shown, ana) == position(shown).ply


def test_sent_twice_it_is_done_once(shown: Match, anas: Client, ana: User) -> None:
    first, form = shows(shown)[0], {"ply": str(shows(shown)[0])}
    for _ in range(2):
        assert anas.post(reverse("go_on", args=[shown.pk]), form)["Location"] == shown.get_absolute_url()
    assert read_ply(shown, ana) == first


def test_nobody_goes_on_for_somebody_else(shown: Match, cleo: User, ana: User, cleos: Client) -> None:
    before = everything(shown)
    with pytest.raises(Forbidden):
        go_on(shown.pk, cleo, 1, NOW)
    with pytest.raises(NoSuchMatch):
        go_on("nosuchtable2", ana, 1, NOW)
    answer = cleos.post(reverse("go_on", args=[shown.pk]), {"ply": "1"})
    assert said("not_your_table") in cleos.get(answer["Location"]).content.decode()
    assert everything(shown) == before


def test_the_hand_that_wins_is_read_before_the_result(ana: User, ben: User, stack: Stack) -> None:
    """Ben has 34 after the first deal and deals the second: Ana's hand, then his 29 wins, and no crib is counted."""
    fives, others = "9H 7H JS 5C 5D 5H", "2D 4D 8C KD QH TH"
    stack({0: cut_pack("AC KD"), 1: pack(fives, others, "5S"), 2: pack(others, fives, "5S")})
    match = started(ana, ben, target=61)
    over = play_until(match, lambda state: state.result is not None)
    assert over.result is not None
    assert (over.result.winner, over.deal, over.counted) == (1, 2, 2)
    for user in (ana, ben):
        browser = browser_of(user)
        titles = []
        while (view := table(browser, match)).task == "read":
            assert view.counting is not None
            assert view.result is None
            titles.append((view.counting.title, view.counting.total))
            press_go_on(browser, match)
        assert titles[3:] == [("Ana's hand", "6 points"), ("Ben's hand", "29 points")]
        assert view.task == "over"
        assert view.result is not None


def test_when_the_opponent_gives_up_meanwhile_the_result_comes_after_the_reading(
    shown: Match, ben: User, anas: Client
) -> None:
    endings.resign(shown.pk, ben, NOW)
    for _ in range(3):
        assert table(anas, shown).task == "read"
        press_go_on(anas, shown)
    view = table(anas, shown)
    assert (view.task, view.status) == ("over", "finished")


def test_hands_counted_by_the_players_are_read_one_by_one_too(
    ana: User, ben: User, stack: Stack, anas: Client, bens: Client
) -> None:
    stack(DECKS)
    match = started(ana, ben, count_mode="muggins")
    play_to(match, Phase.COUNT)
    send(match, ben, Count(10))
    assert table(bens, match).task == "wait", "the true count is not shown before the answer"
    assert table(anas, match).task == "muggins"
    send(match, ana, Pass())
    for browser in (anas, bens):
        view = table(browser, match)
        assert view.task == "read"
        assert view.counting is not None
        assert view.counting.total == "12 points"
    press_go_on(anas, match)
    assert table(anas, match).task == "count"
    assert table(bens, match).task == "read"


@pytest.mark.parametrize("mode", ["manual", "muggins"])
def test_a_watcher_sees_a_hand_counted_before_the_next_one_opens(
    ana: User, ben: User, stack: Stack, client: Client, mode: str
) -> None:
    stack(DECKS)
    match = started(ana, ben, count_mode=mode)
    play_to(match, Phase.COUNT)
    send(match, ben, Count(10))
    if mode == "muggins":
        view = table(client, match)
        assert view.counting is not None
        assert (view.counting.total, view.counting.combinations) == ("claims 10", ())
        send(match, ana, Pass())
    view = table(client, match)
    assert view.task == "watch"
    assert view.counting is not None
    assert (view.counting.title, view.counting.total) == ("Ben's hand", "12 points")
    assert [combination.points for combination in view.counting.combinations] == [2, 2, 2, 3, 3]


def test_the_pages_of_a_finished_match_stay_at_its_end(shown: Match, ana: User, anas: Client) -> None:
    go_on(shown.pk, ana, position(shown).ply, NOW)
    endings.resign(shown.pk, user_at(shown, 1), NOW)
    for _ in range(2):
        assert table(anas, shown).ply == fresh(shown).ply

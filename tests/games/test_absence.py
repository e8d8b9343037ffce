"""An opponent who is gone: who is taken for gone, since when, and what the other may do about it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from cribsite.site import stored_settings
from games.models import DAY, Match
from games.presence import Arrival, arrive
from games.render import present_frame
from games.selectors import find_match
from games.services import endings, lobby
from games.services.lobby import Terms
from games.verify import find_faults
from tests.api.programs import Program, done, refusal

from .absences import CLAIMABLE, COUNTDOWN, GONE, SHOWN_AFTER, Table, seconds, waited
from .conftest import StoppedClock
from .players import NOW, browser_of, everything, fresh, position, started
from .test_queries_of_a_move import AtMost

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(match: Match) -> Table:
    return Table(match)


def test_a_page_that_is_silent_is_gone_after_two_pings_and_claimed_after_the_countdown(table: Table) -> None:
    table.both_here(NOW)
    assert waited(table, SHOWN_AFTER).absence is None
    absence = table.ping(table.stays, seconds(SHOWN_AFTER)).absence
    assert absence is not None
    assert (absence.since, absence.until) == (seconds(SHOWN_AFTER), seconds(CLAIMABLE))
    assert waited(table, CLAIMABLE, begin=75).absence == absence, "it does not begin anew with each look"
    before = everything(table.match)
    assert table.claim(seconds(CLAIMABLE - 1)) == "countdown_is_not_over"
    assert everything(table.match) == before
    assert table.claim(seconds(CLAIMABLE)) == ""
    assert table.outcome() == ("finished", "abandonment", table.stays)
    assert list(find_faults(fresh(table.match))) == []


def test_a_line_that_breaks_for_ten_seconds_shows_nothing(table: Table) -> None:
    """The ping of second 25 is lost; the page is back at 36."""
    table.both_here(NOW)
    for number in (1, 26, 35):
        assert table.ping(table.stays, seconds(number)).absence is None
    assert not table.ping(table.gone, seconds(36)).was_missed
    assert table.ping(table.stays, seconds(85)).absence is None


def test_who_comes_back_ends_the_countdown_and_is_told(table: Table) -> None:
    table.both_here(NOW)
    waited(table, CLAIMABLE + 50)
    assert table.ping(table.gone, seconds(CLAIMABLE + 40)).was_missed
    assert not table.ping(table.gone, seconds(CLAIMABLE + 41)).was_missed, "once"
    before = everything(table.match)
    assert table.claim(seconds(CLAIMABLE + 40)) == "opponent_is_here", "in the same second"
    assert everything(table.match) == before
    assert table.ping(table.stays, seconds(CLAIMABLE + 50)).absence is None
    absence = waited(table, 300, begin=200).absence
    assert absence is not None
    assert absence.until == seconds(CLAIMABLE + 40 + CLAIMABLE), "anew from the return"


def test_a_page_of_its_table_that_pings_on_in_another_tab_is_enough(table: Table) -> None:
    """Two tabs, one of which is closed; and a reload, whose page comes by a request and then has a socket."""
    table.both_here(NOW)
    for number in range(10, 200, 25):
        table.ping(table.gone, seconds(number))
    assert table.ping(table.stays, seconds(200)).absence is None
    browser = browser_of(table.user(table.gone))
    browser.get(table.match.get_absolute_url())
    table.ping(table.gone, seconds(201))
    assert table.ping(table.stays, seconds(240)).absence is None


def test_the_page_of_another_table_is_not_this_one(table: Table, ana: User, ben: User) -> None:
    other = Table(started(ana, ben))
    table.both_here(NOW)
    for number in range(25, 200, 25):
        other.both_here(seconds(number))
        table.ping(table.stays, seconds(number))
    assert table.ping(table.stays, seconds(200)).absence is not None


def test_who_last_did_something_by_a_form_or_by_the_api_is_judged_by_the_clock_alone(
    table: Table, clock: StoppedClock
) -> None:
    user = table.user(table.gone)
    read = {"ply": position(table.match).ply}
    for visit in (
        lambda: browser_of(user).post(reverse("go_on", args=[table.match.pk]), read, follow=True),
        lambda: browser_of(user).post(reverse("school", args=[table.match.pk]), {"way": "off"}, follow=True),
        lambda: Program(user).post(f"matches/{table.match.pk}/agree"),
    ):
        begin = clock.now
        table.both_here(begin)
        clock.pass_by(10)
        visit()
        clock.pass_by(CLAIMABLE + 100)
        table.ping(table.stays, clock.now - timedelta(seconds=70))
        assert table.ping(table.stays, clock.now).absence is None
        assert table.claim(clock.now) == "time_is_not_over"


def test_a_mere_look_does_not_let_who_had_a_live_page_go(table: Table, clock: StoppedClock) -> None:
    user = table.user(table.gone)
    for look in (
        lambda: browser_of(user).get(table.match.get_absolute_url()),
        lambda: Program(user).get(f"matches/{table.match.pk}"),
    ):
        begin = clock.now
        table.both_here(begin)
        clock.pass_by(10)
        look()
        left = clock.now
        for _ in range(5):
            clock.pass_by(25)
            table.ping(table.stays, clock.now)
        absence = table.ping(table.stays, clock.now).absence
        assert absence is not None
        assert absence.since == left + timedelta(seconds=SHOWN_AFTER)
    assert table.claim(absence.until) == ""


def test_who_looks_without_a_page_and_never_had_one_is_never_gone(table: Table, clock: StoppedClock) -> None:
    browser_of(table.user(table.gone)).get(table.match.get_absolute_url())
    Program(table.user(table.gone)).view(table.match.pk)
    table.ping(table.stays, clock.now)
    assert waited(table, 600).absence is None
    assert table.claim(seconds(600)) == "time_is_not_over"


def test_a_form_stops_a_countdown_that_runs_and_its_player_is_told(table: Table, clock: StoppedClock) -> None:
    table.both_here(NOW)
    waited(table, CLAIMABLE)
    clock.pass_by(CLAIMABLE)
    browser = browser_of(table.user(table.gone))
    page = browser.get(table.match.get_absolute_url()).content.decode()
    stays = table.user(table.stays).shown_name
    assert f"{stays} was told that you were gone. Now that you are back, the countdown is stopped." in page
    assert "was told that" not in browser.get(table.match.get_absolute_url()).content.decode()
    assert table.claim(clock.now) == "opponent_is_here"


def test_who_never_had_a_page_here_is_never_gone(table: Table) -> None:
    table.ping(table.stays, NOW)
    assert waited(table, 600).absence is None
    assert table.claim(seconds(600)) == "time_is_not_over"


@pytest.mark.parametrize("away", [61, 90, 119, 120, 121, 150, 179, 180, 181, 600])
def test_of_two_who_both_left_the_first_to_come_back_waits_as_long_as_anybody(table: Table, away: int) -> None:
    table.both_here(NOW)
    assert table.claim(seconds(away)) == "countdown_is_not_over", "by a form that comes before the page"
    absence = table.ping(table.stays, seconds(away)).absence
    assert absence is not None
    assert absence.until == seconds(away + COUNTDOWN)
    assert table.claim(seconds(away)) == "countdown_is_not_over"
    table.ping(table.stays, seconds(away + COUNTDOWN - 5))
    assert table.claim(seconds(away + COUNTDOWN - 1)) == "countdown_is_not_over"


def test_who_leaves_again_while_the_countdown_runs_did_not_wait(table: Table) -> None:
    table.both_here(NOW)
    waited(table, 80)
    assert table.claim(seconds(75 + 61)) == "countdown_is_not_over"


@pytest.mark.parametrize("countdown", [60, 300])
def test_a_program_that_sleeps_while_a_countdown_runs_waits_for_it(
    table: Table, clock: StoppedClock, countdown: int
) -> None:
    """It has no page that pings, and reads from its view when to come back."""
    wished = stored_settings()
    wished.absent_seconds = countdown
    wished.save()
    table.ping(table.gone, NOW)
    program = Program(table.user(table.stays))
    for pause in (0, SHOWN_AFTER):
        clock.pass_by(pause)
        program.view(table.match.pk)
    clock.pass_by(countdown + 5)
    assert done(program.post(f"matches/{table.match.pk}/claim"))["result"]["reason"] == "abandonment"


@pytest.mark.parametrize("away", [121, 179, 600])
def test_a_program_that_was_away_meanwhile_did_not_wait(table: Table, clock: StoppedClock, away: int) -> None:
    program = Program(table.user(table.stays))
    program.view(table.match.pk)
    table.ping(table.gone, NOW)
    clock.pass_by(away)
    assert refusal(program.post(f"matches/{table.match.pk}/claim")) == (422, "illegal_move")


def test_who_comes_back_second_after_both_left_is_not_told_of_a_countdown(table: Table) -> None:
    table.both_here(NOW)
    table.ping(table.stays, seconds(600))
    assert not table.ping(table.gone, seconds(1200)).was_missed, "nobody was there to miss them"


def test_at_the_own_turn_nothing_can_be_claimed(table: Table) -> None:
    table.both_here(NOW)
    table.gone, table.stays = table.stays, table.gone
    waited(table, CLAIMABLE + 25)
    before = everything(table.match)
    assert table.claim(seconds(CLAIMABLE)) == "not_at_opponents_turn"
    assert everything(table.match) == before


def test_the_host_sets_how_long_the_countdown_takes(table: Table) -> None:
    wished = stored_settings()
    wished.absent_seconds = 10
    wished.save()
    table.both_here(NOW)
    waited(table, SHOWN_AFTER + 10)
    assert table.claim(seconds(SHOWN_AFTER + 9)) == "countdown_is_not_over"
    assert table.claim(seconds(SHOWN_AFTER + 10)) == ""


def test_to_be_seen_asks_little_of_the_database(table: Table, django_assert_max_num_queries: AtMost) -> None:
    """With the cache in the database: match and seats, one look for both signs, and what writing the own one takes."""
    table.both_here(NOW)
    with django_assert_max_num_queries(2 + 1 + 5):
        table.ping(table.stays, seconds(25))
    with django_assert_max_num_queries(2 + 1):
        table.ping(table.stays, seconds(26))


def test_the_clock_comes_first(ana: User, ben: User) -> None:
    table = Table(started(ana, ben, allowance=20, bank=60))
    table.both_here(NOW)
    waited(table, CLAIMABLE)
    table.claim(seconds(CLAIMABLE))
    assert table.outcome() == ("finished", "time", table.stays)


def test_slow_games_and_the_computer_know_no_absence(ana: User, ben: User) -> None:
    slow = Table(started(ana, ben, allowance=DAY))
    slow.both_here(NOW)
    waited(slow, 600)
    assert slow.claim(seconds(600)) == "time_is_not_over"
    computer = lobby.create_match(ana, Terms(Match.Opponent.COMPUTER, computer="easy"), NOW)
    found = find_match(computer.pk)
    assert found is not None
    assert arrive(found, 0, NOW, by_live_page=True) == Arrival()


def test_a_watcher_is_told_nothing_of_it(table: Table, clock: StoppedClock, cleos: Client) -> None:
    table.both_here(NOW)
    waited(table, 75)
    clock.pass_by(75)
    assert GONE in browser_of(table.user(table.stays)).get(table.match.get_absolute_url()).content.decode()
    assert GONE not in cleos.get(table.match.get_absolute_url()).content.decode()


def test_once_the_match_is_over_nobody_is_gone(table: Table) -> None:
    """Though the page that draws its end had seen an absence before."""
    table.both_here(NOW)
    absence = table.ping(table.stays, seconds(SHOWN_AFTER)).absence
    for is_gone in (True, False):
        found = find_match(table.match.pk)
        assert found is not None
        drawn = present_frame(found, table.stays, seconds(SHOWN_AFTER), absence).table
        assert drawn.far is not None
        assert (drawn.far.absence is not None) == is_gone
        if is_gone:
            endings.resign(table.match.pk, table.user(table.stays), seconds(SHOWN_AFTER))

"""Who leaves live games again and again begins no new ones for a while, and is told the rule and the end."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.guests import make_guest
from accounts.models import User
from accounts.services import delete_account
from cribsite.site import stored_settings
from games.engine.errors import MoveError
from games.engine.moves import Abandon, Agree, CallOff, Cut, Ending, Record, Time
from games.engine.state import Phase
from games.models import DAY, Match
from games.pauses import pause_of
from games.services import endings, lobby
from games.services.lobby import Terms
from games.services.table import end_if_overdue, open_table
from tests.api.programs import Program, done, refusal

from .conftest import StoppedClock
from .players import NOW, browser_of, everything, fresh, new_player, play_to, send, started

pytestmark = pytest.mark.django_db

Act = Callable[[], object]
ALLOWED, PAUSE = 3, timedelta(hours=2)


def hours(number: float) -> datetime:
    return NOW + timedelta(hours=number)


def left(user: User, other: User, at: datetime, act: Ending | None = None, **terms: object) -> Match:
    """A live game that the user left at that moment."""
    match = in_the_play(user, other, **terms)
    leave(match, at, act)
    return match


def in_the_play(user: User, other: User, **terms: object) -> Match:
    match = started(other, user, NOW, **terms)
    play_to(match, Phase.PLAY)
    return match


def leave(match: Match, at: datetime, act: Ending | None = None) -> None:
    with open_table(match.pk, at) as log:
        log.append(Record(1, act or Abandon()))


def leave_often(user: User, other: User, number: int = ALLOWED) -> None:
    for _game in range(number):
        left(user, other, NOW)


def refused(act: Act) -> str:
    try:
        act()
    except MoveError as error:
        return error.key
    return ""


def open_live(user: User, at: datetime) -> str:
    return refused(lambda: lobby.create_match(user, Terms(Match.Opponent.OPEN, allowance=20, bank=60), at))


def test_the_game_too_many_begins_a_pause_of_two_hours(ana: User, ben: User) -> None:
    leave_often(ana, ben, ALLOWED - 1)
    assert open_live(ana, NOW) == ""
    left(ana, ben, hours(1))
    assert open_live(ana, hours(1)) == "left_too_often"
    assert open_live(ana, hours(3) - timedelta(seconds=1)) == "left_too_often"
    assert open_live(ana, hours(3)) == ""
    assert open_live(ben, hours(1)) == ""


def test_each_game_left_beyond_it_doubles_the_pause_to_eight_times_at_most(ana: User, ben: User) -> None:
    more = [in_the_play(ana, ben) for _game in range(5)]
    leave_often(ana, ben)
    pauses = []
    for number, match in enumerate(more):
        pause = pause_of(ana, NOW)
        assert pause is not None
        assert pause.leaves == ALLOWED + number
        pauses.append(pause.until - NOW)
        leave(match, NOW)
    assert pauses == [PAUSE * factor for factor in (1, 2, 4, 8, 8)]


def test_what_lies_more_than_a_day_apart_does_not_add_up(ana: User, ben: User) -> None:
    for day in range(4):
        left(ana, ben, NOW + timedelta(days=day))
        assert pause_of(ana, NOW + timedelta(days=day)) is None
    left(ana, ben, NOW + timedelta(days=3, hours=1))
    assert pause_of(ana, NOW + timedelta(days=3, hours=1)) is None, "two within a day"


def test_the_end_that_was_told_stays_though_old_games_count_no_more_meanwhile(ana: User, ben: User) -> None:
    leave_often(ana, ben, ALLOWED - 1)
    left(ana, ben, hours(23))
    for at in (hours(23), hours(24.5), hours(25) - timedelta(seconds=1)):
        pause = pause_of(ana, at)
        assert pause is not None
        assert pause.until == hours(25)
    assert pause_of(ana, hours(25)) is None


@pytest.mark.parametrize("act", [Abandon(), CallOff(), Time()], ids=lambda act: act.kind)
def test_being_gone_and_running_out_of_time_count(ana: User, ben: User, act: Ending) -> None:
    for _game in range(ALLOWED):
        left(ana, ben, NOW, act)
    assert open_live(ana, NOW) == "left_too_often"
    assert open_live(ben, NOW) == ""


def test_an_abort_counts_once_the_cut_was_made(ana: User, ben: User) -> None:
    for _game in range(ALLOWED + 2):
        match = started(ana, ben)
        send(match, ana, Cut(""))
        endings.abort(match.pk, ana, NOW)
    assert pause_of(ana, NOW) is None
    for _game in range(ALLOWED):
        match = started(ana, ben)
        play_to(match, Phase.DISCARD)
        endings.abort(match.pk, ana, NOW)
    assert pause_of(ana, NOW) is not None


def test_time_counts_from_the_join_on(ana: User, ben: User) -> None:
    for _game in range(ALLOWED):
        match = started(ana, ben, allowance=20, bank=0)
        send(match, ben, Cut(""))
        assert end_if_overdue(match.pk, hours(1))
    assert (pause_of(ana, hours(1)) is None, pause_of(ben, hours(1)) is None) == (False, True)


def test_resigning_and_calling_off_together_are_no_leaving(ana: User, ben: User) -> None:
    for _game in range(ALLOWED + 1):
        resigned, agreed = started(ana, ben), started(ana, ben)
        for match in (resigned, agreed):
            play_to(match, Phase.PLAY)
        endings.resign(resigned.pk, ana, NOW)
        for user in (ana, ben):
            endings.agree(agreed.pk, user, NOW)
    assert pause_of(ana, NOW) is None
    assert Agree.kind == "agreement"


def test_slow_games_and_games_against_the_computer_do_not_count(ana: User, ben: User) -> None:
    for _game in range(ALLOWED + 1):
        left(ana, ben, NOW, Time(), allowance=DAY)
        computer = lobby.create_match(ana, Terms(Match.Opponent.COMPUTER, computer="easy", allowance=20), NOW)
        end_if_overdue(computer.pk, hours(1))
        assert fresh(computer).reason == "time"
    assert pause_of(ana, hours(1)) is None


def test_new_live_games_alone_are_refused_and_nothing_changes(ana: User, ben: User) -> None:
    free = lobby.create_match(ben, Terms(Match.Opponent.OPEN, allowance=20), NOW)
    slow = lobby.create_match(ben, Terms(Match.Opponent.OPEN, allowance=DAY), NOW)
    leave_often(ana, ben)
    before = everything(free)
    assert refused(lambda: lobby.join(free.pk, ana, NOW)) == "left_too_often"
    assert everything(free) == before
    for terms in (Terms(Match.Opponent.LINK), Terms(Match.Opponent.NAMED, invited=ben, allowance=60)):
        assert refused(lambda terms=terms: lobby.create_match(ana, terms, NOW)) == "left_too_often"
    lobby.join(slow.pk, ana, NOW)
    lobby.create_match(ana, Terms(Match.Opponent.OPEN, allowance=DAY), NOW)
    lobby.create_match(ana, Terms(Match.Opponent.COMPUTER, computer="easy"), NOW)


def test_a_rematch_is_a_new_game_to_offer_and_to_accept(ana: User, ben: User) -> None:
    over, offered = left(ana, ben, NOW), left(ana, ben, NOW)
    offer = endings.rematch(offered.pk, ben, NOW)
    left(ana, ben, NOW)
    assert refused(lambda: endings.rematch(over.pk, ana, NOW)) == "left_too_often"
    assert refused(lambda: endings.rematch(offered.pk, ana, NOW)) == "left_too_often"
    assert fresh(offer).status == Match.State.OPEN
    endings.rematch(offered.pk, ana, NOW + PAUSE)
    assert fresh(offer).status == Match.State.ACTIVE


def test_guests_count_like_players(ben: User) -> None:
    guest = make_guest("", NOW)
    for _game in range(ALLOWED):
        match = lobby.create_match(guest, Terms(Match.Opponent.LINK, allowance=20), NOW)
        lobby.join(match.pk, ben, NOW, invite=match.invite or "")
        play_to(match, Phase.PLAY)
        with open_table(match.pk, NOW) as log:
            log.append(Record(0, Time()))
    assert refused(lambda: lobby.create_match(guest, Terms(Match.Opponent.LINK), NOW)) == "left_too_often"


def test_a_deleted_account_leaves_no_trace_of_it(ana: User, ben: User) -> None:
    leave_often(ana, ben)
    delete_account(ana, NOW)
    again = new_player("Ana")
    assert pause_of(again, NOW) is None


def test_the_host_sets_bound_window_and_pause(ana: User, ben: User) -> None:
    wished = stored_settings()
    wished.leaves_allowed, wished.leaves_within_hours, wished.leave_pause_hours = 1, 5, 7
    wished.save()
    left(ana, ben, NOW)
    pause = pause_of(ana, NOW)
    assert pause is not None
    assert (pause.leaves, pause.hours, pause.until) == (1, 5, hours(7))


RULE = (
    "Live games that you left within 24 h: 3 (gone, out of time, or aborted after the cut). "
    "New ones are open to you again at March 14, 2026, 11 a.m.; slow games and the computer are so now."
)


def test_the_player_is_told_the_rule_and_the_end(ana: User, ben: User, clock: StoppedClock) -> None:
    leave_often(ana, ben)
    browser: Client = browser_of(ana)
    assert RULE in browser.get("/").content.decode()
    assert "Live games that you left" not in browser_of(ben).get("/").content.decode()
    terms = {"opponent": "open", "pace": "steady", "target": "121", "count_mode": "automatic"}
    answer = browser.post(reverse("create"), terms)
    assert answer.status_code == 422
    assert RULE in [str(error) for error in answer.context["form"].non_field_errors()]
    free = lobby.create_match(ben, Terms(Match.Opponent.OPEN), NOW)
    assert RULE in browser.post(f"/table/{free.pk}/join/", follow=True).content.decode()
    clock.pass_by(PAUSE.total_seconds())
    assert "Live games that you left" not in browser.get("/").content.decode()


def test_a_program_is_told_it_too(ana: User, ben: User, clock: StoppedClock) -> None:
    program = Program(ana)
    assert done(program.get("account"))["paused_until"] is None
    leave_often(ana, ben)
    answer = program.post("matches", {"opponent": "open", "clock": {"allowance": 20, "bank": 0}})
    assert refusal(answer) == (403, "forbidden")
    assert answer.json()["error"]["reason"] == "left_too_often"
    assert answer.json()["error"]["message"] == RULE
    assert done(program.get("account"))["paused_until"] == "2026-03-14T11:00:00Z"
    done(program.post("matches", {"opponent": "computer:easy"}), 201)

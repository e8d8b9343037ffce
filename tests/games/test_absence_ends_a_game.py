"""An opponent who is gone: how the other ends the game, by the page and by the API."""

import pytest
from django.urls import reverse

from accounts.models import User
from games.engine.state import Phase
from games.models import Match
from games.presence import arrive
from games.selectors import find_match
from games.services import endings
from games.verify import find_faults
from tests.api.programs import Program, done, refusal

from .absences import CLAIMABLE, COUNTDOWN, SHOWN_AFTER, Table, seconds, waited
from .conftest import StoppedClock
from .players import NOW, browser_of, fresh, play_to, position, said

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(match: Match) -> Table:
    return Table(match)


def test_before_both_first_discards_it_counts_for_nobody(match: Match, ana: User) -> None:
    play_to(match, Phase.DISCARD)
    found = find_match(match.pk)
    assert found is not None
    for seat in (0, 1):
        arrive(found, seat, NOW, by_live_page=True)
    for number in range(25, CLAIMABLE + 1, 25):
        arrive(found, 0, seconds(number), by_live_page=True)
    endings.claim(match.pk, ana, seconds(CLAIMABLE))
    over = fresh(match)
    assert (over.status, over.reason, over.winner) == ("aborted", "abandonment", None)


def test_the_other_may_call_it_off_alone_and_then_it_counts_for_nobody(table: Table, clock: StoppedClock) -> None:
    table.both_here(NOW)
    waited(table, CLAIMABLE)
    clock.pass_by(CLAIMABLE)
    browser = browser_of(table.user(table.stays))
    page = browser.get(table.match.get_absolute_url())
    actions = {action.label: action.url for action in page.context["table"].actions if action.strong}
    assert set(actions) == {"Claim the game", "Call it off alone"}
    page = browser.post(actions["Call it off alone"], follow=True).content.decode()
    assert table.outcome() == ("aborted", "abandonment", None)
    assert "A player left, and the game counts for nobody." in page
    assert list(find_faults(fresh(table.match))) == []


def test_to_call_it_off_while_the_countdown_runs_is_an_offer(table: Table) -> None:
    table.both_here(NOW)
    waited(table, CLAIMABLE)
    endings.agree(table.match.pk, table.user(table.stays), seconds(CLAIMABLE - 1))
    assert table.outcome() == ("active", "", None)
    assert position(table.match).agreed[table.stays]
    endings.agree(table.match.pk, table.user(table.stays), seconds(CLAIMABLE))
    assert table.outcome() == ("aborted", "abandonment", None), "though it was offered before"


def test_a_program_sees_that_the_opponent_is_gone_and_may_claim(table: Table, clock: StoppedClock) -> None:
    program = Program(table.user(table.stays))
    assert "absence" not in program.view(table.match.pk)
    table.both_here(NOW)
    clock.pass_by(SHOWN_AFTER)
    until = seconds(CLAIMABLE).isoformat().replace("+00:00", "Z")
    assert program.view(table.match.pk)["absence"] == {"until": until}
    assert refusal(program.post(f"matches/{table.match.pk}/claim")) == (422, "illegal_move")
    clock.pass_by(COUNTDOWN)
    view = done(program.post(f"matches/{table.match.pk}/claim"))
    assert (view["status"], view["result"]["reason"]) == ("finished", "abandonment")


def test_a_program_calls_it_off_alone_by_agreeing(table: Table, clock: StoppedClock) -> None:
    program = Program(table.user(table.stays))
    table.both_here(NOW)
    waited(table, SHOWN_AFTER)
    clock.pass_by(SHOWN_AFTER)
    program.view(table.match.pk)
    clock.pass_by(COUNTDOWN)
    view = done(program.post(f"matches/{table.match.pk}/agree"))
    assert (view["status"], view["result"]["winner"], view["result"]["reason"]) == ("aborted", None, "abandonment")
    assert [event["kind"] for event in view["events"]][-2:] == ["call_off", "end"]
    assert view["events"][-2]["seat"] == table.gone


def test_a_claim_against_somebody_who_is_back_says_so(table: Table, clock: StoppedClock) -> None:
    table.both_here(NOW)
    waited(table, CLAIMABLE)
    clock.pass_by(CLAIMABLE)
    table.ping(table.gone, clock.now)
    browser = browser_of(table.user(table.stays))
    answer = browser.post(reverse("claim", args=[table.match.pk]), follow=True)
    assert said("opponent_is_here") in answer.content.decode()
    assert table.outcome()[0] == "active"

"""Plans of slow games: sealed while waiting, played as the player's own moves, dropped as soon as they do not fit."""

from contextlib import suppress
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import delete_account
from games.engine.errors import MoveError
from games.engine.moves import Cut, Discard, Move, Play
from games.engine.state import Phase, State
from games.models import DAY, Mail, Match, Plan
from games.postman import deliver
from games.services import endings, plans
from games.services.errors import Refused
from games.verify import find_faults
from tests.forms import controls

from .conftest import Stack, StoppedClock
from .planned_deals import dropped, known_deal, laid, left, plan_of, play, seal
from .players import NOW, any_move, cards, everything, fresh, play_until, position, send, started
from .test_letters import confirmed

pytestmark = pytest.mark.django_db

EIGHT_ON_SEVEN: dict[str, Any] = {"if": {"falls": "7"}, "then": "8H", "else": "ask"}
LOWEST: dict[str, Any] = {"then": "lowest"}


@pytest.fixture
def slow(ana: User, ben: User, stack: Stack) -> Match:
    """Ben (7D 6C 2D KC) has to lead, Ana (8H 9S 4C TD) waits."""
    return known_deal(ana, ben, stack)


def refused(match: Match, user: User, *answers: dict[str, Any], ply: int | None = None) -> str:
    before = everything(match), list(Plan.objects.values())
    with pytest.raises(MoveError) as error:
        seal(match, user, *answers, ply=ply)
    assert (everything(match), list(Plan.objects.values())) == before
    return error.value.key


def test_sealing_changes_nothing_that_is_stored_of_the_match(slow: Match, ana: User) -> None:
    before = everything(slow)
    seal(slow, ana, EIGHT_ON_SEVEN, LOWEST)
    assert everything(slow) == before
    assert left(slow, ana) == 2


def test_the_answer_is_played_within_the_opponents_move_and_is_used_up(slow: Match, ana: User, ben: User) -> None:
    seal(slow, ana, EIGHT_ON_SEVEN, LOWEST)
    play(slow, ben, "7D")
    assert laid(slow) == "7D 8H"
    assert position(slow).scores[0] == 2  # a fifteen
    assert position(slow).to_play == 1
    assert left(slow, ana) == 1
    play(slow, ben, "KC")
    assert laid(slow) == "7D 8H KC 4C"
    assert plan_of(slow, ana) is None


def test_its_record_is_to_the_byte_the_one_that_a_hand_would_have_made(
    slow: Match, ana: User, ben: User, anas: Client, clock: StoppedClock
) -> None:
    def stored() -> list[dict[str, Any]]:
        rows = [dict(row) for row in slow.records.order_by("ply").values()]
        return [{name: value for name, value in row.items() if name != "id"} for row in rows]

    with transaction.atomic():
        play(slow, ben, "7D")
        page = anas.get(slow.get_absolute_url()).content.decode()
        decision = dict(controls(page, "move"))["decision"]
        anas.post(reverse("move", args=[slow.pk]), {"play": "8H", "decision": decision})
        by_hand, seats, match = stored(), list(slow.seats.values()), Match.objects.values().get()
        transaction.set_rollback(True)
    seal(slow, ana, EIGHT_ON_SEVEN)
    play(slow, ben, "7D")
    planned = stored()
    assert [{**row, "move_id": None} for row in planned[:-1]] == [{**row, "move_id": None} for row in by_hand[:-1]]
    assert planned[-1] == by_hand[-1]
    assert (list(slow.seats.values()), Match.objects.values().get()) == (seats, match)


def test_the_card_sent_by_an_old_page_after_the_plan_played_it_changes_nothing(
    slow: Match, ana: User, ben: User, anas: Client, clock: StoppedClock
) -> None:
    seal(slow, ana, EIGHT_ON_SEVEN)
    play(slow, ben, "7D")
    before = everything(slow)
    anas.post(reverse("move", args=[slow.pk]), {"play": "8H", "decision": "1.play.0"})
    assert everything(slow) == before


def test_go_and_last_card_are_the_sites_and_use_up_no_answer(slow: Match, ana: User, ben: User) -> None:
    """Counted by hand: 7, 11 by plan, 17, 25 by plan, 27; Ana goes, Ben's point; she leads by plan; the last cards."""
    seal(slow, ana, LOWEST, LOWEST, LOWEST)
    play(slow, ben, "7D")
    play(slow, ben, "6C")
    assert laid(slow) == "7D 4C 6C 8H"
    play(slow, ben, "2D")
    assert laid(slow) == "7D 4C 6C 8H 2D go* 9S KC* TD*"
    assert plan_of(slow, ana) is None


def test_a_plan_made_after_the_own_discard_leads_as_soon_as_the_opponent_has_laid_away(
    ana: User, ben: User, stack: Stack
) -> None:
    match = known_deal(ana, ben, stack, discards=False)
    assert refused(match, ben, LOWEST) == "plan_too_late"
    send(match, ben, Discard(cards("AH 3H")))
    seal(match, ben, LOWEST, {"if": {"falls": "4"}, "then": "highest"}, LOWEST)
    assert refused(match, ana, LOWEST) == "plan_too_late"
    send(match, ana, Discard(cards("3S JD")))
    assert laid(match) == "2D"
    play(match, ana, "4C")
    assert laid(match) == "2D 4C KC"
    assert left(match, ben) == 1


def test_while_one_player_has_a_plan_the_other_has_the_turn_and_so_none(ana: User, ben: User) -> None:
    """Whoever waits plans, through whole games; what is played by plans verifies like everything else."""
    users, dice, played = (ana, ben), Random(2), 0
    match = started(ana, ben, allowance=DAY, bank=0, target=61)

    def plan_and_move(state: State, seat: int) -> Move:
        nonlocal played
        ways = ["lowest", "highest", "15", "31", "pair"]
        conditions: list[dict[str, Any]] = [{}, {"makes": 31}, {"count_at_least": 9}]
        answers = [{"if": dice.choice(conditions), "then": dice.choice(ways), "else": "lowest"} for _ in range(3)]
        with suppress(Refused):
            seal(match, users[1 - seat], *answers[: dice.randint(1, 3)])
        alive = [plan for plan in Plan.objects.select_related("seat") if plan.answers]
        assert [plan.seat.number for plan in alive] in ([], [1 - seat])
        played += len(alive)
        return any_move(dice)(state, seat)

    play_until(match, lambda state: state.result is not None, choose=plan_and_move)
    assert list(find_faults(fresh(match))) == []
    assert not Plan.objects.exists()
    assert played > 10


@pytest.mark.parametrize(
    ("answers", "led", "reason"),
    [
        ([EIGHT_ON_SEVEN, LOWEST], "6C", "asked"),
        ([{"then": "31"}, LOWEST], "KC", "no_card"),
        ([{"then": "15"}, LOWEST], "KC", "no_card"),
        ([{"if": {"makes": 31}, "then": "31", "else": "pair"}], "KC", "no_card"),
    ],
)
def test_an_answer_that_plays_nothing_drops_the_whole_plan(
    slow: Match, ana: User, ben: User, answers: list[dict[str, Any]], led: str, reason: str
) -> None:
    seal(slow, ana, *answers)
    play(slow, ben, led)
    assert laid(slow) == led
    assert (left(slow, ana), dropped(slow, ana)) == (0, reason)
    assert position(slow).to_play == 0
    play(slow, ana, "8H")
    assert plan_of(slow, ana) is None, "the word is for the turn, not for ever"


def test_a_card_that_is_gone_by_then_drops_the_plan(slow: Match, ana: User, ben: User) -> None:
    seal(slow, ana, {"then": "TD"}, {"then": "TD"})
    play(slow, ben, "7D")
    play(slow, ben, "2D")
    assert (laid(slow), dropped(slow, ana)) == ("7D TD 2D", "card_gone")


def test_a_card_that_would_pass_31_drops_the_plan(slow: Match, ana: User, ben: User) -> None:
    seal(slow, ana, {"then": "TD"}, {"then": "9S"})
    play(slow, ben, "7D")
    play(slow, ben, "6C")  # 23, and nine are 32
    assert (laid(slow), dropped(slow, ana)) == ("7D TD 6C", "card_passes_31")


def test_answers_that_no_turn_is_left_for_lapse(ana: User, ben: User, stack: Stack) -> None:
    match = known_deal(ana, ben, stack)
    play(match, ben, "7D")
    play(match, ana, "8H")
    seal(match, ana, LOWEST, LOWEST, LOWEST)  # two cards to choose, then the last
    play(match, ben, "KC")  # 25, 29 by plan; Ben's deuce is 31
    play(match, ben, "2D")  # Ana leads her nine by plan; of the third answer nothing can come
    assert laid(match) == "7D 8H KC 4C 2D 9S 6C* TD*"
    assert (left(match, ana), dropped(match, ana)) == (0, "lapsed")
    assert position(match).deal == 2


def test_the_end_of_the_match_leaves_no_plan(slow: Match, ana: User, ben: User) -> None:
    seal(slow, ana, LOWEST)
    endings.resign(slow.pk, ben, NOW)
    assert not Plan.objects.exists()


def test_an_account_that_is_deleted_leaves_no_plan(slow: Match, ana: User, ben: User) -> None:
    seal(slow, ana, LOWEST)
    delete_account(ana, NOW)
    assert not Plan.objects.exists()
    assert fresh(slow).reason == "resignation"


def test_time_that_runs_out_leaves_no_plan(slow: Match, ana: User, anas: Client, clock: StoppedClock) -> None:
    seal(slow, ana, LOWEST)
    clock.pass_by(4 * DAY)
    anas.get(slow.get_absolute_url())
    assert fresh(slow).reason == "time"
    assert not Plan.objects.exists()


def test_a_plan_is_changed_and_withdrawn_until_it_is_used(slow: Match, ana: User, ben: User) -> None:
    seal(slow, ana, {"then": "8H"})
    seal(slow, ana, {"then": "9S"}, LOWEST)
    play(slow, ben, "7D")
    assert laid(slow) == "7D 9S"
    plans.withdraw(slow.pk, ana, NOW)
    play(slow, ben, "6C")
    assert laid(slow) == "7D 9S 6C"
    plans.withdraw(slow.pk, ana, NOW)
    assert not Plan.objects.exists()


def test_what_may_not_be_planned_is_refused_for_its_reason(slow: Match, ana: User, ben: User, cleo: User) -> None:
    assert refused(slow, ben, LOWEST) == "plan_too_late"
    assert refused(slow, cleo, LOWEST) == "not_your_table"
    assert refused(slow, ana, {"then": "7D"}) == "card_not_held"
    assert refused(slow, ana, {"if": {"falls": "7"}, "then": "8H", "else": "KC"}) == "card_not_held"
    assert refused(slow, ana, LOWEST, ply=position(slow).ply - 1) == "stale_decision"
    live, begun = started(ana, ben, allowance=60), started(ana, ben, allowance=DAY)
    play_until(live, lambda state: state.phase is Phase.PLAY and state.to_play == 1)
    assert refused(live, ana, LOWEST) == "plan_needs_days"
    assert refused(begun, ana, LOWEST) == "plan_too_late"
    send(begun, ana, Cut(""))
    assert refused(begun, ana, LOWEST) == "plan_not_now"
    endings.resign(slow.pk, ben, NOW)
    assert refused(slow, ana, LOWEST) == "match_over"


def test_with_the_last_card_alone_there_is_nothing_to_plan(slow: Match, ana: User, ben: User) -> None:
    seal(slow, ana, LOWEST, {"then": "8H"})
    play(slow, ben, "7D")
    play(slow, ben, "6C")  # 17 + 8 = 25
    play(slow, ben, "2D")  # 27: go, a point, and Ana leads
    play(slow, ana, "9S")  # the rest are last cards
    assert position(slow).deal == 2
    assert refused(slow, ana, LOWEST) == "plan_too_late"


def test_a_plan_of_one_deal_is_not_played_in_the_next(ana: User, ben: User) -> None:
    match = started(ana, ben, allowance=DAY, bank=0)
    state = play_until(match, lambda state: state.phase is Phase.PLAY and state.to_play == 1)
    seal(match, ana, LOWEST)
    Plan.objects.update(deal=state.deal + 1)
    play_until(match, lambda state: state.to_play != 1)
    assert dropped(match, ana) == "lapsed"


def test_the_letter_says_why_the_plan_has_not_answered(slow: Match, ana: User, ben: User) -> None:
    confirmed(ana, ben)
    Mail.objects.all().delete()
    ana.language = "es"
    ana.save()
    seal(slow, ana, EIGHT_ON_SEVEN)
    play(slow, ben, "6C")
    deliver(NOW + timedelta(minutes=2))
    (letter,) = mail.outbox
    assert letter.to == [ana.email]
    assert "Tu plan se detuvo aquí" in letter.body


def test_an_answered_turn_needs_no_letter(slow: Match, ana: User, ben: User) -> None:
    confirmed(ana, ben)
    Mail.objects.all().delete()
    seal(slow, ana, EIGHT_ON_SEVEN)
    play(slow, ben, "7D")
    assert [letter.user for letter in Mail.objects.all()] == [ben], "it is his turn again"


def test_a_plan_uses_none_of_its_players_time(slow: Match, ana: User, ben: User) -> None:
    seal(slow, ana, EIGHT_ON_SEVEN)
    send(slow, ben, Play(position(slow).hands[1][0]), NOW + timedelta(days=1))
    seats = list(slow.seats.order_by("number"))
    assert (seats[0].starts_at, seats[0].bank) == (None, 0)
    assert seats[1].deadline == NOW + timedelta(days=4)


def test_the_table_leads_to_the_plan_and_tells_what_became_of_it(
    slow: Match, ana: User, ben: User, anas: Client, bens: Client, clock: StoppedClock
) -> None:
    def table(browser: Client) -> str:
        return browser.get(slow.get_absolute_url()).content.decode()

    assert "Plan your next cards" in table(anas)
    assert "/plan/" not in table(bens)
    seal(slow, ana, EIGHT_ON_SEVEN, LOWEST)
    assert "Your plan: 2 answers" in table(anas)
    play(slow, ben, "6C")
    assert "Your plan stopped here to ask you." in table(anas)
    assert "Your plan" not in table(bens)
    play(slow, ana, "8H")
    assert "Your plan stopped" not in table(anas)
    live = started(ana, ben, allowance=60)
    play_until(live, lambda state: state.phase is Phase.PLAY and state.to_play == 1)
    assert "Plan your" not in anas.get(live.get_absolute_url()).content.decode()

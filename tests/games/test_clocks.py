"""The clock: an allowance for each decision, then a bank that only drains. The server alone tells who is late."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.moves import Count, Cut, Discard, Pass
from games.engine.state import Phase, State
from games.models import Match, Seat
from games.services import endings, lobby, referee
from games.services.errors import Refused
from games.services.lobby import Terms
from games.services.moves import go_on
from games.state import next_show

from .conftest import StoppedClock
from .players import NOW, everything, fresh, plain_move, play_to, position, said, send, started, user_at

ALLOWANCE, BANK = 20, 120
A_DAY = 86_400


def after(seconds: float, moment: datetime = NOW) -> datetime:
    return moment + timedelta(seconds=seconds)


def seat(match: Match, number: int) -> Seat:
    return match.seats.get(number=number)


def deadlines(match: Match) -> list[datetime | None]:
    return list(match.seats.order_by("number").values_list("deadline", flat=True))


def banks(match: Match) -> list[float]:
    return list(match.seats.order_by("number").values_list("bank", flat=True))


@pytest.fixture
def timed(ana: User, ben: User) -> Match:
    """20 seconds a decision and 2 minutes in the bank; begun at NOW, nobody has cut."""
    return started(ana, ben, allowance=ALLOWANCE, bank=BANK)


def discard(match: Match, user: User, now: datetime) -> None:
    state = position(match)
    number = match.seats.get(user=user).number
    send(match, user, Discard(state.hands[number][:2]), now)


def read_all(match: Match, user: User, now: datetime) -> None:
    """Go on from show to show until none is unread."""
    while (ply := next_show(match, after=match.seats.get(user=user).read_ply)) is not None:
        go_on(match.pk, user, ply, now)


def outcome(match: Match) -> tuple[str, str, int | None]:
    over = fresh(match)
    return over.status, over.reason, over.winner


def test_nothing_runs_while_a_seat_is_free(ana: User) -> None:
    match = lobby.create_match(ana, Terms(Match.Opponent.OPEN, allowance=ALLOWANCE, bank=BANK), NOW)
    assert deadlines(match) == [None, None]
    assert banks(match) == [BANK, BANK]
    send(match, ana, Cut(""), after(5000))
    assert deadlines(match) == [None, None]
    assert banks(match) == [BANK, BANK]


def test_both_clocks_start_when_the_second_player_sits_down(ana: User, ben: User) -> None:
    match = lobby.create_match(ana, Terms(Match.Opponent.OPEN, allowance=ALLOWANCE, bank=BANK), NOW)
    lobby.join(match.pk, ben, after(1000))
    assert deadlines(match) == [after(1000 + ALLOWANCE + BANK)] * 2


def test_who_has_cut_already_waits_without_a_clock(ana: User, ben: User) -> None:
    match = lobby.create_match(ana, Terms(Match.Opponent.OPEN, allowance=ALLOWANCE, bank=BANK), NOW, seed="early")
    lobby.join(match.pk, ben, NOW)
    assert deadlines(match) == [None, after(ALLOWANCE + BANK)]


def test_the_allowance_is_free_and_what_is_beyond_comes_out_of_the_bank(timed: Match, ana: User, ben: User) -> None:
    send(timed, ana, Cut(""), after(15))
    assert (deadlines(timed)[0], banks(timed)) == (None, [BANK, BANK])
    send(timed, ben, Cut(""), after(50))
    assert banks(timed) == [BANK, BANK - 30]
    assert deadlines(timed) == [after(50 + ALLOWANCE + BANK), after(50 + ALLOWANCE + BANK - 30)], "the discards"


def test_a_bank_only_drains(timed: Match, ana: User, ben: User) -> None:
    now = NOW
    for step in range(24):
        number = next(one for one in (0, 1) if seat(timed, one).decision)
        begun = seat(timed, number).starts_at
        assert begun is not None
        now = max(now, after((2, 19.5, 20, 21, 25.25)[step % 5], begun))
        expected = banks(timed)
        expected[number] -= max(0, (now - begun).total_seconds() - ALLOWANCE)
        send(timed, user_at(timed, number), plain_move(position(timed), number), now)
        assert banks(timed) == pytest.approx(expected)
    assert min(banks(timed)) < BANK


def test_in_the_play_only_the_clock_of_the_player_to_move_runs(timed: Match) -> None:
    state = play_to(timed, Phase.PLAY)
    for step in range(4):
        assert state.to_play is not None
        now = after(10 * step)
        assert deadlines(timed)[1 - state.to_play] is None
        assert deadlines(timed)[state.to_play] == after(ALLOWANCE + BANK, now)
        now = after(10 * (step + 1))
        send(timed, user_at(timed, state.to_play), plain_move(state, state.to_play), now)
        state = position(timed)
    assert banks(timed) == [BANK, BANK]


def test_while_both_discard_both_clocks_run_each_to_its_own_end(timed: Match, ana: User, ben: User) -> None:
    play_to(timed, Phase.DISCARD)
    assert deadlines(timed) == [after(ALLOWANCE + BANK)] * 2
    discard(timed, ana, after(5))
    assert deadlines(timed) == [None, after(ALLOWANCE + BANK)], "Ben's was not begun anew"


def test_an_open_match_has_no_clock(ana: User, ben: User) -> None:
    match = started(ana, ben)
    play_to(match, Phase.PLAY, now=after(10**7))
    assert deadlines(match) == [None, None]
    assert referee.sweep(after(10**8)).ended == 0


def test_a_computer_has_no_clock(ana: User) -> None:
    match = lobby.create_match(
        ana, Terms(Match.Opponent.COMPUTER, computer="easy", allowance=ALLOWANCE, bank=BANK), NOW
    )
    assert deadlines(match) == [after(ALLOWANCE + BANK), None]
    referee.sweep(after(ALLOWANCE + BANK))
    assert outcome(match) == (Match.State.ABORTED, "time", None)


def late_in_play(match: Match) -> tuple[datetime, int]:
    """A moment at which the player to move is late, and that player's seat."""
    state = play_to(match, Phase.PLAY)
    assert state.to_play is not None
    return after(ALLOWANCE + BANK), state.to_play


def test_a_move_that_comes_too_late_loses(timed: Match) -> None:
    late, loser = late_in_play(timed)
    with pytest.raises(Exception, match="match_over"):
        send(timed, user_at(timed, loser), plain_move(position(timed), loser), late)
    assert outcome(timed) == (Match.State.FINISHED, "time", 1 - loser)
    assert position(timed).pile == (), "the card was not laid"


def test_looking_at_the_table_ends_what_is_over(timed: Match, clock: StoppedClock, client: Client) -> None:
    late, loser = late_in_play(timed)
    clock.now = late
    page = client.get(timed.get_absolute_url())
    assert outcome(timed) == (Match.State.FINISHED, "time", 1 - loser)
    assert page.context["table"].status == "finished"


@pytest.mark.parametrize("service", [endings.claim, endings.resign, endings.agree, endings.abort])
def test_whatever_the_opponent_does_the_late_player_has_lost(timed: Match, service: object) -> None:
    late, loser = late_in_play(timed)
    try:
        service(timed.pk, user_at(timed, 1 - loser), late)  # type: ignore[operator]
    except Exception as error:
        assert str(error) == "match_over"  # noqa: PT017
    assert outcome(timed) == (Match.State.FINISHED, "time", 1 - loser)


def test_a_move_in_the_last_moment_counts(timed: Match) -> None:
    late, number = late_in_play(timed)
    send(timed, user_at(timed, number), plain_move(position(timed), number), late - timedelta(milliseconds=1))
    assert fresh(timed).status == Match.State.ACTIVE
    assert seat(timed, number).bank == pytest.approx(0.001)


def test_with_an_empty_bank_there_is_the_allowance_alone(timed: Match) -> None:
    _late, number = late_in_play(timed)
    Seat.objects.filter(match=timed).update(bank=0)
    first = user_at(timed, number)
    send(timed, first, plain_move(position(timed), number), NOW)
    state = position(timed)
    assert state.to_play is not None
    assert deadlines(timed)[state.to_play] == after(ALLOWANCE)
    assert seat(timed, number).bank == 0, "and never less than nothing"


def test_the_end_stops_every_clock(timed: Match, ana: User) -> None:
    play_to(timed, Phase.DISCARD)
    endings.resign(timed.pk, ana, after(30))
    assert deadlines(timed) == [None, None]
    before = everything(timed)
    assert referee.sweep(after(10**6)).ended == 0
    assert everything(timed) == before


def second_discard(match: Match, now: datetime = NOW) -> State:
    """Both have to discard in the second deal, and their clocks run from `now` on."""
    state = play_to(match, Phase.DISCARD, deal=2, now=now)
    for number in (0, 1):
        read_all(match, user_at(match, number), now)
    return state


def test_of_two_that_are_late_the_earlier_deadline_loses(timed: Match, ana: User, ben: User) -> None:
    send(timed, ana, Cut(""), NOW)
    send(timed, ben, Cut(""), after(ALLOWANCE + 1))
    second_discard(timed, after(ALLOWANCE + 1))
    assert banks(timed) == [BANK, BANK - 1]
    referee.sweep(after(10**6))
    assert outcome(timed) == (Match.State.FINISHED, "time", 0)


def test_two_that_are_late_at_the_same_moment_end_without_a_winner(timed: Match) -> None:
    second_discard(timed)
    assert deadlines(timed) == [after(ALLOWANCE + BANK)] * 2
    referee.sweep(after(ALLOWANCE + BANK))
    assert outcome(timed) == (Match.State.ABORTED, "time", None)
    assert timed.records.get(kind="time").seat is None


def test_of_two_clocks_one_may_be_late_alone(timed: Match, ana: User, ben: User) -> None:
    second_discard(timed)
    discard(timed, ana, after(1))
    referee.sweep(after(ALLOWANCE + BANK))
    assert outcome(timed) == (Match.State.FINISHED, "time", 0)


@pytest.mark.parametrize("has_discarded", [False, True])
def test_before_both_first_discards_nobody_loses_by_time(timed: Match, ana: User, has_discarded: bool) -> None:
    play_to(timed, Phase.DISCARD)
    if has_discarded:
        discard(timed, ana, NOW)
    referee.sweep(after(ALLOWANCE + BANK))
    assert outcome(timed) == (Match.State.ABORTED, "time", None)


def test_while_there_is_time_nothing_can_be_claimed(timed: Match, anas: Client, clock: StoppedClock) -> None:
    before = everything(timed)
    clock.now = after(ALLOWANCE + BANK - 1)
    answer = anas.post(reverse("claim", args=[timed.pk]))
    assert said("time_is_not_over") in anas.get(answer["Location"]).content.decode()
    assert everything(timed) == before


def test_without_a_clock_nothing_can_be_claimed(match: Match, ana: User) -> None:
    with pytest.raises(Refused, match="time_is_not_over"):
        endings.claim(match.pk, ana, after(10**8))


def test_who_claims_while_being_late_alone_has_lost(timed: Match) -> None:
    late, loser = late_in_play(timed)
    endings.claim(timed.pk, user_at(timed, loser), late)
    assert outcome(timed) == (Match.State.FINISHED, "time", 1 - loser)


def test_a_sweep_ends_what_is_overdue_and_counts_each_match_once(ana: User, ben: User) -> None:
    overdue = [started(ana, ben, allowance=ALLOWANCE, bank=0) for _ in range(2)]
    in_time = started(ana, ben, now=after(5), allowance=ALLOWANCE, bank=0)
    before = everything(in_time)
    assert referee.sweep(after(ALLOWANCE - 1)).ended == 0
    assert referee.sweep(after(ALLOWANCE)).ended == 2
    assert {outcome(match)[1] for match in overdue} == {"time"}
    assert everything(in_time) == before
    assert referee.sweep(after(ALLOWANCE)).ended == 0


def show(match: Match) -> list[int]:
    """The deal was played at NOW and is being shown; the plies of its three counts."""
    play_to(match, Phase.DISCARD, deal=2)
    plies, last = [], 0
    while (ply := next_show(match, after=last)) is not None:
        plies.append(ply)
        last = ply
    assert len(plies) == 3
    return plies


def test_after_the_show_the_allowance_begins_twenty_seconds_later(timed: Match) -> None:
    show(timed)
    assert [one.starts_at for one in timed.seats.all()] == [after(20)] * 2
    assert deadlines(timed) == [after(20 + ALLOWANCE + BANK)] * 2


def test_or_when_the_player_has_read_it_all(timed: Match, ana: User) -> None:
    plies = show(timed)
    for ply in plies[:2]:
        go_on(timed.pk, ana, ply, after(5))
        assert seat(timed, 0).starts_at == after(20), "the crib is not read yet"
    go_on(timed.pk, ana, plies[2], after(8))
    assert deadlines(timed) == [after(8 + ALLOWANCE + BANK), after(20 + ALLOWANCE + BANK)], "Ben still reads"


def test_but_never_later(timed: Match, ana: User) -> None:
    for ply in show(timed):
        go_on(timed.pk, ana, ply, after(25))
    assert seat(timed, 0).starts_at == after(20)


def test_who_reads_fast_spends_nothing_of_the_bank(timed: Match, ana: User) -> None:
    show(timed)
    discard(timed, ana, after(3))
    assert banks(timed) == [BANK, BANK]


def test_in_a_slow_game_the_clock_goes_on_at_once(ana: User, ben: User) -> None:
    match = started(ana, ben, allowance=A_DAY, bank=0)
    show(match)
    assert deadlines(match) == [after(A_DAY)] * 2


def test_between_two_claims_there_is_time_to_read(ana: User, ben: User) -> None:
    match = started(ana, ben, allowance=ALLOWANCE, bank=BANK, count_mode="manual")
    state = play_to(match, Phase.COUNT)
    pone = state.pone
    assert pone is not None
    assert deadlines(match)[pone] == after(ALLOWANCE + BANK), "one's own hand is known, so nothing is to be read"
    send(match, user_at(match, pone), Count(0), after(1))
    assert deadlines(match)[pone] is None
    assert deadlines(match)[1 - pone] == after(1 + 20 + ALLOWANCE + BANK)


def test_the_question_for_muggins_shows_nothing_yet_and_runs_at_once(ana: User, ben: User) -> None:
    match = started(ana, ben, allowance=ALLOWANCE, bank=BANK, count_mode="muggins")
    pone = play_to(match, Phase.COUNT).pone
    assert pone is not None
    send(match, user_at(match, pone), Count(0), after(1))
    assert deadlines(match)[1 - pone] == after(1 + ALLOWANCE + BANK)
    send(match, user_at(match, 1 - pone), Pass(), after(2))
    assert deadlines(match)[1 - pone] == after(2 + 20 + ALLOWANCE + BANK), "now Ben's true count is shown"

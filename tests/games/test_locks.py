"""Two at once at one table: each waits for the other, and nothing is lost or doubled.

Both threads are held where they have read the match until the other has come there too. Where the match is locked the
other never comes, the waiting ends, and they write one after the other; without the lock they would write the same ply.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError
from uuid import uuid4

import pytest
from django.db import connection

from accounts.models import User
from games import planning
from games.engine.errors import MoveError
from games.engine.game import fold
from games.engine.moves import Cut, Discard, Play
from games.engine.state import Phase
from games.models import DAY, Match, MoveRecord, Plan
from games.services import endings, lobby, plans
from games.services.lobby import Terms
from games.services.table import end_if_overdue, open_table
from games.state import OpenLog, load, record_of

from .players import NOW, fresh, new_player, plain_move, play_to, play_until, position, send, started

pytestmark = pytest.mark.django_db(transaction=True)
WAIT_FOR_THE_OTHER = 0.3  # seconds; it comes within a few milliseconds where nothing holds it up

Action = Callable[[], object]


@pytest.fixture
def together(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., list[str]]]:
    """Runs actions in threads of their own, and tells of each the key of its refusal, or ""."""
    read = OpenLog.__post_init__

    def run(*actions: Action) -> list[str]:
        begin, meet = Barrier(len(actions)), Barrier(len(actions))

        def read_and_wait(log: OpenLog) -> None:
            read(log)
            with suppress(BrokenBarrierError):
                meet.wait(WAIT_FOR_THE_OTHER)

        def act(action: Action) -> str:
            begin.wait()
            try:
                action()
            except MoveError as error:
                return error.key
            finally:
                connection.close()
            return ""

        monkeypatch.setattr(OpenLog, "__post_init__", read_and_wait)
        with ThreadPoolExecutor(len(actions)) as threads:
            outcomes = list(threads.map(act, actions))
        monkeypatch.setattr(OpenLog, "__post_init__", read)
        return outcomes

    yield run
    connection.close()


@pytest.fixture
def ana() -> User:
    return new_player("Ana")


@pytest.fixture
def ben() -> User:
    return new_player("Ben")


def assert_whole(match: Match) -> None:
    """The log has no gap and no double, and leads to what is stored."""
    rows = list(match.records.order_by("ply"))
    assert [row.ply for row in rows] == list(range(1, len(rows) + 1))
    assert fold(match.engine_settings, map(record_of, rows)) == load(fresh(match))


def test_two_who_answer_one_decision_make_one_move(ana: User, ben: User, together: Callable[..., list[str]]) -> None:
    match = started(ana, ben)
    state = play_to(match, Phase.PLAY)
    seat = state.to_play
    assert seat is not None
    user, (first, second) = (ana, ben)[seat], state.hands[seat][:2]
    token = "1.play.0"
    outcomes = together(
        lambda: send(match, user, Play(first), token=token), lambda: send(match, user, Play(second), token=token)
    )
    assert outcomes.count("") == 1
    assert set(outcomes) <= {"", "stale_decision", "not_your_turn"}
    assert match.records.filter(kind="play").count() == 1
    assert_whole(match)


def test_one_move_that_arrives_twice_at_once_is_made_once(
    ana: User, ben: User, together: Callable[..., list[str]]
) -> None:
    match, move_id = started(ana, ben), uuid4()
    assert together(*[lambda: send(match, ana, Cut("once"), token="0.cut", move_id=move_id)] * 2) == ["", ""]
    assert match.records.filter(kind="cut").count() == 1
    assert_whole(match)


def test_two_discards_at_once_both_land(ana: User, ben: User, together: Callable[..., list[str]]) -> None:
    match = started(ana, ben)
    hands = play_to(match, Phase.DISCARD).hands
    outcomes = together(
        lambda: send(match, ana, Discard(hands[0][:2]), token="1.discard"),
        lambda: send(match, ben, Discard(hands[1][:2]), token="1.discard"),
    )
    assert outcomes == ["", ""]
    state = position(match)
    assert state.discards == (hands[0][:2], hands[1][:2])
    assert match.records.filter(kind="starter").count() == 1
    assert_whole(match)


def test_two_cuts_at_once_both_land(ana: User, ben: User, together: Callable[..., list[str]]) -> None:
    match = started(ana, ben)
    outcomes = together(lambda: send(match, ana, Cut("anas")), lambda: send(match, ben, Cut("bens")))
    assert outcomes == ["", ""]
    assert position(match).seeds == ("anas", "bens")
    assert match.records.filter(kind="deal").count() == 1
    assert_whole(match)


def test_a_move_and_a_resignation_at_once_leave_one_end(
    ana: User, ben: User, together: Callable[..., list[str]]
) -> None:
    match = started(ana, ben)
    hands = play_to(match, Phase.DISCARD).hands
    outcomes = together(
        lambda: send(match, ana, Discard(hands[0][:2]), token="1.discard"), lambda: endings.resign(match.pk, ben, NOW)
    )
    assert outcomes in (["", ""], ["match_over", ""])
    over = fresh(match)
    assert (over.status, over.winner, over.reason) == (Match.State.FINISHED, 0, "resignation")
    assert match.records.filter(kind="resign", ply=over.ply).count() == 1
    assert_whole(match)


def test_both_resign_at_once_and_one_was_first(ana: User, ben: User, together: Callable[..., list[str]]) -> None:
    match = started(ana, ben)
    outcomes = together(*[lambda user=user: endings.resign(match.pk, user, NOW) for user in (ana, ben)])
    assert sorted(outcomes) == ["", "match_over"]
    assert fresh(match).winner == 1 - outcomes.index("")
    assert_whole(match)


def test_of_two_who_sit_down_at_once_one_has_the_seat(ana: User, ben: User, together: Callable[..., list[str]]) -> None:
    match, cleo = lobby.create_match(ana, Terms(Match.Opponent.OPEN), NOW), new_player("Cleo")
    outcomes = together(*[lambda user=user: lobby.join(match.pk, user, NOW) for user in (ben, cleo)])
    assert sorted(outcomes) == ["", "seat_taken"]
    assert match.seats.get(number=1).user == (ben, cleo)[outcomes.index("")]
    assert match.records.filter(kind="join").count() == 1
    assert_whole(match)


def test_a_table_taken_back_while_somebody_sits_down_is_one_or_the_other(
    ana: User, ben: User, together: Callable[..., list[str]]
) -> None:
    match = lobby.create_match(ana, Terms(Match.Opponent.OPEN), NOW)
    cancelled, joined = together(lambda: lobby.cancel(match.pk, ana, NOW), lambda: lobby.join(match.pk, ben, NOW))
    if joined:
        assert (cancelled, joined) == ("", "match_over")
        assert fresh(match).status == Match.State.CANCELLED
        assert match.seats.get(number=1).user is None
    else:
        assert cancelled == "not_now"
        assert fresh(match).status == Match.State.ACTIVE
        assert match.seats.get(number=1).user == ben
    assert_whole(match)


def test_a_rematch_that_both_offer_at_once_is_one_match(
    ana: User, ben: User, together: Callable[..., list[str]]
) -> None:
    match = started(ana, ben)
    endings.resign(match.pk, ana, NOW)
    assert together(*[lambda user=user: endings.rematch(match.pk, user, NOW) for user in (ana, ben)]) == ["", ""]
    again = match.rematches.get()
    assert again.status == Match.State.ACTIVE
    assert {seat.user for seat in again.seats.all()} == {ana, ben}
    assert_whole(again)


def test_a_rematch_accepted_twice_at_once_is_accepted_once(
    ana: User, ben: User, together: Callable[..., list[str]]
) -> None:
    match = started(ana, ben)
    endings.resign(match.pk, ana, NOW)
    again = endings.rematch(match.pk, ana, NOW)
    assert together(*[lambda: endings.rematch(match.pk, ben, NOW)] * 2) == ["", ""]
    assert again.records.filter(kind="join").count() == 1
    assert_whole(again)


def test_a_deadline_seen_by_many_at_once_ends_the_match_once(
    ana: User, ben: User, together: Callable[..., list[str]]
) -> None:

    match = started(ana, ben, allowance=10, bank=0)
    late = NOW.replace(minute=30)
    assert together(*[lambda: end_if_overdue(match.pk, late)] * 2) == ["", ""]
    assert MoveRecord.objects.filter(match=match, kind="time").count() == 1
    assert_whole(match)


def test_a_plan_sealed_at_the_moment_of_the_opponents_move_answers_it_or_is_too_late(
    ana: User, ben: User, together: Callable[..., list[str]]
) -> None:
    for _ in range(5):
        match = started(ana, ben, allowance=DAY)
        state = play_until(match, lambda state: state.phase is Phase.PLAY and state.to_play == 1)
        answers = planning.parse([{"then": "lowest"}])
        sealed, moved = together(
            lambda match=match, answers=answers: plans.seal(match.pk, ana, answers, NOW),
            lambda match=match, state=state: send(match, ben, plain_move(state, 1), token="1.play.0"),
        )
        assert (sealed, moved) in (("", ""), ("plan_too_late", ""))
        laid = match.records.filter(kind="play", deal=1, ply__gt=state.ply)
        assert [row.seat for row in laid] == ([1] if sealed else [1, 0])
        assert not Plan.objects.exists()
        assert_whole(match)


def test_plans_sealed_in_two_tabs_at_once_leave_one(ana: User, ben: User, together: Callable[..., list[str]]) -> None:
    match = started(ana, ben, allowance=DAY)
    play_until(match, lambda state: state.phase is Phase.PLAY and state.to_play == 1)
    one, other = planning.parse([{"then": "lowest"}]), planning.parse([{"then": "highest"}, {"then": "lowest"}])
    seals = [lambda answers=answers: plans.seal(match.pk, ana, answers, NOW) for answers in (one, other)]
    assert together(*seals) == ["", ""]
    assert Plan.objects.get().answers in [planning.to_json(answers) for answers in (one, other)]


@pytest.mark.postgres
def test_while_one_table_is_locked_the_others_play_on(ana: User, ben: User) -> None:
    """Rows are locked, not the whole database: a slow move at one table makes nobody else wait."""

    locked, free = started(ana, ben), started(ana, ben)

    def cut_at_the_other_table() -> None:
        try:
            send(free, ana, Cut("free"))
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads, open_table(locked.pk, NOW):
        threads.submit(cut_at_the_other_table).result(timeout=10)
    assert position(free).seeds[0] == "free"

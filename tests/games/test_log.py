"""The log is the match: everything else that is stored is what folding it gives."""

from random import Random
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from games import state as store
from games.engine import codec
from games.engine.game import apply, fold
from games.engine.legality import decision, seats_to_move
from games.engine.moves import Agree, Cut, Record
from games.engine.state import Settings, State, start
from games.models import Match, MoveRecord, Seat
from games.services import endings, lobby
from games.services.lobby import Terms
from games.state import OpenLog, record_of

from .players import NOW, any_move, everything, fresh, position, send, started, user_at


class Witness:
    """Reads the log as it grows and holds everything that is stored against it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.state = start(match.engine_settings)
        self.seen: list[dict[str, object]] = []

    def look(self) -> State:
        stored = list(self.match.records.order_by("ply").values())
        assert stored[: len(self.seen)] == self.seen, "a record was changed or deleted"
        for row in self.match.records.filter(ply__gt=len(self.seen)).order_by("ply"):
            self._follow(row)
        self.seen = stored
        self._compare(fresh(self.match))
        return self.state

    def _follow(self, row: MoveRecord) -> None:
        before = self.state
        self.state, events = apply(before, record_of(row))
        assert row.ply == self.state.ply == before.ply + 1
        assert row.deal == self.state.deal
        assert store.events_of(row) == events
        answers = row.seat is not None and row.kind in ("cut", "discard", "play", "go", "count", "muggins", "pass")
        assert row.decision == (decision(before, row.seat) if answers and row.seat is not None else "")

    def _compare(self, match: Match) -> None:
        assert store.load(match) == self.state
        assert (match.ply, match.status) == (self.state.ply, self.state.status)
        for seat in match.seats.all():
            assert seat.score == self.state.scores[seat.number]
            assert seat.decision == (decision(self.state, seat.number) or "")
        result = self.state.result
        assert (match.ended_at is None) == (result is None)
        assert bool(match.server_seed) == (result is not None)
        if result is not None:
            assert (match.winner, match.reason, match.skunk) == (result.winner, result.reason, result.skunk)


@pytest.mark.parametrize(
    ("count_mode", "target", "seed"),
    [("automatic", 121, 1), ("manual", 61, 2), ("muggins", 61, 3)],
)
def test_after_every_move_of_a_game_all_that_is_stored_follows_from_the_log(
    ana: User, ben: User, count_mode: str, target: int, seed: int
) -> None:
    dice = Random(seed)
    match = lobby.create_match(ana, Terms(Match.Opponent.OPEN, target=target, count_mode=count_mode), NOW)
    witness = Witness(match)
    witness.look()
    lobby.join(match.pk, ben, NOW)
    choose = any_move(dice)
    while (state := witness.look()).result is None:
        seat = dice.choice(seats_to_move(state))
        send(match, user_at(match, seat), choose(state, seat))
    assert state.result.reason == "target"
    assert max(state.scores) == target
    assert fold(match.engine_settings, map(record_of, match.records.order_by("ply"))) == state
    assert codec.encode(state) == fresh(match).snapshot


def test_against_a_computer_too(ana: User) -> None:
    dice = Random(5)
    match = lobby.create_match(ana, Terms(Match.Opponent.COMPUTER, computer="easy", target=61), NOW)
    witness = Witness(match)
    choose = any_move(dice)
    while (state := witness.look()).result is None:
        assert seats_to_move(state) == (0,), "the computer has answered before anybody looks"
        send(match, ana, choose(state, 0))


def test_other_endings_are_records_like_any_other(ana: User, ben: User) -> None:
    resigned, aborted, agreed = (started(ana, ben) for _ in range(3))
    endings.resign(resigned.pk, ana, NOW)
    endings.abort(aborted.pk, ben, NOW)
    for user in (ana, ben):
        endings.agree(agreed.pk, user, NOW)
    for match in (resigned, aborted, agreed):
        Witness(match).look()
        assert fresh(match).ended_at == NOW


def test_a_position_of_the_past_is_what_the_log_gave_then(match: Match, ana: User, ben: User) -> None:
    seen = {0: start(match.engine_settings), match.ply: position(match)}
    for user in (ana, ben):
        send(match, user, Cut(""))
        seen[position(match).ply] = position(match)
    for ply, state in seen.items():
        assert store.state_at(fresh(match), ply) == state


def test_of_two_who_write_the_same_ply_without_the_lock_the_second_fails_whole(match: Match) -> None:
    first, second = OpenLog(fresh(match), NOW), OpenLog(fresh(match), NOW)
    first.append(Record(0, Cut("first")))
    first.save()
    before = everything(match)
    second.append(Record(1, Cut("second")))
    second.append(Record(1, Agree()))
    with pytest.raises(IntegrityError), transaction.atomic():
        second.save()
    assert everything(match) == before


def test_an_id_counts_once_even_without_the_lock(match: Match) -> None:
    move_id = uuid4()
    first = OpenLog(fresh(match), NOW)
    first.append(Record(0, Cut("first")), move_id=move_id)
    first.save()
    second = OpenLog(fresh(match), NOW)
    second.append(Record(0, Agree()), move_id=move_id)
    with pytest.raises(IntegrityError), transaction.atomic():
        second.save()


def test_nobody_sits_at_both_sides_even_without_the_lock(match: Match, ana: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(match=match, number=1).update(user=ana)


@pytest.mark.parametrize("broken", ["games.models.Seat.save", "games.models.Match.save", "games.services.clocks.wind"])
def test_a_move_that_breaks_half_way_leaves_nothing(
    match: Match, ana: User, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    before = everything(match)

    def fail(*_about: object, **_more: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(broken, fail)
        with pytest.raises(RuntimeError):
            send(match, ana, Cut(""))
    assert everything(match) == before
    send(match, ana, Cut(""))
    assert everything(match) != before


def test_a_refused_record_leaves_the_open_log_as_it_was(match: Match) -> None:
    log = OpenLog(fresh(match), NOW)
    before = log.state
    with pytest.raises(Exception, match="seat_taken"):
        log.append(Record(1, codec.act_from("join", {})))
    assert (log.state, log.rows) == (before, [])


def test_the_settings_of_a_match_are_those_that_were_chosen(ana: User) -> None:
    terms = Terms(Match.Opponent.OPEN, target=61, count_mode=Match.CountMode.MUGGINS)
    match = lobby.create_match(ana, terms, NOW)
    assert position(match).settings == Settings(61, match.engine_settings.count_mode) == match.engine_settings
    assert str(match.engine_settings.count_mode) == "muggins"


def test_ids_are_short_random_and_no_count(ana: User) -> None:
    ids = {lobby.create_match(ana, Terms(Match.Opponent.LINK), NOW).pk for _ in range(5)}
    assert len(ids) == 5
    assert all(len(one) == 12 and set(one) <= set("23456789abcdefghjkmnpqrstuvwxyz") for one in ids)
    assert len({one[:3] for one in ids}) > 1

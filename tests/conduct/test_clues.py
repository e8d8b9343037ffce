"""What gives a clue and what does not: figures by hand, then games and visits as they are stored."""

from datetime import timedelta

import pytest

from accounts.conduct.clue_search import look_for_clues
from accounts.conduct.clues import Pace, Won, one_way, shared, too_fast
from accounts.conduct.models import Clue, Sanction, Trace
from accounts.conduct.traces import keep_traces
from accounts.models import User
from games.engine.state import Phase
from games.models import DAY, SeatStatistics
from games.services import endings
from tests.games.players import NOW, new_player, play_to, started

RESIGNED, PLAYED = "resignation", "target"
LATER = NOW + timedelta(hours=2)


def games(*outcomes: tuple[int, bool, str]) -> list[Won]:
    return [Won(by_first, reason) for count, by_first, reason in outcomes for _ in range(count)]


@pytest.mark.parametrize(
    ("played", "found"),
    [
        (games((5, True, RESIGNED)), None),  # too few
        (games((6, True, RESIGNED)), (True, {"games": 6, "won": 6, "given": 6})),
        (games((6, False, "time")), (False, {"games": 6, "won": 6, "given": 6})),
        (games((3, True, RESIGNED), (3, True, PLAYED)), None),  # half of them: not most
        (games((4, True, "abandonment"), (2, True, PLAYED)), (True, {"games": 6, "won": 6, "given": 4})),
        (games((6, True, PLAYED)), None),  # one is simply better
        (games((9, True, RESIGNED), (1, False, PLAYED)), (True, {"games": 10, "won": 9, "given": 9})),
        (games((8, True, RESIGNED), (1, False, PLAYED)), None),  # 8 of 9 is 89 %
        (games((5, True, RESIGNED), (5, False, RESIGNED)), None),
        ([], None),
    ],
)
def test_results_that_flow_one_way(played: list[Won], found: object) -> None:
    assert one_way(played) == found


@pytest.mark.parametrize(
    ("played", "found"),
    [
        ([Pace(0.1, 5)] * 3, {"games": 3, "deals": 15, "seconds": 0.1}),
        ([Pace(0.1, 5)] * 2, None),  # one good day
        ([Pace(0.1, 3)] * 3, None),  # nine deals
        ([Pace(0.5, 5)] * 3, None),
        ([Pace(0.499, 5)] * 3, {"games": 3, "deals": 15, "seconds": 0.5}),
        ([Pace(0.1, 5), Pace(2.0, 5), Pace(3.0, 5)], None),  # a hurry is not a program
        ([Pace(0.1, 5), Pace(0.2, 5), Pace(3.0, 5)], {"games": 3, "deals": 15, "seconds": 0.2}),
        ([], None),
    ],
)
def test_moves_faster_than_a_person(played: list[Pace], found: object) -> None:
    assert too_fast(played) == found


def test_nothing_in_common_is_no_clue() -> None:
    assert shared(0, 0) is None
    assert shared(1, 0) == {"devices": 1, "addresses": 0}


def resign_often(loser: User, winner: User, count: int) -> None:
    for _ in range(count):
        match = started(loser, winner)
        play_to(match, Phase.DISCARD)
        endings.resign(match.pk, loser, NOW)


@pytest.mark.django_db
def test_a_pair_is_noted_once_and_its_figures_are_renewed(ana: User, ben: User, moderator: User) -> None:
    resign_often(ana, ben, 5)
    look_for_clues(LATER)
    assert not Clue.objects.exists()
    resign_often(ana, ben, 1)
    look_for_clues(LATER)
    clue = Clue.objects.get()
    found = (clue.kind, clue.player, clue.other, clue.facts, clue.at)
    assert found == ("one_way", ben, ana, {"games": 6, "won": 6, "given": 6}, LATER)
    Clue.objects.update(looked_at=LATER, looked_by=moderator)
    resign_often(ana, ben, 1)
    look_for_clues(LATER + timedelta(hours=1))
    clue = Clue.objects.get()
    assert (clue.facts["games"], clue.looked_by) == (7, moderator)
    assert not Sanction.objects.exists(), "nothing follows by itself"
    assert User.objects.filter(shut_out_until__isnull=False).count() == 0


@pytest.mark.django_db
@pytest.mark.parametrize("about", [{"is_program": True}, {"is_guest": True}])
def test_programs_and_guests_give_no_clue(ana: User, ben: User, about: dict[str, bool]) -> None:
    resign_often(ana, ben, 6)
    for player in (ana, ben):
        keep_traces(player, {Trace.Kind.DEVICE: "same"}, NOW)
    User.objects.filter(pk=ana.pk).update(**about)
    look_for_clues(LATER)
    kinds = set(Clue.objects.values_list("kind", flat=True))
    assert kinds == (set() if "is_guest" in about else {"shared"})


@pytest.mark.django_db
def test_fast_games_with_people_are_noted_and_slow_ones_are_not(ana: User, ben: User) -> None:
    for allowance in (20, 20, 20, DAY, DAY, DAY):
        match = started(ana, ben, allowance=allowance)
        play_to(match, Phase.DISCARD)
        endings.resign(match.pk, ben, NOW)
    fast = SeatStatistics.objects.filter(user=ana, seat__match__allowance=20)
    fast.update(answer_seconds=0.05, deals_as_dealer=3, deals_as_pone=2)
    SeatStatistics.objects.filter(seat__match__allowance=DAY).update(answer_seconds=0.0, deals_as_dealer=9)
    look_for_clues(LATER)
    (clue,) = Clue.objects.filter(kind="too_fast")
    assert (clue.player, clue.other, clue.facts) == (ana, None, {"games": 3, "deals": 15, "seconds": 0.05})
    look_for_clues(LATER)
    assert Clue.objects.filter(kind="too_fast").count() == 1


@pytest.mark.django_db
def test_devices_and_addresses_in_common_are_counted(ana: User, ben: User, cleo: User) -> None:
    device, address = Trace.Kind.DEVICE, Trace.Kind.ADDRESS
    keep_traces(ana, {device: "laptop", address: "home"}, NOW)
    keep_traces(ben, {device: "laptop", address: "home"}, NOW)
    keep_traces(cleo, {device: "phone", address: "home"}, NOW)
    keep_traces(ben, {address: "work"}, NOW)
    keep_traces(cleo, {address: "work"}, NOW)
    look_for_clues(LATER)
    found = {(clue.player, clue.other): clue.facts for clue in Clue.objects.all()}
    assert found == {
        (ana, ben): {"devices": 1, "addresses": 1},
        (ana, cleo): {"devices": 0, "addresses": 1},
        (ben, cleo): {"devices": 0, "addresses": 2},
    }


@pytest.mark.django_db
def test_what_a_whole_school_shares_tells_nothing() -> None:
    pupils = [new_player(f"Pupil{number}") for number in range(6)]
    for pupil in pupils:
        keep_traces(pupil, {Trace.Kind.ADDRESS: "school"}, NOW)
    look_for_clues(LATER)
    assert not Clue.objects.exists()
    Trace.objects.filter(player=pupils[0]).delete()
    look_for_clues(LATER)
    assert Clue.objects.count() == 10, "five accounts are ten pairs"

"""The figures of a player: counted by hand for a deal, and another way for whole games; kept when a match ends."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from accounts.services import delete_account
from games.engine import Card, score_hand
from games.engine.game import apply
from games.engine.moves import Abandon, CallOff, Cut, Discard, Go, Move, Play, Record, Resign, Time
from games.engine.state import CountMode, Phase, Settings, State, start
from games.models import DAY, Match, SeatStatistics
from games.services import endings, lobby
from games.services.statistics import statistics_of
from games.services.table import end_if_overdue, open_table
from games.state import record_of
from games.verify import find_faults

from .conftest import Stack
from .finished import MOVE, finished
from .players import NOW, browser_of, cards, cut_pack, fresh, new_player, pack, play_to, send, started


def figures(match: Match, user: User) -> SeatStatistics:
    return SeatStatistics.objects.get(seat__match=match, user=user)


def all_figures() -> list[dict[str, object]]:
    return list(SeatStatistics.objects.order_by("pk").values())


# One deal, counted by hand. Ana cuts the lower card and deals.
#   Ben keeps 5C 5D 5H JS, with the starter 5S the best hand there is: 29.
#   Ana keeps 7H 8S 9C TD: 7 8 and T 5 are fifteens, 7 8 9 T a run of four: 8.
#   The crib, KC QD 2C 3D and 5S, holds K 5, Q 5, K 2 3 and Q 2 3: 8.
#   The play: J 10, T 20, 5 25, go, 5 30 with a pair (2) and the go (1); 7 7, 5 12, 8 20, 9 29 with the last card (1).
CUT = cut_pack("AC KD")
DEAL = pack(pone="5C 5D 5H JS KC QD", dealer="2C 3D 7H 8S 9C TD", starter="5S")
QUICK, PENSIVE = 10, 25  # seconds that Ben and Ana take


def one_deal(ana: User, ben: User, stack: Stack, **terms: object) -> tuple[Match, datetime]:
    """The match after that deal, and the moment of its last move."""
    stack({0: CUT, 1: DEAL})
    match = started(ana, ben, **terms)
    at = NOW
    send(match, ana, Cut(""), at)
    send(match, ben, Cut(""), at)
    send(match, ben, Discard(cards("KC QD")), at + timedelta(seconds=QUICK))
    at += timedelta(seconds=PENSIVE)
    send(match, ana, Discard(cards("2C 3D")), at)
    by_ben, by_ana = (ben, QUICK), (ana, PENSIVE)
    plays: list[tuple[tuple[User, int], Move]] = [
        (by_ben, Play(Card.parse("JS"))),
        (by_ana, Play(Card.parse("TD"))),
        (by_ben, Play(Card.parse("5C"))),
        (by_ana, Go()),
        (by_ben, Play(Card.parse("5D"))),
        (by_ana, Play(Card.parse("7H"))),
        (by_ben, Play(Card.parse("5H"))),
        (by_ana, Play(Card.parse("8S"))),
        (by_ana, Play(Card.parse("9C"))),
    ]
    for (user, seconds), move in plays:
        at += timedelta(seconds=seconds)
        send(match, user, move, at)
    return match, at


def test_a_deal_counts_as_it_does_by_hand(ana: User, ben: User, stack: Stack) -> None:
    match, at = one_deal(ana, ben, stack)
    endings.resign(match.pk, ana, at)
    anas, bens = figures(match, ana), figures(match, ben)
    assert (anas.deals_as_dealer, anas.hands_as_dealer, anas.cribs, anas.pegged_as_dealer) == (1, 8, 8, 1)
    assert (anas.deals_as_pone, anas.hands_as_pone, anas.pegged_as_pone) == (0, 0, 0)
    assert (bens.deals_as_pone, bens.hands_as_pone, bens.pegged_as_pone) == (1, 29, 3)
    assert (bens.deals_as_dealer, bens.hands_as_dealer, bens.cribs, bens.pegged_as_dealer) == (0, 0, 0, 0)
    assert (anas.best_hand, bens.best_hand) == (8, 29)
    shows = list(match.records.filter(kind="show").order_by("ply").values_list("ply", flat=True))
    assert (bens.best_hand_ply, anas.best_hand_ply) == (shows[0], shows[1])
    assert (anas.won, bens.won, anas.dealt_first, bens.dealt_first) == (False, True, True, False)
    assert (anas.answer_seconds, bens.answer_seconds) == (PENSIVE, QUICK)
    assert (anas.ended_at, anas.skunk, anas.has_left) == (at, 0, False)


def test_the_profile_tells_it(ana: User, ben: User, stack: Stack) -> None:
    match, at = one_deal(ana, ben, stack)
    endings.resign(match.pk, ana, at)
    profile = Client().get("/players/Ben/").context["profile"]
    facts = dict(profile.facts)
    assert facts["Games won"] == "1 (100%)"
    assert (facts["Won with the first deal"], facts["Won without it"]) == ("0", "1 (100%)")
    assert facts["Usual time for a move"] == "10 seconds"
    assert [(line.label, line.as_dealer, line.as_pone) for line in profile.averages] == [
        ("Hand", "", "29.0"),
        ("Crib", "", ""),
        ("Pegging", "", "3.0"),
        ("In all", "", "32.0"),
        ("Good players", "16.2", "10.2"),
    ]
    assert profile.best_hand.text == "29 points"
    answer = Client().get(profile.best_hand.url)
    assert answer.context["replay"].table.counting.total == "29 points"


def followed(match: Match) -> Iterator[tuple[State, State]]:
    """The position before and after each record."""
    state = start(match.engine_settings)
    for row in match.records.order_by("ply"):
        before, (state, _events) = state, apply(state, record_of(row))
        yield before, state


SUMS_AS_DEALER = ("deals_as_dealer", "hands_as_dealer", "cribs", "pegged_as_dealer")
SUMS_AS_PONE = ("deals_as_pone", "hands_as_pone", "pegged_as_pone")


def counted_again(match: Match, seat: int) -> dict[str, int]:
    """The sums of one seat from positions alone: kept cards, crib, starter, and where the pegs stood."""
    sums = dict.fromkeys([*SUMS_AS_DEALER, *SUMS_AS_PONE], 0)
    dealt, shown = State(), State()
    for before, after in followed(match):
        if after.deal > before.deal:
            dealt = after
        if after.phase is Phase.COUNT and before.phase is Phase.PLAY:
            shown = after
        if (before.phase, before.counted, after.counted) != (Phase.COUNT, 2, 3):
            continue
        assert after.starter
        hand = score_hand(after.kept[seat], after.starter).points
        role = "dealer" if after.dealer == seat else "pone"
        sums[f"deals_as_{role}"] += 1
        sums[f"hands_as_{role}"] += hand
        sums[f"pegged_as_{role}"] += shown.scores[seat] - dealt.scores[seat]
        if role == "dealer":
            sums["cribs"] += score_hand(after.crib, after.starter, crib=True).points
    return sums


@pytest.mark.parametrize("count_mode", CountMode)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_counts_the_same_another_way(ana: User, ben: User, count_mode: CountMode, seed: int) -> None:
    match = finished(ana, ben, Settings(target=121, count_mode=count_mode), seed)
    for seat, user in enumerate((ana, ben)):
        kept, again = figures(match, user), counted_again(match, seat)
        assert {name: getattr(kept, name) for name in again} == again
        assert again["deals_as_dealer"] >= 3
        assert kept.won == (match.winner == seat)
        assert kept.answer_seconds == MOVE.total_seconds()


@pytest.mark.parametrize(
    ("end", "left", "ends"),
    [(endings.abort, [True, False], "abort"), (endings.resign, [False, False], "resignation")],
)
def test_who_aborts_has_left_and_who_resigns_has_not(
    ana: User, ben: User, end: object, left: list[bool], ends: str
) -> None:
    match = started(ana, ben)
    play_to(match, Phase.DISCARD)
    end(match.pk, ana, NOW)  # type: ignore[operator]
    assert fresh(match).reason == ends
    assert [figures(match, user).has_left for user in (ana, ben)] == left
    assert [figures(match, user).won for user in (ana, ben)] == ([None, None] if ends == "abort" else [False, True])


def test_who_runs_out_of_time_has_left(ana: User, ben: User) -> None:
    match = started(ana, ben, allowance=20, bank=0)
    state = play_to(match, Phase.PLAY)
    assert end_if_overdue(match.pk, NOW + timedelta(days=1))
    late = state.to_play
    assert [figures(match, user).has_left for user in (ana, ben)] == [late == 0, late == 1]
    assert (
        dict(Client().get(f"/players/{('Ana', 'Ben')[late or 0]}/").context["profile"].facts)["Completion rate"]
        == "0 (0%)"
    )


def test_the_page_keeps_the_ends_of_games_apart(ana: User, ben: User) -> None:
    """Of Ben: one played out, two resigned, one timed out, one gone and one called off against him, one aborted."""
    finished(ana, ben)
    endings.abort(started(ana, ben).pk, ben, NOW)
    for act in (Resign(), Resign(), Time(), Abandon(), CallOff()):
        match = started(ana, ben)
        play_to(match, Phase.PLAY)
        with open_table(match.pk, NOW) as log:
            log.append(Record(1, act))
    told = {
        name: [dict(Client().get(f"/players/{name}/").context["profile"].facts)[label] for label in OWN_ENDINGS]
        for name in ("Ana", "Ben")
    }
    assert told == {"Ana": ["1", "0", "0", "0", "0"], "Ben": ["1", "2", "1", "2", "1"]}
    left = Match.objects.filter(reason="abandonment")
    assert [list(find_faults(match)) for match in left] == [[], []]


OWN_ENDINGS = ("Played to the end", "Resigned", "Lost on time", "Abandoned", "Aborted")


def test_what_was_not_played_has_no_figures(ana: User, ben: User) -> None:
    started(ana, ben)
    lobby.cancel(lobby.create_match(ana, lobby.Terms(Match.Opponent.OPEN), NOW).pk, ana, NOW)
    assert all_figures() == []


def test_a_computer_has_none_and_its_opponent_has(ana: User) -> None:
    match = lobby.create_match(ana, lobby.Terms(Match.Opponent.COMPUTER, computer="easy"), NOW)
    endings.resign(match.pk, ana, NOW)
    assert [row["user_id"] for row in all_figures()] == [ana.pk]


def test_a_rebuild_brings_the_same_figures_back(ana: User, ben: User, stack: Stack) -> None:
    match, at = one_deal(ana, ben, stack)
    endings.resign(match.pk, ana, at)
    for seed in (3, 4):
        finished(ana, ben, seed=seed)
    kept = all_figures()
    assert len(kept) == 6
    SeatStatistics.objects.filter(user=ana).update(cribs=99, won=None)
    SeatStatistics.objects.filter(seat__match=match, user=ben).delete()
    call_command("rebuild_statistics", verbosity=0)
    assert all_figures() == kept
    call_command("rebuild_statistics", verbosity=0)
    assert all_figures() == kept, "and a second time nothing changes"


def test_verify_matches_finds_figures_that_the_log_does_not_say(ana: User, ben: User) -> None:
    match = finished(ana, ben)
    fault = "the statistics are not what the log says; rebuild_statistics writes them anew"
    assert fault not in list(find_faults(match))
    SeatStatistics.objects.filter(user=ana).update(best_hand=29)
    assert fault in list(find_faults(match))


def test_the_figures_of_a_player_who_left_are_gone(ana: User, ben: User) -> None:
    match = finished(ana, ben)
    delete_account(ben, NOW)
    assert [row["user_id"] for row in all_figures()] == [ana.pk]
    assert [row.user_id for row in statistics_of(fresh(match))] == [ana.pk]


def resigned(winner: User, loser: User, minute: int) -> None:
    match = started(winner, loser)
    endings.resign(match.pk, loser, NOW + timedelta(minutes=minute))


def test_the_longest_streak_is_of_games_in_the_order_of_their_ends(ana: User, ben: User) -> None:
    """Ana wins two, loses one, wins three with an aborted one between, loses the last; told in another order."""
    for minute in (9, 1, 5, 2, 7):
        resigned(ana, ben, minute)
    for minute in (3, 10):
        resigned(ben, ana, minute)
    aborted = started(ana, ben)
    endings.abort(aborted.pk, ben, NOW + timedelta(minutes=6))
    streaks = [dict(Client().get(f"/players/{name}/").context["profile"].facts) for name in ("Ana", "Ben")]
    assert [facts["Longest winning streak"] for facts in streaks] == ["3", "1"]
    assert [facts["Games finished"] for facts in streaks] == ["7", "7"]
    assert [facts["Games won"] for facts in streaks] == ["5 (71%)", "2 (29%)"]
    assert [facts["Completion rate"] for facts in streaks] == ["8 (100%)", "7 (88%)"]


def test_slow_games_have_a_usual_time_of_their_own(ana: User, ben: User) -> None:
    finished(ana, ben)
    finished(ana, ben, seed=4, allowance=3 * DAY)
    SeatStatistics.objects.filter(seat__match__allowance=3 * DAY).update(answer_seconds=5 * 3600)
    facts = dict(Client().get("/players/Ana/").context["profile"].facts)
    assert facts["Usual time for a move"] == "7 seconds"
    assert facts["Usual time in slow games"] == "5\xa0hours"


def test_the_link_to_the_best_hand_is_for_those_who_may_see_the_game(ana: User, ben: User, cleos: Client) -> None:
    finished(ana, ben)
    assert cleos.get("/players/Ana/").context["profile"].best_hand.url
    User.objects.filter(pk=ben.pk).update(private_games=True)
    for reader, has_link in ((cleos, False), (browser_of(ana), True), (browser_of(ben), True)):
        best = reader.get("/players/Ana/").context["profile"].best_hand
        assert bool(best.url) == has_link
        assert best.text


def test_who_has_played_nothing_has_a_page_all_the_same(db: None) -> None:
    new_player("Dora")
    answer = Client().get("/players/Dora/")
    assert answer.status_code == 200
    assert (answer.context["profile"].averages, answer.context["profile"].best_hand) == ([], None)

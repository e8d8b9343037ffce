"""The totals of all cards: one deal counted by hand, every match that is over counted once, and the pages of them."""

from collections.abc import Sequence
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services import delete_account
from games.card_pages import site_cards
from games.engine.state import Settings
from games.luck import VARIANCE_OF_BEST
from games.models import CardTotals, LevelTotals, Match, PlayerLuck
from games.services import cards, endings, lobby, referee, staff
from games.verify import find_faults_of_totals

from .conftest import Stack
from .finished import finished
from .players import NOW, browser_of, fresh, new_player, pack, play_until
from .test_statistics import one_deal

LATER = NOW + timedelta(days=1)
SECOND = pack(pone="AC AD AH AS 2C 2D", dealer="KC KD KH KS QC QD", starter="JH")  # dealt, and not played


def one_deal_and_the_next(ana: User, ben: User, stack: Stack) -> Match:
    """That of `test_statistics`, in which Ben holds 29 points; then another is dealt. Nobody has won."""
    return one_deal(ana, ben, lambda decks: stack({**decks, 2: SECOND}))[0]


@pytest.fixture
def over(ana: User, ben: User, stack: Stack) -> Match:
    match = one_deal_and_the_next(ana, ben, stack)
    endings.resign(match.pk, ana, LATER)
    return fresh(match)


def totals() -> list[object]:
    """All that is kept."""
    site = CardTotals.objects.values().exclude(deals=0)
    levels, players = LevelTotals.objects.order_by("pk"), PlayerLuck.objects.order_by("pk")
    kept = [*site, *levels.values(), *players.values()]
    for row in kept:
        row.pop("counted_at", None)
    return kept


def test_a_match_counts_as_it_does_by_hand(over: Match) -> None:
    assert referee.sweep(LATER).cards_counted == 1
    site = CardTotals.objects.get()
    #                            A  2  3  4  5  6  7  8  9  T  J  Q  K
    assert site.dealt_ranks == [4, 3, 1, 0, 3, 0, 1, 1, 1, 1, 1, 3, 5]
    assert site.dealt_suits == [8, 8, 4, 4]
    assert site.starter_ranks == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert site.starter_suits == [0, 0, 0, 1]
    assert site.deals == 2


def test_the_luck_of_both_counts_as_it_does_by_hand(over: Match, ana: User, ben: User) -> None:
    """Ben's hand and starter are counted in `test_luck`: the best keep sums to 754, and the five brings 580 more."""
    cards.keep_totals(LATER)
    anas, bens = (PlayerLuck.objects.get(user=user) for user in (ana, ben))
    assert (anas.cuts, anas.cuts_won, bens.cuts, bens.cuts_won) == (1, 1, 1, 0)
    assert (bens.sixes_as_pone, bens.best_as_pone, bens.sixes_as_dealer) == (1, 754, 1)
    assert (bens.starters, bens.gained, bens.varied) == (1, 580, 46 * 12_920 - 754**2)
    assert (anas.own_starters, anas.heels, bens.own_starters) == (1, 0, 0)
    best = anas.best_as_dealer + anas.best_as_pone + bens.best_as_dealer + bens.best_as_pone
    assert CardTotals.objects.get().best == best


def test_his_heels_are_the_dealers(ana: User, ben: User, stack: Stack) -> None:
    """The second deal is Ben's, and its starter the jack of hearts."""
    match = one_deal_and_the_next(ana, ben, stack)
    play_until(match, lambda state: state.deal == 2 and state.starter is not None, LATER)
    endings.resign(match.pk, ana, LATER)
    cards.keep_totals(LATER)
    assert [PlayerLuck.objects.get(user=user).heels for user in (ana, ben)] == [0, 1]
    assert CardTotals.objects.get().starter_ranks[10] == 1


def test_hands_cribs_and_skunks_are_told_by_who_played(over: Match) -> None:
    """8 and 8 for the dealer's hand and crib, 29 for the pone."""
    cards.keep_totals(LATER)
    people = LevelTotals.objects.get()
    told = (people.level, people.hands_as_dealer, people.cribs, people.hands_as_pone, people.deals_as_pone)
    assert told == ("", 8, 8, 29, 1)
    assert (people.wins, people.skunks) == (1, over.skunk > 0)


def test_a_computer_player_is_a_level_of_its_own(ana: User) -> None:
    match = lobby.create_match(ana, lobby.Terms(Match.Opponent.COMPUTER, computer="easy"), NOW)
    play_until(match, lambda state: state.deal == 2, NOW)
    endings.resign(match.pk, ana, LATER)
    cards.keep_totals(LATER)
    assert {row.level: row.deals_as_dealer for row in LevelTotals.objects.all()}.keys() == {"", "easy"}
    assert LevelTotals.objects.get(level="easy").wins == 1
    assert [row.user_id for row in PlayerLuck.objects.all()] == [ana.pk]


def test_a_running_match_is_not_counted(ana: User, ben: User, stack: Stack) -> None:
    one_deal_and_the_next(ana, ben, stack)
    assert referee.sweep(LATER).cards_counted == 0
    assert totals() == []


@pytest.mark.parametrize("end", [staff.annul, staff.abort])
def test_a_match_that_was_annulled_or_aborted_drops_no_cards(ana: User, ben: User, stack: Stack, end: object) -> None:
    match = one_deal_and_the_next(ana, ben, stack)
    end(match.pk, new_player("Mo"), LATER, "A fault.")  # type: ignore[operator]
    cards.keep_totals(LATER)
    assert CardTotals.objects.get().deals == 2
    assert LevelTotals.objects.exists() == (fresh(match).status == Match.State.ABORTED)


def test_a_match_is_counted_once_however_often_the_referee_comes(over: Match) -> None:
    cards.keep_totals(LATER)
    kept = totals()
    assert cards.keep_totals(LATER) == 0
    assert totals() == kept


def test_what_another_referee_has_counted_meanwhile_is_not_counted_again(
    over: Match, ana: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(ana, ben)
    count, done = cards._count, list[int]()

    def count_after_another(match: Match) -> cards.Counted | None:
        monkeypatch.setattr(cards, "_count", count)
        done.append(cards.keep_totals(LATER)) if not done else None
        return count(match)

    monkeypatch.setattr(cards, "_count", count_after_another)
    assert (cards.keep_totals(LATER), done) == (0, [2])
    kept = totals()
    call_command("rebuild_statistics", verbosity=0)
    assert totals() == kept


def test_old_matches_are_counted_a_batch_at_a_time(
    over: Match, ana: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(ana, ben)
    monkeypatch.setattr(cards, "BATCH", 1)
    assert [referee.sweep(LATER).cards_counted for _ in range(3)] == [1, 1, 0]


def test_a_log_that_cannot_be_read_keeps_no_other_match_out(over: Match, ana: User, ben: User) -> None:
    broken = finished(ana, ben)
    broken.records.filter(kind="deal").update(events=[{"kind": "deal"}])
    cards.keep_totals(LATER)
    assert CardTotals.objects.get().deals == 2
    assert cards.keep_totals(LATER) == 0


def test_a_rebuild_counts_all_anew(over: Match, ana: User, ben: User) -> None:
    finished(ana, ben)
    cards.keep_totals(LATER)
    kept = totals()
    CardTotals.objects.update(deals=99, dealt_ranks=[1] * 13)
    PlayerLuck.objects.filter(user=ana).delete()
    call_command("rebuild_statistics", verbosity=0)
    assert totals() == kept


def test_what_the_referee_has_counted_has_no_faults(over: Match, ana: User, ben: User) -> None:
    vs_computer = lobby.create_match(ana, lobby.Terms(Match.Opponent.COMPUTER, computer="easy"), NOW)
    play_until(vs_computer, lambda state: state.deal == 2, NOW)
    endings.resign(vs_computer.pk, ana, LATER)
    finished(ana, ben)
    assert not [*find_faults_of_totals()], "nothing is counted yet"
    cards.keep_totals(LATER)
    finished(ana, ben)
    assert not [*find_faults_of_totals()], "one waits still"
    delete_account(ben, LATER)
    assert not [*find_faults_of_totals()]


@pytest.mark.parametrize(
    ("rows", "changed", "fault"),
    [
        (CardTotals.objects, {"deals": 3}, "the cards of the site: deals is 3, the logs say 2"),
        (
            CardTotals.objects,
            {"starter_suits": [1, 0, 0, 0]},
            "starter_suits is [1, 0, 0, 0], the logs say [0, 0, 0, 1]",
        ),
        (LevelTotals.objects, {"cribs": 9}, "the totals of people: cribs is 9, the logs say 8"),
        (PlayerLuck.objects.filter(user__username="Ben"), {"gained": 581}, "gained is 581, the logs say 580"),
    ],
)
def test_verify_matches_finds_totals_that_the_logs_do_not_say(
    over: Match, rows: Any, changed: dict[str, Any], fault: str
) -> None:
    cards.keep_totals(LATER)
    rows.update(**changed)
    told = StringIO()
    with pytest.raises(CommandError, match="The totals of the cards are not what the logs say"):
        call_command("verify_matches", stderr=told)
    (line,) = told.getvalue().splitlines()
    assert fault in line
    call_command("verify_matches", over.pk)  # of which nothing is wrong
    call_command("rebuild_statistics", verbosity=0)
    assert not [*find_faults_of_totals()]


def test_verify_matches_finds_totals_that_are_not_there(over: Match) -> None:
    cards.keep_totals(LATER)
    for model in (CardTotals, LevelTotals, PlayerLuck):
        model.objects.all().delete()
    told = " ".join(find_faults_of_totals())
    for fault in ("deals is 0, the logs say 2", "cribs is 0, the logs say 8", "gained is 0, the logs say 580"):
        assert fault in told


def test_the_luck_of_a_player_who_left_is_gone_and_the_cards_stay(over: Match, ana: User, ben: User) -> None:
    cards.keep_totals(LATER)
    delete_account(ben, LATER)
    assert [row.user_id for row in PlayerLuck.objects.all()] == [ana.pk]
    call_command("rebuild_statistics", verbosity=0)
    assert (CardTotals.objects.get().deals, LevelTotals.objects.get().hands_as_pone) == (2, 29)


def seen(ranks: Sequence[int], **others: int) -> None:
    CardTotals.objects.create(deals=1300, dealt_ranks=list(ranks), dealt_suits=[3900] * 4, **others)


def test_what_lies_outside_its_interval_is_marked(db: None) -> None:
    """1,300 deals: 1,200 aces are expected, give or take 1.96 roots of 1,300 times 0.6683: 1,142.2 to 1,257.8."""
    seen([1258, 1257, 1142, 1143, *[1200] * 9])
    rows = site_cards().tables[0].rows
    assert [row.is_outside for row in rows] == [True, False, True, *[False] * 10]
    assert (rows[0].label, rows[0].seen, rows[0].expected, rows[0].within) == (
        *("Ace", "1,258", "1,200.0"),
        "1,143 to 1,257",
    )
    page = Client().get("/cards/").content.decode()
    assert page.count("outside the range") == 2


def test_a_row_in_which_fewer_than_five_are_expected_has_no_range_and_no_mark(db: None) -> None:
    """65 starters make five of a rank."""
    few, enough = ([64 - 12 * 5, *[5] * 12], [65 - 12 * 5, *[5] * 12])
    for ranks, has_range in ((few, False), (enough, True), ([2, *[0] * 12], False)):
        CardTotals.objects.all().delete()
        seen([1200] * 13, starter_ranks=ranks, starter_suits=[sum(ranks), 0, 0, 0])
        rows = site_cards().tables[2].rows
        assert {bool(row.within) for row in rows} == {has_range}
        assert not any(row.is_outside for row in rows)


def test_the_interval_of_the_mean_is_from_how_deals_differ(db: None) -> None:
    """Half the deals sum to 16 points, half to 18: the mean of a six is 8.5, its deviation 0.5 by deal."""
    points = [46 * 16, 46 * 18]
    seen([1200] * 13, best=650 * sum(points), best_squares=650 * sum(one**2 for one in points))
    row = site_cards().tables[-1].rows[1]
    half = 1.96 * 0.5 / 1299**0.5
    assert (row.seen, row.expected) == ("8.5000", "8.2939")
    assert row.within == f"{8.29394 - half:.4f} to {8.29394 + half:.4f}"
    assert row.is_outside


def test_everybody_reads_the_cards_of_the_site(over: Match) -> None:
    assert Client().get("/cards/").status_code == 200
    cards.keep_totals(LATER)
    page = Client().get("/cards/").content.decode()
    assert "2 deals have been counted" in page
    assert "/cards/" in Client().get("/rules/").content.decode()
    assert "/cards/" in Client().get(f"/table/{over.pk}/check/").content.decode()


def test_the_own_luck_is_for_its_player_guest_or_not(over: Match, ben: User, bens: Client) -> None:
    """Ben lost the cut, which half the players do: 15 of 100 have less luck by the curve, 1 below its middle."""
    assert Client().get("/cards/mine/").status_code == 302
    cards.keep_totals(LATER)
    rows = bens.get("/cards/mine/").context["luck"]
    assert [row.seen for row in rows[:1]] == ["0 of 1"]
    assert rows[0].rank == "luckier than 15 of 100 players would be by chance"
    assert rows[0].within == "", "one cut is too few"
    assert (rows[2].seen, rows[3].seen) == ("16.39", "+12.61")
    assert rows[4].rank == ""
    assert "/cards/mine/" in bens.get("/games/").content.decode()
    guest = browser_of(new_player("guest-4821", is_guest=True))
    assert guest.get("/cards/mine/").status_code == 200


def test_each_kind_of_luck_stands_beside_the_range_that_chance_keeps_to(ben: User, bens: Client) -> None:
    """200 of 400 cuts are won, give or take 1.96 times 10; 13 of 169 starters are jacks, give or take 1.96 roots of 12.

    100 sixes: 1.96 tenths of the deviation of one. 100 starters that vary by 4 square points each: 1.96 times 0.2.
    """
    sixes = {"sixes_as_dealer": 100, "best_as_dealer": 100 * 46 * 9, "sixes_as_pone": 100, "best_as_pone": 100 * 46 * 8}
    starters = {"starters": 100, "gained": -46 * 100, "varied": 100 * 4 * 46**2, "own_starters": 169, "heels": 13}
    PlayerLuck.objects.create(user=ben, cuts=400, cuts_won=220, **sixes, **starters)
    rows = bens.get("/cards/mine/").context["luck"]
    half = 0.196 * VARIANCE_OF_BEST**0.5
    best = f"{8.29394 - half:.2f} to {8.29394 + half:.2f}"
    assert [row.within for row in rows] == ["181 to 219", best, best, "-0.39 to +0.39", "7 to 19"]
    assert best in bens.get("/cards/mine/").content.decode()


def test_the_pages_ask_little(over: Match, bens: Client) -> None:
    cards.keep_totals(LATER)
    for address in ("/cards/", "/cards/mine/"):
        bens.get(address)
        with CaptureQueriesContext(connection) as asked:
            bens.get(address)
        assert len(asked) < 30, address


def test_a_rematch_is_not_cut_for(ana: User, ben: User) -> None:
    finished(ana, ben, Settings(target=61, first_dealer=1))
    cards.keep_totals(LATER)
    luck = PlayerLuck.objects.get(user=ana)
    assert (luck.cuts, luck.sixes_as_dealer > 0) == (0, True)

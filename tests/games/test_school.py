"""School mode: the owner of a hand counts it combination by combination, and nobody else learns anything."""

import pytest

from games.engine.state import Phase
from games.models import MoveRecord

from .players import browser_of, cut_pack, everything, fresh, pack, play_to, position, said, started
from .test_going_on import table

pytestmark = pytest.mark.django_db

# Ana cuts low and deals; Ben, pone, keeps the first two laid away: his hand is 7H 8C 8D 9S, the starter 2C.
# By hand: fifteens 7 8, 7 8 (4), a pair (2), two runs of three (6): 12.
DECKS = {0: cut_pack("2H KD"), 1: pack("KC QC 7H 8C 8D 9S", "KS QS 3H 4H 6C TD", "2C")}


@pytest.fixture
def counted(ana, ben, stack):
    stack(DECKS)
    match = started(ana, ben, count_mode="manual")
    play_to(match, Phase.COUNT)
    for user in (ana, ben):
        user.counts_by_cards = True
        user.save()
    return fresh(match)


def put_forward(browser, match, cards, decision="1.count.0"):
    form = {"cards": cards.split(), "decision": decision}
    return browser.post(f"{match.get_absolute_url()}school/", form, follow=True)


def test_combinations_add_up_to_the_claim(counted, bens):
    before = table(bens, counted).school
    assert (before.points, before.missing) == (0, "")
    told = []
    for cards in ("7H 8C", "7H 8D", "8C 8D", "7H 8C 9S", "7H 8D 9S"):
        put_forward(bens, counted, cards)
        school = table(bens, counted).school
        told.append((school.answer, school.points))
    assert told == [
        ("Right: fifteen two.", 2),
        ("Right: fifteen four.", 4),
        ("Right: a pair is six.", 6),
        ("Right: a run of three is nine.", 9),
        ("Right: a run of three is twelve.", 12),
    ]
    assert school.missing == "Nothing is missing."
    form = {"count": str(school.points), "decision": "1.count.0"}
    bens.post(f"{counted.get_absolute_url()}move/", form)
    assert position(counted).scores[1] - position_before_count(counted).scores[1] == 12


def position_before_count(match):
    from games.state import state_at

    claim = MoveRecord.objects.get(match=match, kind="count")
    return state_at(fresh(match), claim.ply - 1)


def test_after_an_attempt_the_slip_tells_what_is_missing(counted, bens):
    put_forward(bens, counted, "7H 8C")
    assert (
        table(bens, counted).school.missing == "Still missing, 10 points: a fifteen, a pair, a run of three (2 times)."
    )
    for cards, answer in [
        ("8C 7H", "You have counted these already."),
        ("7H 9S", "These cards together count nothing."),
        ("7H 8C 8D 9S", "These cards together count nothing."),
    ]:
        put_forward(bens, counted, cards)
        school = table(bens, counted).school
        assert (school.answer, school.is_right, school.points) == (answer, False, 2)


def test_the_others_see_nothing_of_it(counted, anas, bens, cleos):
    pages = [browser.get(counted.get_absolute_url()).content for browser in (anas, cleos)]
    regions = [table(browser, counted) for browser in (anas, cleos)]
    put_forward(bens, counted, "7H 8C")
    assert [table(browser, counted) for browser in (anas, cleos)] == regions
    assert all(b"Still missing" not in page for page in pages)
    assert regions[0].school is None
    assert not regions[0].numbers


def test_it_changes_nothing_but_the_own_slip(counted, bens):
    log = everything(counted)[2]
    ply = fresh(counted).ply
    put_forward(bens, counted, "7H 8C")
    assert everything(counted)[2] == log
    assert fresh(counted).ply == ply


@pytest.mark.parametrize(
    ("cards", "decision", "key"),
    [
        ("7H KC", "1.count.0", "choose_a_combination"),  # one of them lies in the crib
        ("", "1.count.0", "choose_a_combination"),
        ("7H XX", "1.count.0", "not_a_card"),
        ("7H 8C", "1.count.1", "stale_decision"),
    ],
)
def test_what_is_no_combination_of_this_hand_is_refused(counted, bens, cards, decision, key):
    before = everything(counted)
    assert said(key) in put_forward(bens, counted, cards, decision).content.decode()
    assert everything(counted) == before


def test_only_who_has_to_count_may_ask(counted, anas, cleos, client):
    before = everything(counted)
    assert said("school_not_now") in put_forward(anas, counted, "7H 8C").content.decode()
    assert said("not_your_table") in put_forward(cleos, counted, "7H 8C").content.decode()
    assert "/accounts/login/" in put_forward(client, counted, "7H 8C").redirect_chain[0][0]
    assert everything(counted) == before


@pytest.mark.parametrize("mode", ["muggins", "automatic"])
def test_it_is_not_to_be_had_where_muggins_is_played_or_the_site_counts(ana, ben, stack, mode):
    """In muggins the opponent lives by what one misses."""
    stack(DECKS)
    match = started(ana, ben, count_mode=mode)
    play_to(match, Phase.PLAY)
    play_to(match, Phase.COUNT) if mode == "muggins" else None
    ben.counts_by_cards = True
    ben.save()
    bens = browser_of(ben)
    assert said("school_not_now") in put_forward(bens, match, "7H 8C").content.decode()
    assert table(bens, match).school is None
    assert not table(bens, match).may_school


def test_the_slip_switches_between_the_two_ways(counted, ben, bens):
    address = f"{counted.get_absolute_url()}school/"
    bens.post(address, {"way": "off"})
    view = table(bens, counted)
    assert (view.school, view.may_school, view.numbers) == (None, True, tuple(range(30)))
    bens.post(address, {"way": "on"})
    assert table(bens, counted).school is not None


def test_another_hand_begins_anew(counted, ana, anas, bens):
    put_forward(bens, counted, "7H 8C")
    bens.post(f"{counted.get_absolute_url()}move/", {"count": "2", "decision": "1.count.0"})
    anas.post(f"{counted.get_absolute_url()}go-on/", {"ply": str(fresh(counted).ply)})
    assert table(anas, counted).school.points == 0
    assert said("stale_decision") in put_forward(anas, counted, "6C TD", "1.count.0").content.decode()

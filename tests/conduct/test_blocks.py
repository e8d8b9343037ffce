"""Two of whom one blocks the other have nothing to do with each other: both ways, at every door."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags

from accounts.conduct import blocks
from accounts.conduct.apart import who_blocks
from accounts.conduct.blocks import block, unblock
from accounts.conduct.models import Block
from accounts.guests import make_guest
from accounts.models import User
from games.engine.errors import MoveError
from games.models import DAY, Match
from games.selectors import find_match, has_own_list, open_tables, remarks_for
from games.services import endings, lobby
from games.services.lobby import Terms
from games.services.talk import talk
from games.talking import Say
from tests.api.programs import Program
from tests.games.players import NOW, browser_of, everything, fresh, started

pytestmark = pytest.mark.django_db

HELLO = Say(phrase="hello")
NAMED, OPEN, LINK = Match.Opponent.NAMED, Match.Opponent.OPEN, Match.Opponent.LINK


@pytest.fixture(params=["who blocks", "who is blocked"])
def pair(request: pytest.FixtureRequest, ana: User, ben: User) -> tuple[User, User]:
    """Ana and Ben, in whose order the first acts; Ana blocks Ben or Ben blocks Ana."""
    first, second = (ana, ben) if request.param == "who blocks" else (ben, ana)
    block(first, second, NOW)
    return ana, ben


def refusal(act: Callable[..., object], *about: object) -> str:
    with pytest.raises(MoveError) as error:
        act(*about)
    return error.value.key


def test_neither_challenges_the_other(pair: tuple[User, User]) -> None:
    for host, friend in (pair, pair[::-1]):
        key = "you_block" if host.blocks.exists() else "takes_no_challenges"
        assert refusal(lobby.create_match, host, Terms(NAMED, invited=friend), NOW) == key
    assert not Match.objects.exists()


@pytest.mark.parametrize("opponent", [OPEN, LINK])
def test_neither_sits_down_at_the_others_table(pair: tuple[User, User], opponent: Match.Opponent) -> None:
    host, comer = pair
    match = lobby.create_match(host, Terms(opponent), NOW)
    before = everything(match)
    key = "you_block" if comer.blocks.exists() else "not_open_to_you"
    assert refusal(lobby.join, match.pk, comer, NOW, match.invite or "") == key
    assert everything(match) == before


def test_neither_is_offered_the_others_table(pair: tuple[User, User], cleo: User) -> None:
    host, reader = pair
    lobby.create_match(host, Terms(OPEN), NOW)
    assert open_tables(NOW, reader.pk) == []
    assert len(open_tables(NOW, cleo.pk)) == len(open_tables(NOW, host.pk)) == len(open_tables(NOW, None)) == 1
    assert has_own_list(reader), "the socket of the lobby draws a list of this player's own"
    assert not has_own_list(cleo)


def test_neither_has_a_rematch_of_the_other(ana: User, ben: User) -> None:
    over = started(ana, ben)
    endings.abort(over.pk, ana, NOW)
    block(ana, ben, NOW)
    assert refusal(endings.rematch, over.pk, ana, NOW) == "you_block"
    assert refusal(endings.rematch, over.pk, ben, NOW) == "takes_no_challenges"
    assert not over.rematches.exists()


def test_neither_says_anything_more_to_the_other_and_their_game_goes_on(match: Match, ana: User, ben: User) -> None:
    talk(match.pk, ben, HELLO, NOW)
    block(ana, ben, NOW)
    assert refusal(talk, match.pk, ana, HELLO, NOW) == "you_block"
    assert refusal(talk, match.pk, ben, HELLO, NOW) == "talk_is_over"
    assert fresh(match).status == Match.State.ACTIVE
    found = find_match(match.pk)
    assert found is not None
    assert remarks_for(found, 0) == [], "what the blocked one had said is out of sight"
    assert len(remarks_for(found, 1)) == 1, "and stays in that one's own"


def talk_of(browser: Client, match: Match) -> str:
    page = browser.get(match.get_absolute_url()).content.decode()
    return page.split('id="region-talk"')[1].split("</section>")[0]


def test_the_table_says_to_both_that_nothing_may_be_said_and_to_one_alone_why(
    match: Match, ana: User, ben: User, anas: Client, bens: Client
) -> None:
    block(ana, ben, NOW)
    anas_talk, bens_talk = talk_of(anas, match), talk_of(bens, match)
    assert "You block this player." in anas_talk
    assert 'href="/settings/blocks/"' in anas_talk
    assert "The talk at this table is over." in bens_talk
    assert "block" not in bens_talk
    for region in (anas_talk, bens_talk):
        assert "Say something" not in region
        assert 'name="phrase"' not in region
        assert "Switch chat on" not in region
    unblock(ana, ben)
    for browser in (anas, bens):
        assert 'name="phrase"' in talk_of(browser, match)


def test_the_menu_of_a_table_leads_to_the_block_that_is_set(match: Match, ana: User, ben: User, anas: Client) -> None:
    def menu() -> str:
        page = anas.get(match.get_absolute_url()).content.decode()
        return page.split('id="region-menu"')[1].split("</section>")[0]

    assert "/players/Ben/block/" in menu()
    block(ana, ben, NOW)
    assert "/players/Ben/block/" not in menu()
    assert "/settings/blocks/" in menu()


def test_what_one_had_offered_the_other_is_taken_back_or_declined(ana: User, ben: User, cleo: User) -> None:
    own = lobby.create_match(ana, Terms(NAMED, invited=ben), NOW)
    others = lobby.create_match(ben, Terms(NAMED, invited=ana, allowance=3 * DAY), NOW)
    elsewhere = lobby.create_match(cleo, Terms(NAMED, invited=ben), NOW)
    open_to_all = lobby.create_match(ben, Terms(OPEN), NOW)
    block(ana, ben, NOW)
    assert [fresh(one).status for one in (own, others)] == [Match.State.CANCELLED] * 2
    assert [fresh(one).status for one in (elsewhere, open_to_all)] == [Match.State.OPEN] * 2


def test_a_lifted_block_brings_the_two_together_again_unless_the_other_blocks_too(ana: User, ben: User) -> None:
    block(ana, ben, NOW)
    block(ben, ana, NOW)
    unblock(ana, ben)
    assert who_blocks(ana.pk, ben.pk) == {ben.pk}
    unblock(ben, ana)
    assert who_blocks(ana.pk, ben.pk) == set()
    lobby.create_match(ana, Terms(NAMED, invited=ben), NOW)


def test_a_block_is_set_once_and_not_on_oneself(ana: User, ben: User) -> None:
    block(ana, ben, NOW)
    block(ana, ben, NOW)
    assert Block.objects.count() == 1
    assert refusal(block, ana, ana, NOW) == "block_oneself"


def test_a_guest_blocks_and_is_blocked_and_both_stay_with_an_account(ana: User, cleo: User) -> None:
    guest = make_guest("en", NOW)
    browser = browser_of(guest)
    browser.post("/players/Cleo/block/")
    match = lobby.create_match(ana, Terms(LINK), NOW)
    block(ana, guest, NOW)
    assert refusal(lobby.join, match.pk, guest, NOW, match.invite or "") == "not_open_to_you"
    password = {"password1": "a-peg-too-far", "password2": "a-peg-too-far"}
    form = {"username": "Gil", "email": "gil@example.org", "agrees": "on"} | password
    browser.post(reverse("account_signup"), form)
    assert User.objects.get(username="Gil").pk == guest.pk
    assert who_blocks(guest.pk, ana.pk) == {ana.pk}
    assert who_blocks(guest.pk, cleo.pk) == {guest.pk}


def test_pages_ask_first_block_list_and_lift(ana: User, ben: User, anas: Client, bens: Client) -> None:
    page = anas.get("/players/Ben/").content.decode()
    assert 'href="/players/Ben/block/"' in page
    asked = anas.get("/players/Ben/block/")
    assert "Do you want to block Ben?" in asked.content.decode()
    assert not Block.objects.exists()
    answer = anas.post("/players/Ben/block/", follow=True)
    assert "You block Ben." in answer.content.decode()
    assert "Ben" in anas.get("/settings/blocks/").content.decode()
    for told in ("/players/Ana/", "/settings/blocks/", "/"):
        assert "You block Ana" not in bens.get(told).content.decode(), "who is blocked is not told"
    assert "You no longer block Ben." in anas.post("/players/Ben/unblock/", follow=True).content.decode()
    assert not Block.objects.exists()


def test_a_form_that_meets_a_block_is_answered_with_the_sentence(ana: User, ben: User, bens: Client) -> None:
    match = lobby.create_match(ana, Terms(OPEN), NOW)
    block(ana, ben, NOW)
    joined = bens.post(reverse("join", args=[match.pk]), follow=True).content.decode()
    assert "This table is not open to you." in joined
    answer = bens.post(reverse("create"), {"opponent": "named", "name": "Ana"})
    assert answer.status_code == 422
    assert "This player takes no challenges at present." in answer.content.decode()
    assert "block" not in strip_tags(joined + answer.content.decode()), "nothing tells of a block"


def test_programs_meet_the_same_refusals(ana: User, ben: User, cleo: User) -> None:
    match = lobby.create_match(ana, Terms(OPEN), NOW)
    block(ana, ben, NOW)
    over = started(cleo, ben)
    endings.abort(over.pk, cleo, NOW)
    block(cleo, ben, NOW)
    program = Program(ben)
    answers = [
        program.post(f"matches/{match.pk}/join"),
        program.post("matches", {"opponent": "user:Ana"}),
        program.post(f"matches/{over.pk}/rematch"),
    ]
    assert [(one.status_code, one.json()["error"]["reason"]) for one in answers] == [
        (403, "not_open_to_you"),
        (422, "takes_no_challenges"),
        (422, "takes_no_challenges"),
    ]
    assert program.get("matches?list=open").json()["matches"] == []
    assert "block" not in "".join(one.content.decode() for one in answers)


def test_strangers_and_the_player_himself_are_offered_neither_block_nor_report(ana: User, anas: Client) -> None:
    for browser in (Client(), anas):
        page = browser.get("/players/Ana/").content.decode()
        assert "/block/" not in page
        assert "/report/" not in page
    assert Client().post("/players/Ana/block/")["Location"].startswith("/accounts/login/")


def test_blocks_cost_the_lobby_no_question_more(ana: User, ben: User, anas: Client) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            anas.get("/")
        return len(queries)

    anas.get("/")
    before = asked()
    lobby.create_match(ben, Terms(OPEN), NOW)
    block(ana, ben, NOW)
    assert asked() == before


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch) -> Callable[..., set[str]]:
    """Has acts done at the same moment: each waits, where it has looked for what the other writes, for the other.

    They are held apart by a lock, so none ever comes; without one they would miss each other.
    """
    meet = Barrier(2)

    def then_wait(done: Callable[..., object]) -> Callable[..., object]:
        def act(*about: object) -> object:
            answer = done(*about)
            with suppress(BrokenBarrierError):
                meet.wait(0.3)
            return answer

        return act

    monkeypatch.setattr(lobby, "require_together", then_wait(lobby.require_together))
    monkeypatch.setattr(blocks, "_take_back_offers", then_wait(blocks._take_back_offers))

    def run(**acts: Callable[[], object]) -> set[str]:
        """What came of both; which of the two was told first says nothing of which was stored first."""
        came: set[str] = set()

        def in_a_thread(name: str) -> None:
            try:
                acts[name]()
                came.add(name)
            except MoveError as error:
                came.add(error.key)
            finally:
                connection.close()

        with ThreadPoolExecutor(2) as threads:
            list(threads.map(in_a_thread, acts))
        return came

    return run


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_challenge_that_is_made_while_it_is_blocked_does_not_outlive_the_block(
    ana: User, ben: User, meeting: Callable[..., set[str]]
) -> None:
    challenge = Terms(NAMED, invited=ana)
    came = meeting(challenged=lambda: lobby.create_match(ben, challenge, NOW), blocked=lambda: block(ana, ben, NOW))
    assert came in ({"challenged", "blocked"}, {"blocked", "takes_no_challenges"})
    assert not Match.objects.filter(status=Match.State.OPEN).exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_nobody_sits_down_at_a_table_after_a_block_that_came_in_the_same_moment(
    ana: User, ben: User, meeting: Callable[..., set[str]]
) -> None:
    table = lobby.create_match(ana, Terms(OPEN), NOW)
    came = meeting(joined=lambda: lobby.join(table.pk, ben, NOW), blocked=lambda: block(ana, ben, NOW))
    assert came in ({"joined", "blocked"}, {"blocked", "not_open_to_you"})
    assert (fresh(table).status == Match.State.ACTIVE) == ("joined" in came)

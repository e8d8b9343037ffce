"""Every move of a deal by the plain forms of the page, and each form counting once however often it is sent.

The deal is stacked, and counted by hand. Ana cuts the lower card and deals. Ben, the pone, keeps TC 9C 5H 9D; Ana keeps
KD 6H 7H 8H; the crib gets 2S 3S from Ben and QS 4C from Ana; the starter is the jack of spades.
"""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.moves import Cut, Discard, Go, Play
from games.engine.state import Phase
from games.models import Match
from games.services.errors import MoveIdReused

from .conftest import Stack
from .players import browser_of, cards, cut_pack, everything, pack, position, send, started

CUT = cut_pack("AC KD")
DEAL = pack("TC 9C 5H 9D 2S 3S", "KD 6H 7H 8H QS 4C", "JS")

# After each card or go of the play: what Ana and Ben have pegged. Ana begins with 2 for his heels.
PLAY = [
    ("Ben", "TC", (2, 0)),
    ("Ana", "KD", (2, 0)),
    ("Ben", "9C", (2, 0)),
    ("Ana", "go", (2, 1)),  # at 29 neither holds an ace or a two: one for Ben, who laid the last card
    ("Ana", "6H", (2, 1)),
    ("Ben", "9D", (2, 3)),  # fifteen
    ("Ana", "7H", (2, 3)),
    ("Ben", "5H", (2, 3)),
    ("Ana", "go", (2, 4)),  # the eight would make 35
    ("Ana", "8H", (3, 4)),  # the last card
]
BENS_HAND = 12  # 5 T and 5 J, a pair of nines, 9 T J twice
ANAS_HAND = 5  # 7 8, 6 7 8
ANAS_CRIB = 7  # Q 2 3 and J 2 3, 2 3 4


def submit(browser: Client, match: Match, **fields: object) -> None:
    """Send the form that stands in the page of this browser, filled in with what the page offers."""
    page = browser.get(match.get_absolute_url()).content.decode()
    decision = re.search(r'name="decision"\s+value="([^"]+)"', page)
    assert decision, "nothing is to be decided"
    for name, value in fields.items():
        values = value if isinstance(value, list) else [value]
        for one in values if name in ("action", "play", "cards") else []:
            assert re.search(rf'name="{name}"\s+value="{one}"', page), f"no {name} {one} is offered"
        assert f'name="{name}"' in page
    answer = browser.post(reverse("move", args=[match.pk]), {"decision": decision[1], **fields})
    assert answer.status_code == 302
    assert answer["Location"] == match.get_absolute_url()


def read_on(browser: Client, match: Match) -> None:
    page = browser.get(match.get_absolute_url()).content.decode()
    ply = re.search(r'form="go-on"\s+name="ply"\s+value="(\d+)"', page)
    assert ply, "no show is to be read"
    browser.post(reverse("go_on", args=[match.pk]), {"ply": ply[1]})


def scores(match: Match) -> tuple[int, ...]:
    return tuple(match.seats.order_by("number").values_list("score", flat=True))


@pytest.fixture
def browsers(ana: User, ben: User) -> dict[str, Client]:
    return {"Ana": browser_of(ana), "Ben": browser_of(ben)}


def new_match(ana: User, ben: User, stack: Stack, count_mode: str = "automatic") -> Match:
    stack({0: CUT, 1: DEAL})
    return started(ana, ben, count_mode=count_mode)


def lay_away(match: Match, browsers: dict[str, Client]) -> None:
    submit(browsers["Ana"], match, action="cut", seed="anas own words")
    submit(browsers["Ben"], match, action="cut", seed="")
    submit(browsers["Ben"], match, action="discard", cards=["2S", "3S"])
    submit(browsers["Ana"], match, action="discard", cards=["QS", "4C"])


def play_out(match: Match, browsers: dict[str, Client]) -> None:
    for name, card, pegged in PLAY:
        submit(browsers[name], match, **({"action": "go"} if card == "go" else {"play": card}))
        if position(match).phase is Phase.PLAY:
            assert scores(match) == pegged, f"after {name}: {card}"


def test_a_whole_deal_is_played_by_forms(ana: User, ben: User, browsers: dict[str, Client], stack: Stack) -> None:
    match = new_match(ana, ben, stack)
    lay_away(match, browsers)
    state = position(match)
    assert state.seeds[0] == "anas own words"
    assert state.dealer == 0, "the ace is lower than the king"
    assert state.crib == cards("2S 3S QS 4C")
    assert scores(match) == (2, 0), "his heels"
    play_out(match, browsers)
    assert scores(match) == (3 + ANAS_HAND + ANAS_CRIB, 4 + BENS_HAND)
    for _ in range(3):
        read_on(browsers["Ben"], match)
    assert position(match).deal == 2
    assert 'value="discard"' in browsers["Ben"].get(match.get_absolute_url()).content.decode()


def test_hands_are_claimed_by_forms(ana: User, ben: User, browsers: dict[str, Client], stack: Stack) -> None:
    match = new_match(ana, ben, stack, "manual")
    lay_away(match, browsers)
    play_out(match, browsers)
    submit(browsers["Ben"], match, action="count", points=10)
    assert scores(match) == (3, 4 + 10), "a short claim scores what was claimed"
    read_on(browsers["Ana"], match)
    submit(browsers["Ana"], match, action="count", points=29)
    assert scores(match) == (3 + ANAS_HAND, 4 + 10), "one too high scores what there is"
    read_on(browsers["Ana"], match)
    submit(browsers["Ana"], match, action="count", points=ANAS_CRIB)
    assert scores(match) == (3 + ANAS_HAND + ANAS_CRIB, 4 + 10)


def test_missed_points_are_called_by_forms(ana: User, ben: User, browsers: dict[str, Client], stack: Stack) -> None:
    match = new_match(ana, ben, stack, "muggins")
    lay_away(match, browsers)
    play_out(match, browsers)
    submit(browsers["Ben"], match, action="count", points=10)
    submit(browsers["Ana"], match, action="muggins", points=2)
    assert scores(match) == (3 + 2, 4 + 10), "the two that Ben missed are Ana's"
    read_on(browsers["Ana"], match)
    submit(browsers["Ana"], match, action="count", points=ANAS_HAND - 1)
    read_on(browsers["Ben"], match)
    submit(browsers["Ben"], match, action="muggins", points=3)
    assert scores(match) == (3 + 2 + ANAS_HAND - 1, 4 + 10), "a wrong call scores nothing"
    read_on(browsers["Ana"], match)
    submit(browsers["Ana"], match, action="count", points=ANAS_CRIB)
    read_on(browsers["Ben"], match)
    submit(browsers["Ben"], match, action="pass")
    assert scores(match) == (3 + 2 + ANAS_HAND - 1 + ANAS_CRIB, 4 + 10)


def test_a_form_sent_twice_is_one_move(ana: User, ben: User, browsers: dict[str, Client], stack: Stack) -> None:
    match = new_match(ana, ben, stack, "muggins")
    address = reverse("move", args=[match.pk])
    forms: list[tuple[str, dict[str, object]]] = [
        ("Ana", {"action": "cut", "seed": "", "decision": "0.cut"}),
        ("Ben", {"action": "cut", "seed": "bens", "decision": "0.cut"}),
        ("Ana", {"action": "discard", "cards": ["QS", "4C"], "decision": "1.discard"}),
        ("Ben", {"action": "discard", "cards": ["2S", "3S"], "decision": "1.discard"}),
    ]
    moves_of = {"Ana": 0, "Ben": 0}
    for name, card, _pegged in PLAY:
        move = {"action": "go"} if card == "go" else {"play": card}
        forms.append((name, {**move, "decision": f"1.play.{moves_of[name]}"}))
        moves_of[name] += 1
    forms += [
        ("Ben", {"action": "count", "points": "10", "decision": "1.count.0"}),
        ("Ana", {"action": "muggins", "points": "2", "decision": "1.muggins.0"}),
        ("Ana", {"action": "count", "points": "5", "decision": "1.count.1"}),
        ("Ben", {"action": "pass", "points": "", "decision": "1.muggins.1"}),
    ]
    for name, form in forms:
        ply = position(match).ply
        browsers[name].post(address, form)
        assert position(match).ply > ply, f"{name} sent {form}"
        before = everything(match)
        answer = browsers[name].post(address, form)
        assert answer.status_code == 302
        assert everything(match) == before
    before = everything(match)
    for name, form in forms:
        browsers[name].post(address, form)
    assert everything(match) == before, "not even much later"
    for browser in browsers.values():
        assert 'class="message' not in browser.get(match.get_absolute_url()).content.decode(), "nor is it complained of"


def test_an_id_that_comes_again_with_the_same_move_is_answered_as_before(match: Match, ana: User) -> None:
    move_id = uuid4()
    send(match, ana, Cut("first"), move_id=move_id)
    before = everything(match)
    send(match, ana, Cut("first"), token="0.cut", move_id=move_id)
    assert everything(match) == before


@pytest.mark.parametrize(
    ("move", "token"), [(Cut("second"), "0.cut"), (Cut(""), "0.cut"), (Go(), "0.cut"), (Cut("first"), "1.cut")]
)
def test_an_id_that_comes_again_with_another_move_is_refused(match: Match, ana: User, move: Cut, token: str) -> None:
    move_id = uuid4()
    send(match, ana, Cut("first"), move_id=move_id)
    before = everything(match)
    with pytest.raises(MoveIdReused):
        send(match, ana, move, token=token, move_id=move_id)
    assert everything(match) == before


def test_an_id_belongs_to_one_seat_of_one_match(match: Match, ana: User, ben: User) -> None:
    move_id = uuid4()
    send(match, ana, Cut("anas"), move_id=move_id)
    send(match, ben, Cut("bens"), move_id=move_id)
    other = started(ana, ben)
    send(other, ana, Cut("another"), move_id=move_id)
    assert position(match).seeds == ("anas", "bens")
    assert position(other).seeds == ("another", None)


def test_an_id_that_was_refused_may_come_again_with_a_move_that_is_allowed(
    match: Match, ana: User, ben: User, stack: Stack
) -> None:
    stack({0: CUT, 1: DEAL})
    send(match, ana, Cut(""))
    send(match, ben, Cut(""))
    move_id = uuid4()
    with pytest.raises(Exception, match="card_not_held"):
        send(match, ana, Discard(cards("2S 3S")), move_id=move_id)
    send(match, ana, Discard(cards("QS 4C")), move_id=move_id)
    assert position(match).discards[0] == cards("QS 4C")


def test_two_discards_answer_two_decisions_in_either_order(match: Match, ana: User, ben: User, stack: Stack) -> None:
    stack({0: CUT, 1: DEAL})
    send(match, ana, Cut(""))
    send(match, ben, Cut(""))
    send(match, ana, Discard(cards("QS 4C")), token="1.discard")
    assert position(match).starter is None
    send(match, ben, Discard(cards("2S 3S")), token="1.discard")
    assert str(position(match).starter) == "JS"
    send(match, ben, Play(cards("TC")[0]))
    assert scores(match) == (2, 0)


def test_a_move_counts_though_nobody_can_be_told(
    match: Match, anas: Client, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    def unreachable() -> object:
        raise ConnectionError

    monkeypatch.setattr("games.broadcast.get_channel_layer", unreachable)
    with django_capture_on_commit_callbacks(execute=True) as told:  # type: ignore[operator]
        anas.post(reverse("move", args=[match.pk]), {"action": "cut", "decision": "0.cut"})
    assert told
    assert position(match).seeds[0] is not None

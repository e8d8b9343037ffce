"""What an answer of a plan plays: only what is legal, and what a second reading of its words says."""

import json
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from games.engine import DECK, Card
from games.engine.errors import UnparsableMove
from games.engine.game import due
from games.engine.moves import Play
from games.engine.state import CountMode, Laid, Phase, Settings, State, Status
from games.engine.views import View, view_for
from games.planning import Stop, choose, may_plan, parse, to_json, turns_left
from games.refusals import explain
from tests.engine.random_games import random_game

RANKS = "A23456789TJQK"
VALUES = dict(zip(RANKS, [*range(1, 11), 10, 10, 10], strict=True))
SUITS = "CDHS"
WAYS = ["lowest", "highest", "15", "31", "pair"]
GAMES = [Settings(61, CountMode.AUTOMATIC, automatic_moves=True), Settings(61, CountMode.MANUAL)]

CONDITIONS = some.fixed_dictionaries(
    {},
    optional={
        "falls": some.sampled_from(RANKS),
        "count_at_least": some.integers(1, 30),
        "makes": some.sampled_from([15, 31]),
    },
)
ACTIONS = some.sampled_from([*WAYS, *map(str, DECK)])
ANSWERS = some.fixed_dictionaries({"then": ACTIONS}, optional={"if": CONDITIONS, "else": ACTIONS | some.just("ask")})
ANYTHING = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats(allow_nan=False) | some.text() | ACTIONS,
    lambda inner: (
        some.lists(inner, max_size=4)
        | some.dictionaries(some.text(), inner, max_size=3)
        | some.fixed_dictionaries({}, optional={"if": inner, "then": inner, "else": inner})
        | some.fixed_dictionaries({}, optional={"falls": inner, "count_at_least": inner, "makes": inner})
    ),
)


def turns(settings: Settings, seed: int) -> Iterator[View]:
    """The views of whoever has to play, in a whole game at random."""
    for _record, state, _events in random_game(settings, seed):
        if state.phase is Phase.PLAY and state.result is None and state.to_play is not None:
            yield view_for(state, state.to_play)


VIEWS = [view for settings in GAMES for seed in (3, 14) for view in turns(settings, seed)]


def read_again(answer: dict, view: View) -> str:
    """The code of the card that the words of an answer mean, or ""; reckoned with texts and lists alone."""
    pile = [(laid.seat, str(laid.card)) for laid in view.pile]
    hand = [str(card) for card in view.seats[view.you].hand]
    count = sum(VALUES[code[0]] for _seat, code in pile)
    ordered = sorted(hand, key=lambda code: (RANKS.index(code[0]), SUITS.index(code[1])))
    fitting = [code for code in ordered if count + VALUES[code[0]] <= 31]
    met = True
    for name, value in answer.get("if", {}).items():
        if name == "falls":
            theirs = [code for seat, code in pile if seat == 1 - view.you]
            met = met and theirs != [] and theirs[-1][0] == value
        elif name == "count_at_least":
            met = met and count >= value
        else:
            met = met and any(count + VALUES[code[0]] == value for code in hand)
    action = answer["then"] if met else answer.get("else", "ask")
    candidates = {
        "ask": [],
        "lowest": fitting,
        "highest": fitting[::-1],
        "15": [code for code in fitting if count + VALUES[code[0]] == 15],
        "31": [code for code in fitting if count + VALUES[code[0]] == 31],
        "pair": [code for code in fitting if pile and pile[-1][1][0] == code[0]],
    }
    return next(iter(candidates.get(action, [code for code in fitting if code == action])), "")


def played(answer: object, view: View) -> str:
    """The code of the card that is played; "" where none is. What is played is one of the legal moves."""
    chosen = choose(parse([answer])[0], view)
    if isinstance(chosen, Stop):
        return ""
    assert any(choice.admits(chosen, view.seats[view.you].hand) for choice in view.legal)
    return str(chosen.card)


@given(answer=ANSWERS, view=some.sampled_from(VIEWS))
def test_an_answer_plays_what_its_words_mean_and_nothing_else(answer: dict, view: View) -> None:
    assert played(answer, view) == read_again(answer, view)


def test_every_way_and_condition_agrees_with_its_words_through_whole_games() -> None:
    dice, plays, stops = Random(5), 0, 0
    for view in VIEWS:
        own = [str(card) for card in view.seats[view.you].hand]
        for then in [*WAYS, *own]:
            for conditions in ({}, {"falls": dice.choice(RANKS)}, {"makes": 31}, {"makes": 15}, {"count_at_least": 11}):
                answer = {"if": conditions, "then": then, "else": dice.choice([*WAYS, *own, "ask"])}
                assert played(answer, view) == read_again(answer, view), (answer, view)
                plays, stops = plays + bool(played(answer, view)), stops + (not played(answer, view))
    assert plays > 1000
    assert stops > 1000


@given(data=ANYTHING | some.lists(ANSWERS | ANYTHING, max_size=4))
def test_any_json_is_a_plan_or_is_refused(data: object) -> None:
    with suppress(UnparsableMove):
        answers = parse(json.loads(json.dumps(data)))
        assert 1 <= len(answers) <= 3
        assert parse(json.loads(json.dumps(to_json(answers)))) == answers


@given(plan=some.lists(ANSWERS, min_size=1, max_size=3))
def test_a_plan_is_written_as_it_was_read(plan: list) -> None:
    whole = [{"if": {}, "else": "ask"} | answer for answer in plan]
    assert to_json(parse(plan)) == whole


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ([], "plan_length"),
        ([{"then": "lowest"}] * 4, "plan_length"),
        ({"then": "lowest"}, "plan_length"),
        (["lowest"], "plan_answer"),
        ([{"then": "lowest", "unless": {}}], "plan_answer"),
        ([{"if": {"rises": "7"}, "then": "lowest"}], "plan_answer"),
        ([{"if": [], "then": "lowest"}], "plan_answer"),
        ([{}], "plan_action"),
        ([{"then": "ask"}], "plan_action"),
        ([{"then": "8h"}], "plan_action"),
        ([{"then": 15}], "plan_action"),
        ([{"then": "lowest", "else": None}], "plan_action"),
        ([{"if": {"falls": "10"}, "then": "lowest"}], "plan_falls"),
        ([{"if": {"falls": 7}, "then": "lowest"}], "plan_falls"),
        ([{"if": {"count_at_least": 0}, "then": "lowest"}], "plan_count"),
        ([{"if": {"count_at_least": 31}, "then": "lowest"}], "plan_count"),
        ([{"if": {"count_at_least": True}, "then": "lowest"}], "plan_count"),
        ([{"if": {"makes": 21}, "then": "lowest"}], "plan_makes"),
        ([{"if": {"makes": "15"}, "then": "lowest"}], "plan_makes"),
    ],
)
def test_what_is_no_plan_is_refused_for_its_reason(data: object, key: str) -> None:
    with pytest.raises(UnparsableMove) as refused:
        parse(data)
    assert refused.value.key == key
    assert explain(refused.value)


# The examples of the issue, counted by hand.


def turn(hand: str, *laid: str) -> View:
    """The turn of seat 0 with this hand; the cards were laid in turn, the opponent's last."""

    def cards(text: str) -> tuple[Card, ...]:
        return tuple(map(Card.parse, text.split()))

    pile = tuple(Laid((len(laid) - place) % 2, Card.parse(code)) for place, code in enumerate(laid))
    hands = (cards(hand), ())
    state = State(status=Status.ACTIVE, phase=Phase.PLAY, deal=1, dealer=1, hands=hands, to_play=0, pile=pile)
    return view_for(state, 0)


THIRTY_ONE_OR_LOWEST = {"if": {"count_at_least": 21, "makes": 31}, "then": "31", "else": "lowest"}
EIGHT_ON_SEVEN = {"if": {"falls": "7"}, "then": "8H", "else": "ask"}


@pytest.mark.parametrize(
    ("answer", "view", "card"),
    [
        (THIRTY_ONE_OR_LOWEST, turn("JS 4C 9D", "TH", "2C", "9S"), "JS"),
        (THIRTY_ONE_OR_LOWEST, turn("JS TC 9D", "TH", "2C", "9S"), "TC"),  # of two that make 31 the lower one
        (THIRTY_ONE_OR_LOWEST, turn("9S 9C 9D", "TH", "3C"), "9C"),  # the count is 13; clubs before diamonds
        (THIRTY_ONE_OR_LOWEST, turn("JS 4C 9D", "TH", "TC", "9S"), ""),  # nothing fits 29
        (EIGHT_ON_SEVEN, turn("8H KC", "7D"), "8H"),
        (EIGHT_ON_SEVEN, turn("8H KC", "6D"), ""),
        (EIGHT_ON_SEVEN, turn("8H KC", "7D", "6C", "2D"), ""),  # the seven is not the last
        (EIGHT_ON_SEVEN, turn("8H KC", "TD", "7C", "7S"), ""),  # 24 and 8 are 32
        ({"then": "highest"}, turn("9S 9C 3D", "TH"), "9S"),
        ({"then": "pair"}, turn("9S 9C 3D", "9H"), "9C"),
        ({"then": "pair"}, turn("9S 9C 3D"), ""),
        ({"then": "15"}, turn("5S 9C 5D", "KH"), "5D"),
    ],
)
def test_the_examples_play_what_one_counts_by_hand(answer: dict, view: View, card: str) -> None:
    assert played(answer, view) == card == read_again(answer, view)


@pytest.mark.parametrize(
    ("answer", "view", "reason"),
    [
        ({"if": {"falls": "7"}, "then": "8H"}, turn("8H KC", "6D"), Stop.ASKED),
        ({"then": "2H"}, turn("8H KC", "6D"), Stop.CARD_GONE),
        ({"then": "8H"}, turn("8H KC", "TD", "7C", "7S"), Stop.CARD_PASSES_31),
        ({"then": "31"}, turn("8H KC", "6D"), Stop.NO_CARD),
        ({"then": "lowest"}, turn("8H KC", "TH", "TC", "9S"), Stop.NO_CARD),  # go alone is legal
    ],
)
def test_why_nothing_is_played_has_a_name(answer: dict, view: View, reason: Stop) -> None:
    assert choose(parse([answer])[0], view) is reason


def test_one_may_plan_while_the_opponent_plays_or_discards_and_at_no_other_time() -> None:
    seen = set()
    for settings in GAMES:
        for _record, state, _events in random_game(settings, 11):
            for seat in (0, 1) if due(state) is None else ():  # else the server carries on first
                held = len(state.hands[seat]) - settings.automatic_moves
                waits = (state.phase is Phase.PLAY and state.to_play == 1 - seat) or (
                    state.phase is Phase.DISCARD and bool(state.discards[seat]) and not state.discards[1 - seat]
                )
                able = state.result is None and waits and held > 0
                view = view_for(state, seat)
                assert may_plan(view) == able
                if able:
                    assert turns_left(view) == held
                seen.add((state.phase, able))
        assert not may_plan(view_for(state, None))
    assert {(Phase.PLAY, True), (Phase.PLAY, False), (Phase.DISCARD, True), (Phase.DISCARD, False)} <= seen
    assert isinstance(choose(parse([{"then": "lowest"}])[0], turn("8H")), Play)

"""What happened, in English as one says it; other languages translate these very sentences."""

from typing import get_args

import pytest

from games.engine import DECK, Card
from games.engine.events import (
    ClaimEvent,
    CutEvent,
    DealEvent,
    DiscardEvent,
    EndEvent,
    Event,
    GoEvent,
    MugginsEvent,
    PassEvent,
    PlayEvent,
    PointsEvent,
    SeatEvent,
    ShowEvent,
    StarterEvent,
)
from games.engine.moves import Ending, Join
from games.engine.reasons import ReasonKind
from games.engine.state import Result
from games.engine.views import redact
from games.words import (
    NUMBERS,
    card_name,
    counted_aloud,
    headline,
    number,
    points,
    reason,
    result_detail,
    sentence,
)
from tests.engine.random_games import ALL_SETTINGS, random_game

from .players import cards

NAMES = ("Ana", "Ben")
TWO, FOUR = cards("5H JD"), cards("5H 5S 5C JD")

SENTENCES = [
    (CutEvent(cards("4D QS")), "Ana cuts the four of diamonds, Ben the queen of spades."),
    (DealEvent(3, 1, (TWO, None)), "Deal 3: Ben deals."),
    (DiscardEvent(0, TWO), "Ana lays two cards away."),
    (DiscardEvent(1, None), "Ben lays two cards away."),
    (StarterEvent(Card.parse("AS")), "The starter is the ace of spades."),
    (PlayEvent(0, Card.parse("TH"), 10), "Ana: ten, ten"),
    (PlayEvent(1, Card.parse("AC"), 31), "Ben: ace, thirty-one"),
    (PlayEvent(1, Card.parse("KC"), 20), "Ben: king, twenty"),
    (GoEvent(1), "Ben says go."),
    (ClaimEvent(0, "hand", 6), "Ana claims 6 for the hand."),
    (ClaimEvent(1, "crib", 0), "Ben claims 0 for the crib."),
    (MugginsEvent(1, 2, True), "Ben calls muggins for 2 and is right."),
    (MugginsEvent(0, 3, False), "Ana calls muggins for 3 and is wrong."),
    (PassEvent(0), "Ana finds nothing missed."),
    (ShowEvent("hand", 0, FOUR, 8, 8), "Ana's hand counts 8 points."),
    (ShowEvent("hand", 1, FOUR, 1, 1), "Ben's hand counts 1 point."),
    (ShowEvent("crib", 1, FOUR, 0, 0, (TWO, TWO)), "Ben's crib counts 0 points."),
    (PointsEvent(0, 2, 2, "fifteen", TWO, 59), "Ana scores 2 points for a fifteen."),
    (PointsEvent(0, 2, 2, "thirty_one", TWO, 59), "Ana scores 2 points for a thirty-one."),
    (PointsEvent(1, 2, 2, "heels", TWO[1:], 2), "Ben scores 2 points for his heels."),
    (PointsEvent(1, 1, 1, "nobs", TWO[1:], 3), "Ben scores 1 point for his nobs."),
    (PointsEvent(1, 1, 1, "go", TWO[1:], 3), "Ben scores 1 point for a go."),
    (PointsEvent(1, 1, 1, "last_card", TWO[1:], 3), "Ben scores 1 point for the last card."),
    (PointsEvent(1, 2, 2, "pair", TWO, 3), "Ben scores 2 points for a pair."),
    (PointsEvent(1, 6, 6, "three_of_a_kind", FOUR[:3], 7), "Ben scores 6 points for three of a kind."),
    (PointsEvent(1, 12, 12, "four_of_a_kind", FOUR, 13), "Ben scores 12 points for four of a kind."),
    (PointsEvent(1, 5, 5, "run", FOUR, 13), "Ben scores 5 points for a run of five."),
    (PointsEvent(1, 4, 4, "flush", FOUR, 13), "Ben scores 4 points for a flush."),
    (PointsEvent(1, 2, 2, "muggins", (), 13), "Ben scores 2 points for muggins."),
    (PointsEvent(0, 6, 1, "three_of_a_kind", TWO, 121), "Ana pegs 1 of 6 for three of a kind."),
    (SeatEvent("join", 1), "Ben sits down."),
    (SeatEvent("resign", 0), "Ana resigns."),
    (SeatEvent("abort", 1), "Ben aborts the match."),
    (SeatEvent("time", 0), "The time of Ana is over."),
    (SeatEvent("time", None), "The time of both players is over."),
    (SeatEvent("abandonment", 0), "Ana left the game."),
    (SeatEvent("call_off", 1), "Ben left the game, and it was called off."),
    (SeatEvent("agreement", 1), "Ben would call the match off."),
    (SeatEvent("annulled", None), "An admin annulled the match."),
    (SeatEvent("cancel", 0), "Ana takes the table back."),
    (SeatEvent("cancel", 1), "The challenge was declined."),
    (SeatEvent("expire", None), "Nobody took the free seat in time."),
    (EndEvent(Result(0, "target", (121, 88), 1)), "Ana wins by 121 to 88."),
]


@pytest.mark.parametrize(("event", "expected"), SENTENCES, ids=lambda value: value if isinstance(value, str) else "")
def test_what_happened_is_one_sentence(event, expected):
    assert sentence(event, NAMES) == expected


def test_a_hand_is_counted_as_people_count_aloud():
    said = [("fifteen", 2, 2), ("fifteen", 2, 4), ("pair", 2, 6), ("run", 3, 9), ("flush", 4, 13), ("nobs", 1, 14)]
    assert [counted_aloud(*combination) for combination in said] == [
        "fifteen two",
        "fifteen four",
        "a pair is six",
        "a run of three is nine",
        "a flush is thirteen",
        "one for his nobs is fourteen",
    ]


def test_no_kind_of_event_or_of_ending_is_without_its_sentence():
    tested = {type(event) for event, _text in SENTENCES}
    assert tested == set(get_args(Event))
    endings = {event.kind for event, _text in SENTENCES if isinstance(event, SeatEvent)}
    assert endings == {act.kind for act in (*get_args(Ending), Join)}
    reasons = {event.reason for event, _text in SENTENCES if isinstance(event, PointsEvent)}
    assert reasons == set(ReasonKind)


@pytest.mark.parametrize("chosen", ALL_SETTINGS[::4], ids=lambda chosen: f"{chosen.count_mode} to {chosen.target}")
def test_a_sentence_says_the_same_whether_its_hidden_cards_are_known_or_not(chosen):
    """So that no sentence can tell one."""
    told = 0
    for _record, _state, events in random_game(chosen, 7):
        for event in events:
            texts = {sentence(redact(event, reader, over), NAMES) for reader in (0, 1, None) for over in (False, True)}
            assert len(texts) == 1
            assert all(isinstance(text, str) and text and "%" not in text and "None" not in text for text in texts)
            told += 1
    assert told > 100


def test_every_card_has_a_name_of_its_own():
    names = [card_name(card) for card in DECK]
    assert len(set(names)) == 52
    assert names[:2] == ["ace of clubs", "two of clubs"]
    assert names[-1] == "king of spades"
    assert card_name(Card.parse("TD")) == "ten of diamonds"
    assert card_name(Card.parse("JH")) == "jack of hearts"


def test_every_count_of_the_play_has_its_word():
    assert len(NUMBERS) == 32
    assert [number(value) for value in (0, 5, 13, 15, 20, 21, 29, 31)] == [
        *("zero", "five", "thirteen", "fifteen", "twenty", "twenty-one", "twenty-nine", "thirty-one"),
    ]
    assert len({number(value) for value in range(32)}) == 32


def test_a_run_is_named_by_its_length():
    assert [reason("run", length) for length in (3, 4, 7)] == ["a run of three", "a run of four", "a run of seven"]


def test_one_point_is_no_plural():
    assert [points(value) for value in (0, 1, 2, 29)] == ["0 points", "1 point", "2 points", "29 points"]


NOBODY = "The match ended without a winner."
RESULTS = [
    (Result(0, "target", (121, 95), 0), "Ana wins by 121 to 95.", ""),
    (Result(0, "target", (121, 88), 1), "Ana wins by 121 to 88.", "Ben is skunked."),
    (Result(1, "target", (40, 121), 2), "Ben wins by 121 to 40.", "Ana is double skunked."),
    (Result(1, "resignation", (0, 0), 0), "Ben wins.", "Ana resigned."),
    (Result(0, "resignation", (100, 50), 2), "Ana wins.", "Ben resigned. Ben is double skunked."),
    (Result(0, "time", (100, 80), 1), "Ana wins.", "The time of Ben was over. Ben is skunked."),
    (Result(1, "abandonment", (10, 5), 0), "Ben wins.", "Ana left the game."),
    (
        Result(None, "abort", (0, 0), 0),
        NOBODY,
        "It was aborted before it had begun.",
    ),
    (
        Result(None, "agreement", (50, 60), 0),
        NOBODY,
        "Both players agreed to call it off.",
    ),
    (Result(None, "annulled", (50, 60), 0), NOBODY, "An admin annulled it."),
    (Result(None, "abandonment", (50, 60), 0), NOBODY, "A player left, and the game counts for nobody."),
    (
        Result(None, "time", (0, 0), 0),
        NOBODY,
        "The time was over before the game had begun, or for both at once.",
    ),
    (
        Result(None, "cancelled", (0, 0), 0),
        NOBODY,
        "The table was taken back or the challenge declined.",
    ),
    (Result(None, "expired", (0, 0), 0), NOBODY, "Nobody took the free seat in time."),
]


@pytest.mark.parametrize(("result", "head", "detail"), RESULTS, ids=lambda value: getattr(value, "reason", ""))
def test_every_result_is_told_and_how_it_came_about(result, head, detail):
    assert headline(result, NAMES, None) == head
    assert result_detail(result, NAMES) == detail
    assert sentence(EndEvent(result), NAMES) == head


def test_a_result_is_told_to_each_player_as_his_own():
    played = Result(1, "target", (88, 121), 1)
    assert headline(played, NAMES, 1) == "You win by 121 to 88."
    assert headline(played, NAMES, 0) == "Ben wins, you lose by 88 to 121."
    resigned = Result(1, "resignation", (0, 0), 0)
    assert headline(resigned, NAMES, 1) == "You win."
    assert headline(resigned, NAMES, 0) == "Ben wins."
    called_off = Result(None, "agreement", (3, 0), 0)
    assert {headline(called_off, NAMES, reader) for reader in (0, 1)} == {NOBODY}


def test_names_are_taken_as_they_are():
    names = ("100%", "%(name)s")
    assert sentence(GoEvent(0), names) == "100% says go."
    assert sentence(GoEvent(1), names) == "%(name)s says go."
    assert (
        result_detail(Result(0, "resignation", (95, 50), 2), names) == "%(name)s resigned. %(name)s is double skunked."
    )

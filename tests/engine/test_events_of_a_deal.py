"""The events of one whole deal as programs read them, written out by hand after API.md."""

import json

import pytest

from games.engine.codec import event_to
from games.engine.moves import CutCards
from games.engine.state import CountMode
from games.engine.views import redact
from tests.engine.notation import cards
from tests.engine.scripts import Script

CUT_AND_DISCARD = [
    '{"kind": "join", "seat": 1}',
    '{"kind": "cut", "cards": ["7H", "7S"]}',
    '{"kind": "cut", "cards": ["QS", "4D"]}',
    '{"kind": "deal", "deal": 1, "dealer": 1,'
    ' "hands": [["2C", "3D", "4H", "TS", "5S", "5H"], ["6C", "8D", "9H", "QD", "5D", "JH"]]}',
    '{"kind": "discard", "seat": 1, "cards": ["5D", "JH"]}',
    '{"kind": "discard", "seat": 0, "cards": ["5S", "5H"]}',
    '{"kind": "starter", "card": "KH"}',
]

PLAY = [
    '{"kind": "play", "seat": 0, "card": "TS", "count": 10}',
    '{"kind": "play", "seat": 1, "card": "QD", "count": 20}',
    '{"kind": "play", "seat": 0, "card": "4H", "count": 24}',
    '{"kind": "play", "seat": 1, "card": "6C", "count": 30}',
    '{"kind": "go", "seat": 0}',
    '{"kind": "points", "seat": 1, "points": 1, "pegged": 1, "reason": "go", "cards": ["6C"], "score": 1}',
    '{"kind": "play", "seat": 0, "card": "3D", "count": 3}',
    '{"kind": "play", "seat": 1, "card": "8D", "count": 11}',
    '{"kind": "play", "seat": 0, "card": "2C", "count": 13}',
    '{"kind": "play", "seat": 1, "card": "9H", "count": 22}',
    '{"kind": "points", "seat": 1, "points": 1, "pegged": 1, "reason": "last_card", "cards": ["9H"], "score": 2}',
]

PONES_HAND = [
    '{"kind": "show", "what": "hand", "seat": 0, "cards": ["2C", "3D", "4H", "TS"], "points": 7, "pegged": 7}',
    '{"kind": "points", "seat": 0, "points": 2, "pegged": 2, "reason": "fifteen", "cards": ["2C", "3D", "TS"],'
    ' "score": 2}',
    '{"kind": "points", "seat": 0, "points": 2, "pegged": 2, "reason": "fifteen", "cards": ["2C", "3D", "KH"],'
    ' "score": 4}',
    '{"kind": "points", "seat": 0, "points": 3, "pegged": 3, "reason": "run", "cards": ["2C", "3D", "4H"], "score": 7}',
]

DEALERS_HAND = [
    '{"kind": "show", "what": "hand", "seat": 1, "cards": ["6C", "8D", "9H", "QD"], "points": 2, "pegged": 2}',
    '{"kind": "points", "seat": 1, "points": 2, "pegged": 2, "reason": "fifteen", "cards": ["6C", "9H"], "score": 4}',
]

CRIB = [
    '{"kind": "show", "what": "crib", "seat": 1, "cards": ["5S", "5H", "5D", "JH"], "points": 21, "pegged": 21,'
    ' "discards": [["5S", "5H"], ["5D", "JH"]]}',
    '{"kind": "points", "seat": 1, "points": 2, "pegged": 2, "reason": "fifteen", "cards": ["5D", "JH"], "score": 6}',
    '{"kind": "points", "seat": 1, "points": 2, "pegged": 2, "reason": "fifteen", "cards": ["5D", "KH"], "score": 8}',
    '{"kind": "points", "seat": 1, "points": 2, "pegged": 2, "reason": "fifteen", "cards": ["5H", "JH"], "score": 10}',
    '{"kind": "points", "seat": 1, "points": 2, "pegged": 2, "reason": "fifteen", "cards": ["5H", "KH"], "score": 12}',
    '{"kind": "points", "seat": 1, "points": 2, "pegged": 2, "reason": "fifteen", "cards": ["5S", "JH"], "score": 14}',
    '{"kind": "points", "seat": 1, "points": 2, "pegged": 2, "reason": "fifteen", "cards": ["5S", "KH"], "score": 16}',
    '{"kind": "points", "seat": 1, "points": 2, "pegged": 2, "reason": "fifteen", "cards": ["5D", "5H", "5S"],'
    ' "score": 18}',
    '{"kind": "points", "seat": 1, "points": 6, "pegged": 6, "reason": "three_of_a_kind",'
    ' "cards": ["5D", "5H", "5S"], "score": 24}',
    '{"kind": "points", "seat": 1, "points": 1, "pegged": 1, "reason": "nobs", "cards": ["JH"], "score": 25}',
]


def whole_deal(count_mode: CountMode = CountMode.AUTOMATIC) -> Script:
    """To the show, with a cut that was tied once."""
    game = Script(first_dealer=None, count_mode=count_mode)
    game.do(None, CutCards((cards("7H 7S"), cards("QS 4D"))))
    game.deal_hands("2C 3D 4H TS", "6C 8D 9H QD", crib="5S 5H 5D JH")
    game.discard(1)
    game.discard(0)
    game.turn("KH")
    game.play("TS QD 4H 6C go 3D 8D 2C 9H")
    return game


def told(game: Script) -> list[str]:
    return [json.dumps(event_to(event)) for event in game.events]


def test_the_events_of_a_whole_deal_are_those_of_the_api():
    game = whole_deal()
    for _hand in range(3):
        game.show()
    assert told(game) == [*CUT_AND_DISCARD, *PLAY, *PONES_HAND, *DEALERS_HAND, *CRIB]
    assert game.state.scores == (7, 25)


def test_the_events_of_claims_and_muggins():
    game = whole_deal(CountMode.MUGGINS)
    before = len(game.events)
    game.count(5)
    game.muggins(2)
    game.count(2)
    game.let_pass()
    game.count(22)
    assert told(game)[before:] == [
        '{"kind": "claim", "seat": 0, "what": "hand", "points": 5}',
        '{"kind": "muggins", "seat": 1, "points": 2, "right": true}',
        '{"kind": "points", "seat": 1, "points": 2, "pegged": 2, "reason": "muggins", "cards": [], "score": 4}',
        PONES_HAND[0].replace('"pegged": 7', '"pegged": 5'),
        *PONES_HAND[1:3],
        PONES_HAND[3].replace('"pegged": 3', '"pegged": 1').replace('"score": 7', '"score": 5'),
        '{"kind": "claim", "seat": 1, "what": "hand", "points": 2}',
        '{"kind": "pass", "seat": 0}',
        DEALERS_HAND[0],
        DEALERS_HAND[1].replace('"score": 4', '"score": 6'),
        '{"kind": "claim", "seat": 1, "what": "crib", "points": 22}',
        CRIB[0],
        *[_raised(line, by=2) for line in CRIB[1:]],
    ]


def _raised(line: str, by: int) -> str:
    before, score = line.removesuffix("}").rsplit(" ", 1)
    return f"{before} {int(score) + by}}}"


@pytest.mark.parametrize(
    ("viewer", "hands", "away"),
    [
        (0, '[["2C", "3D", "4H", "TS", "5S", "5H"], null]', {1: "null", 0: '["5S", "5H"]'}),
        (1, '[null, ["6C", "8D", "9H", "QD", "5D", "JH"]]', {1: '["5D", "JH"]', 0: "null"}),
        (None, "[null, null]", {1: "null", 0: "null"}),
    ],
)
def test_each_reader_gets_null_for_what_is_anothers(viewer, hands, away):
    game = whole_deal()
    for _hand in range(3):
        game.show()
    seen = [json.dumps(event_to(redact(event, viewer, over=False))) for event in game.events]
    assert seen[3:6] == [
        '{"kind": "deal", "deal": 1, "dealer": 1, "hands": ' + hands + "}",
        '{"kind": "discard", "seat": 1, "cards": ' + away[1] + "}",
        '{"kind": "discard", "seat": 0, "cards": ' + away[0] + "}",
    ]
    assert seen[:3] + seen[6:] == told(game)[:3] + told(game)[6:]


def test_the_end_tells_the_whole_result():
    game = Script(scores=(60, 119)).deal(pone="2C 3D 4H TS", dealer="6C 8D 9H QD", starter="JC")
    assert told(game)[-2:] == [
        '{"kind": "points", "seat": 1, "points": 2, "pegged": 2, "reason": "heels", "cards": ["JC"], "score": 121}',
        '{"kind": "end", "result": {"winner": 1, "reason": "target", "scores": [60, 121], "skunk": 2}}',
    ]

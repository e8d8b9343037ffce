"""Values of the engine as JSON and back."""

import json

import pytest

from games.engine import codec
from games.engine.cards import UnparsableCard
from games.engine.moves import ACTS, Act, Annul, Count, Cut, Deal, Discard, Muggins, Play, Record, TurnStarter
from games.engine.state import CountMode, Settings
from games.engine.views import view_for
from tests.engine.notation import cards
from tests.engine.random_games import random_game
from tests.engine.scripts import DEALER, PONE, Script


def wire(value: object) -> object:
    """Through JSON text, as a database and a socket carry it."""
    return json.loads(json.dumps(value))


def test_every_act_is_stored_as_plain_json():
    six = cards("2C 3D 4H TS 5S 5H")
    stored = [
        (Cut("ana"), "cut", {"seed": "ana"}),
        (Discard(six[4:]), "discard", {"cards": ["5S", "5H"]}),
        (Play(six[3]), "play", {"card": "TS"}),
        (Count(7), "count", {"points": 7}),
        (Muggins(2), "muggins", {"points": 2}),
        (TurnStarter(six[0]), "starter", {"card": "2C"}),
        (Deal((six, six)), "deal", {"hands": [["2C", "3D", "4H", "TS", "5S", "5H"]] * 2}),
        (Annul("two accounts"), "annulled", {"reason": "two accounts"}),
    ]
    for act, kind, data in stored:
        assert (act.kind, codec.encode(act)) == (kind, data)
        assert codec.act_from(kind, wire(data)) == act


def test_every_kind_of_act_has_a_name_of_its_own():
    assert len({act.kind for act in ACTS}) == len(ACTS) == 21


@pytest.mark.parametrize("kind", ["go", "pass", "join", "show", "resign", "abort", "time", "agreement", "expire"])
def test_acts_without_anything_to_tell_are_empty_objects(kind):
    act: Act = codec.act_from(kind, {})
    assert (act.kind, codec.encode(act)) == (kind, {})


def test_an_act_of_no_known_kind_or_with_a_card_of_no_pack_is_not_read():
    with pytest.raises(KeyError):
        codec.act_from("misdeal", {})
    with pytest.raises(UnparsableCard):
        codec.act_from("play", {"card": "1X"})


@pytest.mark.parametrize("count_mode", list(CountMode))
def test_positions_of_a_whole_game_come_back_as_they_were(count_mode):
    kinds = set()
    for record, state, events in random_game(Settings(count_mode=count_mode), seed=5):
        assert codec.state_from(wire(codec.encode(state))) == state
        assert codec.act_from(record.act.kind, wire(codec.encode(record.act))) == record.act
        for event in events:
            assert codec.event_from(wire(codec.event_to(event))) == event
            kinds.add(event.kind)
    assert {"join", "cut", "deal", "discard", "starter", "play", "go", "points", "show", "end"} <= kinds
    assert count_mode is CountMode.AUTOMATIC or "claim" in kinds
    assert count_mode is not CountMode.MUGGINS or {"muggins", "pass"} <= kinds


def test_a_restored_position_has_cards_and_enums_and_not_texts():
    state = codec.state_from(wire(codec.encode(Script().to_the_show().state)))
    assert state.starter == cards("KH")[0]
    assert state.phase.name == "COUNT"
    assert state.settings.count_mode is CountMode.AUTOMATIC


def test_a_position_stored_before_a_field_was_added_takes_its_default():
    data = codec.encode(Script().to_the_show().state)
    del data["previous_pile"]
    data["something_dropped_since"] = 1
    assert codec.state_from(data).previous_pile == ()


def test_a_record_is_its_seat_and_its_act():
    assert codec.encode(Record(1, Play(cards("TS")[0]))) == {"seat": 1, "act": {"card": "TS"}}


# The view as programs read it


def test_a_view_in_the_play_has_the_names_of_the_api():
    game = Script().deal("2C 3D 4H TS", "6C 8D 9H QD", starter="KH", crib="5S 5H 5D JH")
    game.play("TS QD 4H")
    view = codec.view_to(view_for(game.state, DEALER))
    assert wire(view) == view | {
        "ply": 10,
        "status": "active",
        "you": 1,
        "settings": {"target": 121, "count_mode": "automatic", "automatic_moves": False},
        "deal": 1,
        "dealer": 1,
        "phase": "play",
        "turn": [1],
        "decision": "1.play.1",
        "legal": [{"action": "play", "cards": ["6C"]}],
        "starter": "KH",
        "crib": None,
        "crib_size": 4,
        "count": 24,
        "pile": [{"seat": 0, "card": "TS"}, {"seat": 1, "card": "QD"}, {"seat": 0, "card": "4H"}],
        "counting": None,
        "result": None,
    }
    seats = [{name: seat[name] for name in ("score", "hand", "hand_size", "played")} for seat in view["seats"]]
    assert seats == [
        {"score": 0, "hand": None, "hand_size": 2, "played": ["TS", "4H"]},
        {"score": 0, "hand": ["6C", "8D", "9H"], "hand_size": 3, "played": ["QD"]},
    ]


def legal(game: Script, seat: int) -> object:
    return codec.view_to(view_for(game.state, seat))["legal"]


def test_legal_moves_have_the_names_of_the_api():
    assert legal(Script(begun=False), PONE) == [{"action": "cut"}]
    game = Script(count_mode=CountMode.MUGGINS).deal_hands("2C 3D 4H TS", "6C 8D 9H QD", starter="KH")
    assert legal(game, PONE) == legal(game, DEALER) == [{"action": "discard", "choose": 2}]
    game.discard(PONE)
    game.discard(DEALER)
    assert legal(game, PONE) == []
    game.turn("KH")
    assert legal(game, PONE) == [{"action": "play", "cards": [card]} for card in ("2C", "3D", "4H", "TS")]
    game.play("TS QD 4H 6C")
    assert legal(game, PONE) == [{"action": "go"}]
    game.play("go 3D 8D 2C 9H")
    assert legal(game, PONE) == [{"action": "count", "min": 0, "max": 29}]
    game.count(3)
    assert legal(game, DEALER) == [{"action": "muggins", "min": 1, "max": 29}, {"action": "pass"}]


def test_the_decisions_of_both_while_discarding_have_one_name():
    game = Script().deal_hands("2C 3D 4H TS", "6C 8D 9H QD")
    for seat in (PONE, DEALER):
        view = codec.view_to(view_for(game.state, seat))
        assert (view["turn"], view["decision"], view["phase"]) == ([0, 1], "1.discard", "discard")


def test_a_watcher_has_no_decision():
    game = Script().deal_hands("2C 3D 4H TS", "6C 8D 9H QD")
    view = codec.view_to(view_for(game.state, None))
    assert (view["you"], view["decision"], view["legal"], view["turn"]) == (None, None, [], [0, 1])

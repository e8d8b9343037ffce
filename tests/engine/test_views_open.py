"""When hidden cards open, and to whom."""

import json

import pytest

from games.engine.codec import event_to, view_to
from games.engine.moves import Abort, Resign
from games.engine.state import CountMode
from games.engine.views import redact, view_for
from tests.engine.scripts import DEALER, PONE, Script

READERS = (PONE, DEALER, None)
PONES_SIX = ["2C", "3D", "4H", "TS", "5S", "5H"]
DEALERS_SIX = ["6C", "8D", "9H", "QD", "5D", "JH"]
CRIB = ["5S", "5H", "5D", "JH"]


def hands(game: Script, reader: int | None) -> list[list[str] | None]:
    return [seat["hand"] for seat in view_to(view_for(game.state, reader))["seats"]]


def sizes(game: Script) -> list[int]:
    return [seat["hand_size"] for seat in view_to(view_for(game.state, None))["seats"]]


def cribs(game: Script) -> list[list[str] | None]:
    """The crib as pone, dealer and a watcher see it."""
    return [view_to(view_for(game.state, reader))["crib"] for reader in READERS]


def dealt(count_mode: CountMode = CountMode.AUTOMATIC) -> Script:
    return Script(count_mode=count_mode).deal_hands("2C 3D 4H TS", "6C 8D 9H QD", crib=" ".join(CRIB))


def test_each_seat_sees_its_own_six_cards_and_a_watcher_none():
    game = dealt()
    assert [hands(game, reader) for reader in READERS] == [[PONES_SIX, None], [None, DEALERS_SIX], [None, None]]
    assert sizes(game) == [6, 6]


def test_a_discard_shows_in_numbers_alone():
    game = dealt()
    game.discard(PONE)
    assert sizes(game) == [4, 6]
    assert view_for(game.state, DEALER).crib_size == 2
    assert hands(game, PONE) == [PONES_SIX[:4], None]
    assert cribs(game) == [None, None, None]


def test_in_the_play_a_seat_sees_what_it_still_holds():
    game = Script().deal("2C 3D 4H TS", "6C 8D 9H QD", starter="KH")
    game.play("TS QD")
    assert [hands(game, reader) for reader in READERS] == [
        [["2C", "3D", "4H"], None],
        [None, ["6C", "8D", "9H"]],
        [None, None],
    ]
    assert sizes(game) == [3, 3]


@pytest.mark.parametrize("count_mode", list(CountMode))
def test_the_crib_opens_exactly_when_its_turn_to_be_counted_comes(count_mode):
    game = dealt(count_mode)
    seen = [cribs(game)]
    game.discard(DEALER)
    game.discard(PONE)
    game.turn("KH")
    for word in ("TS", "QD", "4H", "6C", "go", "3D", "8D", "2C", "9H"):
        seen.append(cribs(game))
        game.play(word)
    seen.append(cribs(game))
    settle(game, points=1)
    seen.append(cribs(game))
    assert all(crib is None for before in seen for crib in before)
    settle(game, points=1)
    assert cribs(game) == [CRIB, CRIB, CRIB]
    settle(game, points=1)
    assert cribs(game) == [CRIB, CRIB, CRIB]
    game.deal_hands("2C 3D 4H TS", "6C 8D 9H QD")
    assert cribs(game) == [None, None, None]


def settle(game: Script, points: int) -> None:
    """Count one hand, however the table counts."""
    if game.state.settings.count_mode is CountMode.AUTOMATIC:
        game.show()
        return
    game.count(points)
    if game.state.settings.count_mode is CountMode.MUGGINS:
        assert cribs(game) == [None, None, None] or game.state.counted == 2
        game.let_pass()


def test_the_dealers_hand_opens_when_the_pones_is_settled():
    game = Script().to_the_show()
    assert hands(game, None) == [["2C", "3D", "4H", "TS"], None]
    assert hands(game, DEALER) == [["2C", "3D", "4H", "TS"], ["6C", "8D", "9H", "QD"]]
    game.show()
    for reader in READERS:
        assert hands(game, reader) == [["2C", "3D", "4H", "TS"], ["6C", "8D", "9H", "QD"]]


def test_a_resignation_opens_everything_that_was_dealt():
    game = Script().deal("2C 3D 4H TS", "6C 8D 9H QD", starter="KH", crib=" ".join(CRIB))
    game.play("TS QD")
    game.do(PONE, Resign())
    for reader in READERS:
        assert hands(game, reader) == [["2C", "3D", "4H", "TS"], ["6C", "8D", "9H", "QD"]]
    assert cribs(game) == [CRIB, CRIB, CRIB]
    played = [seat["played"] for seat in view_to(view_for(game.state, None))["seats"]]
    assert played == [["TS"], ["QD"]]


def test_an_end_during_the_discards_opens_both_hands_and_what_was_laid_away():
    game = dealt()
    game.discard(PONE)
    game.do(DEALER, Abort())
    for reader in READERS:
        assert hands(game, reader) == [PONES_SIX[:4], DEALERS_SIX]
    assert cribs(game) == [CRIB[:2]] * 3


def test_an_end_before_the_first_deal_shows_empty_hands():
    game = Script()
    game.do(PONE, Abort())
    assert hands(game, None) == [[], []]
    assert cribs(game) == [[], [], []]


def test_a_win_on_his_heels_opens_hands_and_crib():
    game = Script(scores=(0, 119)).deal("2C 3D 4H TS", "6C 8D 9H QD", starter="JC", crib=" ".join(CRIB))
    assert hands(game, None) == [["2C", "3D", "4H", "TS"], ["6C", "8D", "9H", "QD"]]
    assert cribs(game) == [CRIB, CRIB, CRIB]


def test_discards_stay_null_in_the_events_until_the_match_is_over():
    game = dealt()
    game.discard(PONE)
    event = game.events[-1]
    told = [event_to(redact(event, reader, over=False))["cards"] for reader in READERS]
    assert told == [["5S", "5H"], None, None]
    told = [event_to(redact(event, reader, over=True))["cards"] for reader in READERS]
    assert told == [["5S", "5H"]] * 3


def test_the_event_of_the_crib_opens_both_discards_to_all():
    game = Script().to_the_show()
    game.show()
    game.show()
    game.show()
    (crib,) = [event for event in game.events if getattr(event, "what", None) == "crib"]
    for reader in READERS:
        assert event_to(redact(crib, reader, over=False))["discards"] == [["5S", "5H"], ["5D", "JH"]]


def test_a_view_says_nothing_of_cards_nobody_has():
    game = dealt()
    text = json.dumps(view_to(view_for(game.state, None)))
    for card in (*PONES_SIX, *DEALERS_SIX):
        assert f'"{card}"' not in text


def test_the_count_that_ended_last_stays_visible_until_the_next_card():
    game = Script().deal("7C 8H KC KD", "9D 7S QC QD", starter="2H")
    game.play("7C 9D 8H 7S")
    view = view_to(view_for(game.state, None))
    assert view["pile"] == []
    assert view["previous_pile"] == [
        {"seat": 0, "card": "7C"},
        {"seat": 1, "card": "9D"},
        {"seat": 0, "card": "8H"},
        {"seat": 1, "card": "7S"},
    ]
    game.play("KC")
    view = view_to(view_for(game.state, None))
    assert (view["pile"], view["previous_pile"], view["count"]) == ([{"seat": 0, "card": "KC"}], [], 10)

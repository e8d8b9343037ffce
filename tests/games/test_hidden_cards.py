"""What a reader may not know never leaves the server: whole games, every ply, both seats and a watcher."""

import pytest

from games.engine.state import CountMode, Phase, Settings

from .stored_games import READERS, StoredGame, cards_told

pytestmark = pytest.mark.django_db

GAMES = [
    (Settings(61, CountMode.MUGGINS, first_dealer=1), 44, None),  # most is hidden there
    (Settings(61, CountMode.AUTOMATIC), 44, None),
    (Settings(61, CountMode.MANUAL, automatic_moves=True), 55, 20),
]
LONG_GAMES = [
    (Settings(121, count_mode, automatic_moves), 100, allowance)
    for count_mode in CountMode
    for automatic_moves, allowance in ((False, 20), (True, None))
]


@pytest.mark.parametrize(
    "terms",
    [GAMES[0], *(pytest.param(terms, marks=pytest.mark.long) for terms in GAMES[1:])],
    ids=lambda terms: str(terms[0].count_mode),
)
def test_no_reader_is_told_of_a_hidden_card(ana, ben, clock, terms):
    follow(StoredGame(ana, ben, *terms), clock, every=3, deals=3)


@pytest.mark.first
@pytest.mark.long
@pytest.mark.parametrize("terms", LONG_GAMES)
def test_no_reader_is_told_of_a_hidden_card_in_many_games(ana, ben, clock, terms):
    follow(StoredGame(ana, ben, *terms), clock, every=1, deals=99)


def follow(game: StoredGame, clock, every: int, deals: int) -> None:
    """Hold each ply to two rules: nothing names an unknown card, and nothing changes with the unknown cards.

    If `every` is 3, the page and the exchange are looked at for one reader a ply, in turn. The first `deals` are
    followed, or all there are.
    """
    told = exchanged = 0
    for ply in game.plies():
        if game.state.result is not None or game.state.deal > deals:
            break
        clock.now = game.now
        for place, reader in enumerate(READERS):
            is_due = (ply + place) % every == 0
            readings = game.readings(reader, with_page=is_due)
            for where, text in readings.items():
                assert cards_told(text) <= game.known(reader), f"{where} of {reader} at ply {ply}"
                told += len(cards_told(text))
            if is_due:
                with game.exchanged_for(reader) as is_changed:
                    assert game.readings(reader) == readings, f"{reader} at ply {ply}"
                exchanged += is_changed
    assert told > 1000
    assert exchanged > 30


def test_a_reader_is_told_all_that_is_his_to_know(ana, ben, clock):
    """Without this the tests above would pass with empty pages."""
    game = StoredGame(ana, ben, Settings(61), 11)
    checked = 0
    for _ply in game.plies():
        if game.state.deal > 1:
            break
        clock.now = game.now
        if game.state.phase in (Phase.DISCARD, Phase.PLAY):
            for reader in (0, 1):
                hand = {str(card) for card in game.state.hands[reader]}
                for where in ("view", "page"):
                    assert hand <= cards_told(game.readings(reader)[where])
                checked += 1
    assert checked > 20

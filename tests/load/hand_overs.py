"""How often a slow game changes hands: `python -m tests.load.hand_overs [GAMES]`.

A hand-over is a moment at which the awaited player changes, so that somebody has to come back to the site. Both
discards are open at once: whoever is there lays away, and the other does when he comes. Two `club` players play, on
decks of their own for each game, with the automatic moves of slow games and without, and then with plans: whoever
leaves the site has sealed three times the same simple answer for the play.
"""

import sys
from collections.abc import Iterable
from random import Random
from statistics import fmean

from games.engine.game import due
from games.engine.legality import seats_to_move
from games.engine.moves import Move, Play
from games.engine.state import Phase, Settings, State
from games.engine.views import View
from games.planning import Answer, choose, parse
from tests.computer.table import level, play_game

GAMES = 1_000
CAREFUL, BOLD = parse(
    [
        {"if": {"makes": 31}, "then": "31", "else": "15"},  # what scores two for certain; else the player is asked
        {"if": {"count_at_least": 21, "makes": 31}, "then": "31", "else": "lowest"},
    ]
)


def hand_overs(positions: Iterable[State]) -> int:
    """How often the awaited player changes in the positions of a game."""
    changes = 0
    present: int | None = None  # who is at the site
    both = False
    for state in positions:
        if due(state) or not (awaited := seats_to_move(state)):
            continue
        if len(awaited) == 2:
            both = True
            continue
        if present is None:
            present = awaited[0]
        elif both or awaited[0] != present:
            # After a moment at which both might move: whoever was there has moved, and the other is waited for.
            present = 1 - present
            changes += 1
        both = False
    return changes


def mean_hand_overs(games: int, automatic_moves: bool) -> float:
    """The mean over `games` games to 121."""
    settings = Settings(automatic_moves=automatic_moves)
    club = level("club")
    return fmean(hand_overs(play_game((club, club), settings, game, Random(game))) for game in range(games))


def planned_hand_overs(answer: Answer, game: int) -> int:
    """How often somebody has to come in a game with automatic moves and plans that all say `answer`."""
    club, here, changes = level("club"), 0, 0

    def decide(view: View, dice: Random) -> Move:
        nonlocal here, changes
        if view.phase is Phase.PLAY and view.you != here:
            planned = choose(answer, view)
            if isinstance(planned, Play):
                return planned
            here, changes = 1 - here, changes + 1
        elif view.phase in (Phase.CUT, Phase.DISCARD) and len(view.turn) == 1:
            here, changes = 1 - here, changes + 1  # who was there has moved, and the other comes
        return club(view, dice)

    for _state in play_game((decide, decide), Settings(automatic_moves=True), game, Random(game)):
        pass
    return changes


def mean_planned_hand_overs(games: int, answer: Answer) -> float:
    return fmean(planned_hand_overs(answer, game) for game in range(games))


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    for automatic in (False, True):
        words = "with" if automatic else "without"
        print(f"{mean_hand_overs(number, automatic):6.1f} hand-overs a game {words} automatic moves ({number} games)")
    for words, plan in (("that ask", CAREFUL), ("that never ask", BOLD)):
        print(f"{mean_planned_hand_overs(number, plan):6.1f} hand-overs a game with plans {words} ({number} games)")

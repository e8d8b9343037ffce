"""No answer of the API and no line of the stream tells a hidden card: ply by ply, every call, both seats, a watcher."""

import json

import pytest

from accounts.models import User
from games.api.stream import waiting_lines
from games.engine.state import CountMode, Settings
from tests.games.conftest import StoppedClock
from tests.games.players import new_player
from tests.games.stored_games import READERS, StoredGame, cards_told
from tests.streams import whole

from .programs import Program

pytestmark = pytest.mark.django_db

REFUSED = {"action": "play", "cards": ["5H", "5H"], "decision": "9.play.9"}


def answers(program: Program, game: StoredGame) -> dict[str, str]:
    """What every call says that changes nothing, the refused ones too."""
    path = f"matches/{game.match.pk}"
    since = game.deal.states[0].ply - 1
    calls = {
        "view": program.get(f"{path}?after={since}"),
        "mine": program.get("matches?list=mine"),
        "open": program.get("matches?list=open"),
        "record": program.get(f"{path}/record"),
        "plan": program.get(f"{path}/plan"),
        "refused move": program.post(f"{path}/moves", {**REFUSED, "cards": ["5H"]}),
        "unreadable move": program.post(f"{path}/moves", REFUSED),
        "join": program.post(f"{path}/join", {"invite": "x"}),
        "cancel": program.post(f"{path}/cancel"),
        "decline": program.post(f"{path}/decline"),
        "claim": program.post(f"{path}/claim"),
        "rematch": program.post(f"{path}/rematch"),
        "vacation": program.get("account/vacation"),
    }
    exported = {form: whole(program.get(f"matches/export?format={form}")) for form in ("json", "text")}
    return exported | {name: answer.content.decode() for name, answer in calls.items()}


# A deal where most is hidden; three in each way.
@pytest.mark.parametrize(
    ("count_mode", "plies"),
    [(CountMode.MUGGINS, 18), *(pytest.param(count_mode, 90, marks=pytest.mark.long) for count_mode in CountMode)],
)
def test_no_call_tells_of_a_hidden_card(
    ana: User, ben: User, clock: StoppedClock, count_mode: CountMode, plies: int
) -> None:
    game = StoredGame(ana, ben, Settings(61, count_mode), 44)
    programs = {0: Program(ana), 1: Program(ben), None: Program(new_player("Watcher"))}
    told = exchanged = 0
    for ply in game.plies():
        if game.state.result is not None or ply > plies:
            break
        if not game.state.deal:
            continue
        clock.now = game.now
        reader = READERS[ply % 3]
        said = answers(programs[reader], game)
        known = game.known_since_the_deal(reader)
        for name, text in said.items():
            assert cards_told(text) <= known, f"{name} of {reader} at ply {ply}"
            told += len(cards_told(text))
        with game.exchanged_for(reader) as is_changed:
            assert answers(programs[reader], game) == said, f"{reader} at ply {ply}"
        exchanged += is_changed
    assert told > 3 * plies
    assert exchanged > plies / 3


def test_a_line_of_the_stream_says_where_to_look_and_nothing_else(ana: User, ben: User, clock: StoppedClock) -> None:
    game = StoredGame(ana, ben, Settings(61), 44)
    seen = 0
    for ply in game.plies():
        clock.now = game.now
        for user in (ana, ben):
            lines = waiting_lines(user.pk)
            assert cards_told(json.dumps(lines)) == set()
            for line in lines:
                assert line == {"match": game.match.pk, "ply": ply, "your_turn": True, "challenge": False}
                seen += 1
    assert seen > 30

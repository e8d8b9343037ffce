"""Sockets of the site as it is run: through Daphne, with its limits and its close codes."""

import json
import re
import time
import urllib.request
from contextlib import ExitStack
from urllib.parse import urlencode

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.live import FRAME_LIMITS, ROOT, LiveSite, Player

WAIT = 20  # seconds until a message that does not come is missed
TOO_LONG = (1006, 1009)  # Daphne drops the connection, so that the other side makes up a code of its own


@pytest.fixture(autouse=True)
def no_error_in_the_log(request):
    """Whatever a test sends, the site's own log tells of no error."""
    site = request.getfixturevalue(next(name for name in request.fixturenames if name in ("live_site", "own_site")))
    yield
    assert "Traceback" not in site.log
    assert " ERROR " not in site.log


@pytest.fixture
def table(live_site: LiveSite, request) -> tuple[Player, Player, str]:
    """Two players, and the path of the socket of their table, where both have cut."""
    number = request.node.name.encode().hex()[-12:]
    host, guest = live_site.players(f"host{number}", f"guest{number}")
    return host, guest, f"/ws/table/{live_site.match(host, guest)}/"


def next_table(socket):
    """The next table that comes."""
    while (message := json.loads(socket.recv(timeout=WAIT)))["type"] != "table":
        pass
    return message


def ask(socket):
    """The whole table, and everything that came before it."""
    socket.send('{"type": "table"}')
    while (table := next_table(socket))["since"] is not None:
        pass
    return table


def next_move(table):
    """A move of this player as the page's form makes it: the first cards that may be chosen; None when not in turn."""
    mine = table["html"]["mine"]
    token = re.search(r'name="decision"\s+value="([^"]+)"', mine)
    if token is None:
        return None
    cards = re.findall(r'<(?:input|button)[^>]+value="([A-Z0-9]{2})"\s*>', mine)
    move = {"type": "move", "decision": token[1]}
    if 'value="discard"' in mine:
        return move | {"action": "discard", "cards": cards[:2]}
    return move | ({"action": "play", "cards": cards[:1]} if cards else {"action": "go"})


def close_code(socket):
    try:
        while True:
            socket.recv(timeout=WAIT)
    except ConnectionClosed:
        return socket.close_code


def test_the_site_of_the_tests_has_the_limits_of_the_makefile(live_site):
    recipe = (ROOT / "Makefile").read_text().replace("\\\n\t\t", "")
    assert " ".join(FRAME_LIMITS) in recipe


def test_the_site_may_send_more_at_once_than_a_page_may(live_site):
    """Daphne's limit on a message holds for both directions; the longest is a lobby full of tables."""
    live_site.players("Host1", "Host2", "Host3", "Host4")
    live_site.run(OPEN_FORTY_TABLES)
    with live_site.socket("/ws/lobby/") as socket:
        message = socket.recv(timeout=WAIT)
        assert len(message.encode()) > 8192
        assert json.loads(message)["type"] == "lobby"


OPEN_FORTY_TABLES = """
from django.utils import timezone
from accounts.models import User
from games.services import lobby
for user in User.objects.filter(username__startswith="Host"):
    for _ in range(10):
        lobby.create_match(user, lobby.Terms(opponent="open"), timezone.now())
"""


def test_moves_by_socket_reach_the_other_player_and_a_watcher(live_site, table):
    host, guest, path = table
    with (
        live_site.socket(path, host) as hosts,
        live_site.socket(path, guest) as guests,
        live_site.socket(path) as third,
    ):
        shown = [next_table(socket) for socket in (hosts, guests, third)]
        hosts.send(json.dumps(next_move(shown[0])))
        told = [next_table(socket) for socket in (hosts, guests, third)]
        assert [message["since"] for message in told] == [shown[0]["ply"]] * 3
        assert [event["kind"] for message in told for event in message["events"]] == ["discard"] * 3
        assert [bool(message["events"][0]["cards"]) for message in told] == [True, False, False]


def test_a_move_by_the_plain_form_reaches_the_sockets(live_site, table):
    host, guest, path = table
    with live_site.socket(path, guest) as guests, live_site.socket(path, host) as hosts:
        next_table(guests)
        move = next_move(next_table(hosts))
        form = {name: move[name] for name in ("action", "cards", "decision")}
        post(live_site, host, path.removeprefix("/ws"), "move/", form)
        assert next_table(guests)["events"][0]["kind"] == "discard"


def post(site, player, page, to="", form=()):
    """Send a form of `page`, to an address below it, as the browser of a player does."""
    request = urllib.request.Request(site.url + page, headers=player.headers)
    with urllib.request.urlopen(request) as answer:
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', answer.read().decode())[1]
        cookie = re.search(r"csrftoken=[^;]+", "\n".join(answer.headers.get_all("Set-Cookie")))[0]
    headers = {"Cookie": f"{player.headers['Cookie']}; {cookie}", "Origin": site.url}
    body = urlencode({"csrfmiddlewaretoken": token} | dict(form), doseq=True).encode()
    urllib.request.urlopen(urllib.request.Request(site.url + page + to, body, headers)).close()


def test_logging_out_closes_the_socket_at_once(live_site, table):
    host, guest, path = table
    with live_site.socket(path, host) as socket, live_site.socket(path, guest) as other:
        next_table(socket)
        next_table(other)
        post(live_site, host, "/accounts/logout/")
        assert close_code(socket) == 4401
        ask(other)


def test_who_may_not_come_in_is_told_why_by_the_code(live_site, table):
    host, guest, _path = table
    (stranger,) = live_site.players("stranger")
    private = live_site.match(host, guest, opponent="link")
    for path, player, code in (
        (f"/ws/table/{private}/", stranger, 4403),
        (f"/ws/table/{private}/", None, 4401),
        ("/ws/table/nesuchtab2e7/", stranger, 4404),
        (f"/ws/table/{'a' * 300}/", None, 4404),
        ("/ws/nothing/here/", None, 4404),
    ):
        with live_site.socket(path, player) as socket:
            assert close_code(socket) == code


def test_a_page_of_another_site_opens_no_socket(live_site, table):
    _host, _guest, path = table
    address = live_site.url.replace("http", "ws") + path
    for origin in ("http://elsewhere.example", "null", None):
        with pytest.raises(InvalidStatus) as refusal:
            connect(address, origin=origin, proxy=None)
        assert refusal.value.response.status_code == 403


def test_a_frame_of_ten_kilobytes_closes_its_socket_and_nothing_else(live_site, table):
    host, guest, path = table
    with live_site.socket(path, host) as hosts, live_site.socket(path, guest) as guests:
        move = next_move(next_table(guests))
        next_table(hosts)
        hosts.send(json.dumps({"type": "move", "action": "cut", "seed": "x" * 10_000}))
        assert close_code(hosts) in TOO_LONG
        guests.send(json.dumps(move))
        assert next_table(guests)["events"][0]["kind"] == "discard"
    with live_site.socket(path, host) as again:
        assert next_table(again)["since"] is None


def test_a_message_in_many_frames_is_bounded_too(live_site, table):
    host, _guest, path = table
    with live_site.socket(path, host) as socket:
        next_table(socket)
        socket.send(['{"type": "', *["x" * 8000] * 3, '"}'])
        assert json.loads(socket.recv(timeout=WAIT))["code"] == "unknown_action"
        with pytest.raises(ConnectionClosed):
            socket.send("x" * 8000 for _ in range(1000))
        assert close_code(socket) in TOO_LONG


def test_bytes_and_text_that_is_no_json_are_answered(live_site, table):
    host, _guest, path = table
    with live_site.socket(path, host) as socket:
        next_table(socket)
        for frame in (b"", b"\x00\xff", "", "{", "[" * 8000, '{"type": "move", "move_id": "\\ud800"}', '{"type": NaN}'):
            socket.send(frame)
            answer = json.loads(socket.recv(timeout=WAIT))
            assert answer["type"] == "error"
        ask(socket)


def test_a_flood_is_ended_and_the_others_play_on(live_site, table):
    host, guest, path = table
    with live_site.socket(path, host) as flooding, live_site.socket(path, guest) as guests:
        move = next_move(next_table(guests))
        try:
            for _ in range(500):
                flooding.send('{"type": "table"}')
        except ConnectionClosed:
            pass
        assert close_code(flooding) == 4429
        guests.send(json.dumps(move))
        assert next_table(guests)["events"][0]["kind"] == "discard"


@pytest.mark.long
def test_a_game_goes_on_after_the_power_was_cut(own_site: LiveSite):
    """What was answered once is there after a SIGKILL, and nothing comes twice."""
    players = own_site.players("ana", "ben")
    path = f"/ws/table/{own_site.match(*players)}/"
    plies = []
    for number in range(6):
        for player in players:
            with own_site.socket(path, player) as socket:
                table = next_table(socket)
                if move := next_move(table):
                    socket.send(json.dumps(move))
                    plies.append(next_table(socket)["ply"])
        if number in (1, 3):
            own_site.kill()
            own_site.start()
    assert len(plies) >= 6
    assert plies == sorted(set(plies))
    log = own_site.run(
        "from games.models import MoveRecord\nanswer = list(MoveRecord.objects.values_list('ply', flat=True))"
    )
    assert sorted(log) == list(range(1, max(log) + 1))


@pytest.mark.redis
def test_sockets_that_were_idle_for_a_while_still_hear_of_the_next_move(live_site, table):
    """redis-py 8 ends idle connections after 5 s, at about the moment when they would take breath: most, not all.

    The move is made by another process, so that nothing but Redis carries it.
    """
    host, guest, path = table
    with ExitStack() as opened:
        pages = [opened.enter_context(live_site.socket(path, host)) for _ in range(8)]
        lobby = opened.enter_context(live_site.socket("/ws/lobby/", guest))
        plies = [next_table(socket)["ply"] for socket in pages]
        lobby.recv(timeout=WAIT)
        time.sleep(6.5)
        live_site.run(LAY_TWO_CARDS_AWAY, match_id=path.split("/")[3], name=guest.name)
        assert [next_table(socket)["since"] for socket in pages] == plies
        assert "mine" in json.loads(lobby.recv(timeout=WAIT))["html"]


LAY_TWO_CARDS_AWAY = """
from django.utils import timezone
from accounts.models import User
from games import protocol
from games.models import Match
from games.services import moves
from games.state import load
state = load(Match.objects.get(pk=match_id))
data = {"action": "discard", "cards": [str(card) for card in state.hands[1][:2]], "decision": "1.discard"}
moves.submit_move(match_id, User.objects.get(username=name), protocol.parse(data), timezone.now())
"""

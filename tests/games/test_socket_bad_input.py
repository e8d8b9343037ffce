"""Whatever comes by a socket is answered, changes nothing, and leaves the socket open."""

import json
import logging

import pytest
from channels.db import database_sync_to_async
from django.db.backends.utils import CursorWrapper
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .players import fresh
from .sockets import SocketClosed

pytestmark = pytest.mark.django_db(transaction=True)

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
anything = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8)
types = st.sampled_from(["move", "go_on", "MOVE", "handle_move", "_class__", "", "pong", "error"])
fields = st.fixed_dictionaries(
    {"type": types},
    optional={
        "action": st.sampled_from(["cut", "discard", "play", "go", "count", "muggins", "pass"]) | anything,
        "cards": st.lists(st.sampled_from(["5H", "TS", "10S", "5h", "", "5H 5H"]) | scalars) | anything,
        "points": st.integers() | anything,
        "ply": anything,
        "seed": anything,
        "decision": st.sampled_from(["1.discard", "0.cut ", "\ud800"]) | anything,
        "move_id": st.sampled_from(["3", "\ud800", "{}"]) | anything,
    },
)
quick = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def is_refused(frame):
    """A frame that is understood has tests of its own."""
    try:
        return isinstance(frame, bytes) or json.loads(frame)["type"] not in ("ping", "table", "go_on")
    except (ValueError, TypeError, KeyError, RecursionError):
        return True


frames = st.text() | st.binary() | anything.map(json.dumps) | fields.map(json.dumps) | st.just("[" * 8000)


@database_sync_to_async
def stored(match):
    now = fresh(match)
    return now.ply, now.status, now.snapshot, now.records.count()


@quick
@given(sent=st.lists(frames.filter(is_refused), min_size=1, max_size=10))
async def test_any_frame_gets_its_answer_and_changes_nothing(at_table, match, ana, caplog, sent):
    before = await stored(match)
    page = await at_table(ana)
    await page.next()
    for frame in sent:
        await page.send_raw(frame)
    answers = await page.ping()
    assert [answer["type"] for answer in answers] == ["error"] * len(sent)
    assert all(answer["message"].endswith(".") for answer in answers)
    assert await stored(match) == before
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
    await page.socket.disconnect()


@pytest.mark.parametrize("path", ["table", "lobby"])
async def test_an_unknown_type_is_refused_with_a_sentence(open_page, match, path):
    page = await open_page({"table": f"/ws/table/{match.pk}/", "lobby": "/ws/lobby/"}[path])
    await page.next()
    for kind in ("", "x", "connect", "close", "receive", "send_json", "ping2", "PING", "ping ", None, 3, [], {}):
        await page.send({"type": kind})
        answer = await page.next()
        assert (answer["type"], answer["code"]) == (
            "error",
            "unknown_action" if isinstance(kind, str) else "not_a_move",
        )
        assert answer["message"].endswith(".")


async def test_the_lobby_takes_no_moves(open_page, ana):
    page = await open_page("/ws/lobby/", ana)
    await page.next()
    for kind in ("move", "go_on", "table"):
        await page.send({"type": kind, "ply": 1})
        assert (await page.next())["code"] == "unknown_action"


async def test_who_asks_for_the_table_much_more_often_than_a_page_does_is_turned_away(open_page, match):
    """Twenty times at once; for a page asks when it has lost something."""
    page = await open_page(f"/ws/table/{match.pk}/")
    await page.next()  # the table, as it comes by itself
    for _ in range(22):
        await page.send({"type": "table"})
    answers, code = await told_until_closed(page)
    assert answers.count("table") == 20
    assert code == 4429


@pytest.mark.parametrize("path", ["/ws/table/{}/", "/ws/lobby/"])
async def test_who_pings_much_more_often_than_a_page_does_hears_that_the_line_holds_and_nothing_is_read(
    open_page, match, monkeypatch, path
):
    """As somebody who goes to and fro between pages: after twenty pings at once the line has to stay all the same."""
    page = await open_page(path.format(match.pk))
    await page.next()
    for _ in range(20):
        await page.ping()
    work = []
    monkeypatch.setattr(CursorWrapper, "execute", lambda *_about: work.append("query"))
    for _ in range(15):
        assert await page.ping() == []
    assert work == []


async def told_until_closed(page):
    """The types of all messages, and the code with which the socket was closed."""
    answers = []
    try:
        while True:
            answers.append((await page.next())["type"])
    except SocketClosed as closing:
        return answers, closing.code

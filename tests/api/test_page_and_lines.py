"""The page about the API tells how it is: every line and the player on it are run against the real site."""

import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.live import LiveSite

CHALLENGE = """
from django.utils import timezone
from accounts.models import User
from games.services import lobby
host, guest = (User.objects.get(username=name) for name in names)
terms = lobby.Terms(kind, invited=guest if kind == "named" else None, allowance=600)
match = lobby.create_match(host, terms, timezone.now())
answer = [match.pk, match.invite]
"""
SLOW = """
from django.utils import timezone
from accounts.models import User
from games.engine.moves import Discard
from games.services import lobby
from tests.games.players import position, send
ana, ben = (User.objects.get(username=name) for name in names)
now = timezone.now()
match = lobby.create_match(ana, lobby.Terms("open", allowance=3 * 86400), now, seed="ana")
lobby.join(match.pk, ben, now, seed="ben")
send(match, ana, Discard(position(match).hands[0][:2]), now)  # and waits for Ben
answer = match.pk
"""
BLOCK = re.compile(r'<pre class="(code[^"]*)"(?:\s+id="(\w+)")?\s+tabindex="0">(.*?)</pre>', re.DOTALL)
TIMED_OUT = 28  # of curl, which is asked to leave the stream


class Page:
    """What stands on the page of a running site."""

    def __init__(self, site: LiveSite) -> None:
        with urlopen(f"{site.url}/api/") as answer:
            blocks = BLOCK.findall(answer.read().decode())
        self.lines = [html.unescape(text) for kind, _name, text in blocks if kind == "code curl"]
        self.named = {name: html.unescape(text) for _kind, name, text in blocks if name}


@pytest.fixture
def anas_token(live_site: LiveSite) -> str:
    ana, _ben = live_site.players("Ana", "Ben")
    return live_site.token(ana)


@pytest.mark.long
def test_every_line_works_as_it_stands(live_site: LiveSite, anas_token: str) -> None:
    page = Page(live_site)
    assert len(page.lines) > 20
    setup = page.named["setup"].replace("cribsite_…", anas_token)
    challenge, _none = live_site.run(CHALLENGE, names=["Ben", "Ana"], kind="named")
    theirs, code = live_site.run(CHALLENGE, names=["Ben", "Ana"], kind="link")
    slow = live_site.run(SLOW, names=["Ana", "Ben"])
    variables = {"CHALLENGE": challenge, "THEIRS": theirs, "INVITE": code, "SLOW": slow}
    for line in page.lines:
        if "$CURSOR" in line:
            line = line.replace("&cursor=$CURSOR", "")  # there is one page only
        answer = run(f"{setup}\n{line}", variables)
        if "/stream" in line:
            assert theirs not in answer
            assert '"your_turn": true' in answer
            continue
        if "format=text" in line:
            assert "resigns." in answer
            continue
        told = json.loads(answer)
        if "/claim" in line:
            assert told["error"]["reason"] == "time_is_not_over"
            continue
        assert "error" not in told, line
        variables |= learned(told)


def test_every_call_has_its_line(live_site: LiveSite) -> None:
    lines = "\n".join(Page(live_site).lines)
    with urlopen(f"{live_site.url}/api/v1/openapi.json") as answer:
        calls = json.load(answer)["paths"]
    assert len(calls) > 12
    for path in calls:
        wanted = re.escape(path.removeprefix("/api/v1/")).replace(r"\{match_id\}", r"\$\w+")
        assert re.search(rf"\$API/{wanted}(?=[ ?\n]|$)", lines), path


def learned(told: dict[str, Any]) -> dict[str, str]:
    """What later lines need of an answer."""
    if told.get("status") == "open":
        return {"OPEN": told["id"]}
    if told.get("phase") == "discard" and told.get("opponent") == "computer":
        first, second = told["seats"][told["you"]]["hand"][:2]
        return {"MATCH": told["id"], "FIRST": first, "SECOND": second}
    return {}


def run(script: str, variables: dict[str, str]) -> str:
    done = subprocess.run(
        ["bash", "-uc", script], env=os.environ | variables, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode in (0, TIMED_OUT if "/stream" in script else 0), (script, done)
    return done.stdout


def test_the_player_that_stands_there_plays_a_game_to_its_end(live_site: LiveSite, tmp_path: Path) -> None:
    (robot,) = live_site.players("Robot")
    page = Page(live_site)
    assert page.named["player"].count("\n") < 100
    environment = {"TOKEN": live_site.token(robot), "PYTHON": sys.executable}
    script = page.named["run"].replace("python3", "$PYTHON")
    done = subprocess.run(
        ["bash", "-euc", script],
        cwd=tmp_path,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert re.fullmatch(r"(won|lost) \d+ to \d+\n", done.stdout), done
    assert (tmp_path / "player.py").read_text() == page.named["player"]

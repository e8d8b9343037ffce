"""The real site for tests that need it: Daphne in a process of its own, with a database of its own.

`live_site` is shared by the tests of a module, so each test takes names that no other of its module has; between two
modules it is emptied and goes on. `own_site` is for the test alone that stops or kills it. The site runs on SQLite in a
file, or beside the PostgreSQL of DATABASE_URL, and with the Redis of REDIS_URL where that is set.
"""

import fcntl
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit

import psycopg
import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

ROOT = Path(__file__).resolve().parent.parent
PASSWORD = "pegging-out-on-friday"
# As the Makefile has them. The second bounds what Daphne itself sends, too: a whole table is more than 8 KB.
FRAME_LIMITS = ("--websocket-max-frame-size", "8192", "--websocket-max-message-size", "131072")
SITE = "cribsite.asgi:application"
LONGEST_START = 60  # seconds

RUNNER = """
import json, sys, traceback
import django
from django.db import connections
django.setup()
for line in sys.stdin:
    code, values = json.loads(line)
    try:
        exec(code, values)
        told = {"answer": values.get("answer")}
    except Exception:
        told = {"error": traceback.format_exc()}
    connections.close_all()
    print(json.dumps(told), flush=True)
"""

PREPARE = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("createcachetable", verbosity=0)
"""

EMPTY = """
from django.core.cache import cache
from django.core.management import call_command
call_command("flush", interactive=False, verbosity=0)
cache.clear()
"""

MAKE_PLAYERS = """
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client
from accounts.models import User
hashed, answer = PBKDF2PasswordHasher().encode(password, "salt", iterations=1), []  # as ever, but quick
for name in names:
    user = User.objects.create(username=name, email=f"{name.lower()}@example.org", password=hashed, **about)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    browser = Client()
    browser.force_login(user, "django.contrib.auth.backends.ModelBackend")
    answer.append(browser.cookies["sessionid"].value)
"""

MAKE_TOKEN = """
from django.utils import timezone
from accounts.models import User
from accounts.tokens import make_token
answer = make_token(User.objects.get(username=name), "test", timezone.now())
"""

MAKE_MATCH = """
from django.utils import timezone
from accounts.models import User
from games.models import Match
from games.services import lobby
creator, other = (User.objects.get(username=name) for name in names)
cuts = seeds if cut else (None, None)
match = lobby.create_match(creator, lobby.Terms(**terms), timezone.now(), seed=cuts[0])
lobby.join(match.pk, other, timezone.now(), invite=match.invite or "", seed=cuts[1])
answer = match.pk
"""


@dataclass(frozen=True)
class Player:
    """Somebody with an account, logged in: `session` is the value of the cookie `sessionid`."""

    name: str
    password: str
    session: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": f"sessionid={self.session}"}


class LiveSite:
    """A running site: `url` without a slash at its end; mail goes to files in `mail`, everything said to `log`."""

    def __init__(self, directory: Path, database_url: str, application: str = SITE, **environment: str) -> None:
        self.application = application
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.mail = directory / "mail"
        self.mail.mkdir()
        self._log = directory / "site.log"
        self._process: subprocess.Popen[bytes] | None = None
        self._runner: subprocess.Popen[str] | None = None
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "cribsite.settings",
            "DATABASE_URL": database_url,
            "EMAIL_URL": f"filemail:///{self.mail}",
            "PORT": str(self.port),
            "SITE_URL": self.url,
            "SECRET_KEY": "a key of the tests",
            "DEAL_KEY": "a deal key of the tests",
            **environment,
        }

    @property
    def log(self) -> str:
        return self._log.read_text()

    @property
    def processor_seconds(self) -> float:
        """How long the running process has kept a processor busy; only Linux tells that of another process."""
        assert self._process is not None
        return time.clock_gettime(~self._process.pid << 3 | 2)  # the clock that clock_getcpuclockid(3) would name

    def start(self) -> None:
        """Start the site and wait until it answers."""
        command = [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", str(self.port), *FRAME_LIMITS]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--access-log", os.devnull, self.application],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
            )
        self._wait_for_answer(self._process)

    def _wait_for_answer(self, process: "subprocess.Popen[bytes]") -> None:
        give_up = time.monotonic() + LONGEST_START
        while time.monotonic() < give_up and process.poll() is None:
            try:
                urllib.request.urlopen(self.url, timeout=5).close()
            except (URLError, ConnectionError):
                time.sleep(0.05)
            else:
                return
        self.kill()
        raise RuntimeError(f"the site did not start:\n{self.log}")

    def kill(self) -> None:
        """End it at once, as a power cut would: SIGKILL. `start` may follow."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def empty(self) -> None:
        """As it was when it first started: nobody has an account, nothing was sent or said."""
        self.run(EMPTY)
        for letter in self.mail.iterdir():
            letter.unlink()
        os.truncate(self._log, 0)

    def close(self) -> None:
        """End it for good."""
        self.kill()
        if self._runner is not None:
            self._runner.kill()
            self._runner.communicate()

    def run(self, code: str, **values: Any) -> Any:
        """What Python `code` assigns to `answer`, run in the site's own settings and database by another process.

        `values` are its variables; they and the answer are JSON.
        """
        if self._runner is None:
            self._runner = subprocess.Popen(
                [sys.executable, "-c", RUNNER],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assert self._runner.stdin is not None
        assert self._runner.stdout is not None
        print(json.dumps([code, values]), file=self._runner.stdin, flush=True)
        told = json.loads(self._runner.stdout.readline())
        if "error" in told:
            raise RuntimeError(told["error"])
        return told["answer"]

    def players(self, *names: str, **about: Any) -> list[Player]:
        """New players, logged in, their addresses confirmed; `about` are preferences, such as language="es"."""
        sessions = self.run(MAKE_PLAYERS, names=names, password=PASSWORD, about=about)
        return [Player(name, PASSWORD, session) for name, session in zip(names, sessions, strict=True)]

    def token(self, player: Player) -> str:
        """A new key to the API in the player's name."""
        return str(self.run(MAKE_TOKEN, name=player.name))

    def match(self, first: Player, second: Player, cut: bool = True, **terms: Any) -> str:
        """The id of a new match between the two, both of whom have cut; `terms` are those of `games.services.lobby`."""
        seeds = [player.name for player in (first, second)]
        terms = {"opponent": "open"} | terms
        return str(self.run(MAKE_MATCH, names=seeds, seeds=seeds, cut=cut, terms=terms))

    def socket(self, path: str, player: Player | None = None, **options: Any) -> ClientConnection:
        """An open socket, as the page of `player` or of nobody in particular opens it. To be used in a `with`."""
        headers = {} if player is None else player.headers
        address = f"ws://127.0.0.1:{self.port}{path}"
        opened: ClientConnection = connect(
            address, origin=Origin(self.url), additional_headers=headers, proxy=None, **options
        )
        return opened


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def _new_database(directory: Path, migrated: Path | None) -> Iterator[str]:
    """The DATABASE_URL of a new database: a copy of a `migrated` file, or one more beside the PostgreSQL of tests."""
    tested = urlsplit(os.environ.get("DATABASE_URL", ""))
    if not tested.scheme.startswith("postgres"):
        file = directory / "site.sqlite3"
        if migrated is not None:
            shutil.copy(migrated, file)
        yield f"sqlite:///{file}"
        return
    name = f"live_{secrets.token_hex(6)}"
    with psycopg.connect(tested._replace(path="/postgres").geturl(), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            yield tested._replace(path=f"/{name}").geturl()
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def running_site(
    directory: Path, application: str = SITE, migrated: Path | None = None, **environment: str
) -> Iterator[LiveSite]:
    """A site that has just started, empty; stopped at the end. Its files lie in `directory`.

    `application` may be another one, to be measured on the same database under the same Daphne. `migrated` is a file
    of `tests.migrated`, where there is one. `environment` is for all processes of the site.
    """
    with _new_database(directory, migrated) as database_url:
        site = LiveSite(directory, database_url, application, **environment)
        try:
            if migrated is None:
                site.run(PREPARE)
            site.start()
            yield site
        finally:
            site.close()


@contextmanager
def second_process(site: LiveSite, directory: Path) -> Iterator[LiveSite]:
    """The same site by one more Daphne on a port of its own: the same database, and the same Redis where there is one.

    Its files lie in `directory`, which is made.
    """
    directory.mkdir()
    own = ("DATABASE_URL", "EMAIL_URL", "PORT", "SITE_URL")
    shared = {name: value for name, value in site.environment.items() if name not in own}
    second = LiveSite(directory, site.environment["DATABASE_URL"], site.application, **shared)
    try:
        second.start()
        yield second
    finally:
        second.close()


@pytest.fixture(scope="session")
def static_files(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Collected once, by the first of the processes that test side by side; a process alone collects anew."""
    lock = tmp_path_factory.getbasetemp().parent / "static_files.lock"
    with lock.open("a+") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if held.seek(0, os.SEEK_END) and "PYTEST_XDIST_WORKER" in os.environ:
            return
        command = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v", "0"]
        environment = os.environ | {"SECRET_KEY": "unused", "DEAL_KEY": "unused"}
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
        held.write("collected")


@pytest.fixture(scope="session")
def started_site(
    static_files: None, migrated: Path | None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveSite]:
    """The one that all modules have after one another: a start takes longer than many a test."""
    with running_site(tmp_path_factory.mktemp("site"), migrated=migrated) as site:
        yield site


@pytest.fixture(scope="module")
def live_site(started_site: LiveSite) -> LiveSite:
    """The site, shared by the tests of a module."""
    started_site.empty()
    return started_site


@pytest.fixture
def own_site(static_files: None, migrated: Path | None, tmp_path: Path) -> Iterator[LiveSite]:
    """A site for one test alone."""
    with running_site(tmp_path, migrated=migrated) as site:
        yield site

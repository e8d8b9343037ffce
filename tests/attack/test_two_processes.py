"""Two processes of one site count as one: by the cache in the database, or by Redis where REDIS_URL is set."""

import re
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from tests.live import PASSWORD, LiveSite, second_process

TRIES = 5  # `login_failed` of ACCOUNT_RATE_LIMITS, by what was typed


@pytest.fixture
def both(own_site: LiveSite, tmp_path: Path) -> Iterator[tuple[LiveSite, LiveSite]]:
    with second_process(own_site, tmp_path / "second") as second:
        yield own_site, second


def log_in(process: LiveSite, password: str) -> tuple[int, str]:
    """Status and page of the answer to the form."""
    line, host = HTTPConnection("127.0.0.1", process.port, timeout=20), urlsplit(process.url).netloc
    line.request("GET", "/accounts/login/", headers={"Host": host})
    form = line.getresponse()
    page = form.read().decode()
    token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[0]
    cookies = "; ".join(value.partition(";")[0] for value in form.headers.get_all("Set-Cookie") or [])
    sent = urlencode({"login": "Ana", "password": password, "csrfmiddlewaretoken": token})
    heads = {"Host": host, "Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
    line.request("POST", "/accounts/login/", sent, heads)
    answer = line.getresponse()
    told = answer.status, answer.read().decode()
    line.close()
    return told


@pytest.mark.long
def test_a_password_is_guessed_no_more_often_at_two_processes_than_at_one(both: tuple[LiveSite, LiveSite]) -> None:
    first, second = both
    first.players("Ana")
    assert log_in(second, PASSWORD)[0] == 302
    for guess in range(TRIES):
        status, page = log_in(both[guess % 2], f"guess-{guess}")
        assert status == 200
        assert "Too many failed" not in page
    for process in both:
        status, page = log_in(process, PASSWORD)
        assert status == 200
        assert "Too many failed login attempts" in page

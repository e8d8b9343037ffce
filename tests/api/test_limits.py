"""A token may call so often; all processes count together."""

import pytest
from django.core.cache import cache
from pytest_django import Settings

from accounts.models import User

from .programs import Program, done, refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> list[float]:
    """The clock of the limit, in one place to be moved; two calls a second are allowed."""
    settings.API_CALLS_A_SECOND = 2.0
    now = [1_000_000.0]
    monkeypatch.setattr("games.api.access.time", lambda: now[0])
    return now


def test_too_many_calls_are_told_to_wait(as_ana: Program, seconds: list[float]) -> None:
    for _ in range(20):
        done(as_ana.get("account"))
    answer = as_ana.get("account")
    assert refusal(answer) == (429, "too_many_requests")
    assert answer.headers["Retry-After"] == "1"
    seconds[0] += 1
    done(as_ana.get("account"))
    done(as_ana.get("account"))
    assert refusal(as_ana.get("account")) == (429, "too_many_requests")


def use_up(program: Program) -> None:
    for _ in range(20):
        done(program.get("account"))
    assert program.get("account").status_code == 429


def test_each_token_has_its_own_limit(ana: User, as_ana: Program, as_ben: Program, seconds: list[float]) -> None:
    use_up(as_ana)
    done(as_ben.get("account"))
    done(Program(ana).get("account"))


def test_the_count_is_kept_where_all_processes_see_it(as_ana: Program, seconds: list[float]) -> None:
    use_up(as_ana)
    cache.clear()
    done(as_ana.get("account"))

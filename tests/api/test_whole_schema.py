"""Everything that the OpenAPI document allows, and much that it does not, is answered as the document says."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import sampled_from
from schemathesis.checks import CHECKS

from accounts.models import User
from games.engine.state import Phase
from games.models import DAY, Match
from tests.games.players import play_to, play_until, started

from .programs import Program

pytestmark = pytest.mark.django_db

# A request of the right form is still refused where it is no legal move, or names nobody; and one of a wrong form is
# taken where all that is wrong is a parameter or header that nobody reads. What bodies may hold is in test_refusals.
NOT_EXPECTED = ["positive_data_acceptance", "negative_data_rejection"]


@pytest.fixture
def program(ana: User, ben: User) -> Program:
    """Ana's, who sits at tables of every kind."""
    play_to(started(ana, ben), Phase.PLAY)
    now = timezone.now()
    slow = started(ana, ben, now, allowance=DAY)
    play_until(slow, lambda state: state.phase is Phase.PLAY and state.to_play == 1, now)  # Ana may plan
    return Program(ana)


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """As Django's own test client does: a request's end must not close the connection that holds the test's data."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.parametrize("examples", [8, pytest.param(150, marks=pytest.mark.long)], ids=["some", "many"])
@pytest.mark.parametrize("mode", schemathesis.GenerationMode, ids=lambda mode: str(mode.value))
def test_every_call_answers_as_the_document_says(
    program: Program, mode: schemathesis.GenerationMode, examples: int
) -> None:
    document = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())
    left_out = CHECKS.get_by_names(NOT_EXPECTED)
    match_ids = [*Match.objects.values_list("pk", flat=True), None]
    answered: Counter[int] = Counter()
    for found in document.exclude(path="/api/v1/stream").get_all_operations():  # the stream does not end
        operation = found.ok()

        @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        @given(case=operation.as_strategy(generation_mode=mode), match_id=sampled_from(match_ids))
        def ask(case: Any, match_id: str | None) -> None:
            if match_id is not None and "match_id" in (case.path_parameters or {}):
                case.path_parameters["match_id"] = match_id
            headers = {"Authorization": f"Bearer {program.token}"}
            answer = case.call_and_validate(headers=headers, excluded_checks=left_out)
            answered[answer.status_code] += 1

        ask()
    assert answered.total() >= 100

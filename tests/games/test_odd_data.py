"""Whatever stands in the data of a match is told as a fault of that match, and the others are checked all the same."""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.engine.codec import ACT_KINDS
from games.engine.state import Phase
from games.models import Match, MoveRecord
from games.verify import find_faults

from .players import fresh, play_to, started

pytestmark = pytest.mark.django_db

scalars = st.none() | st.booleans() | st.integers(-1000, 1000) | st.sampled_from(["5H", "TS", "", "deal", "1H"])
names = st.sampled_from(["cards", "card", "hands", "dealer", "kind", "seed", "seat", "points", "x"])
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner), max_leaves=6
)
something = anything.filter(lambda value: value is not None)  # the columns take no NULL
quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def played(ana: User, ben: User) -> Match:
    match = started(ana, ben)
    play_to(match, Phase.PLAY, deal=2)
    assert list(find_faults(fresh(match))) == []
    return match


def odd(row: Match | MoveRecord, **fields: Any) -> list[str]:
    """The faults of the match while these fields of it, or of one of its records, hold something else."""
    rows = type(row)._default_manager.filter(pk=row.pk)
    before = {name: getattr(row, name) for name in fields}
    rows.update(**fields)
    try:
        return list(find_faults(fresh(row if isinstance(row, Match) else row.match)))
    finally:
        rows.update(**before)


@quick
@given(st.data())
def test_odd_records(played: Match, data: st.DataObject) -> None:
    """Not each is a fault: an act that has no fields does not look at its data."""
    row = data.draw(st.sampled_from(list(played.records.order_by("ply"))))
    odd(row, data=data.draw(something))
    kind, events = data.draw(st.sampled_from([*ACT_KINDS, "", "win"])), data.draw(something)
    assert odd(row, kind=kind) or kind == row.kind
    assert odd(row, events=events) or events == row.events


@pytest.mark.parametrize("events", [[], [{}], {}, 3, [None], [{"dealer": "x"}], [{"dealer": 7}]])
def test_odd_events_of_a_deal(played: Match, events: Any) -> None:
    assert odd(played.records.filter(kind="deal")[0], events=events)


@quick
@given(something)
@example({})
def test_odd_snapshots(played: Match, snapshot: Any) -> None:
    assert odd(played, snapshot=snapshot)


@pytest.mark.parametrize(
    "fields",
    [{"count_mode": "odd"}, {"target": 0}, {"first_dealer": 7}, {"commitment": "x"}, {"server_seed": "odd"}],
)
def test_odd_settings(played: Match, fields: dict[str, Any]) -> None:
    assert odd(played, **fields)


def test_a_match_without_seats(played: Match) -> None:
    played.seats.all().delete()
    assert "the match has not two seats" in list(find_faults(fresh(played)))


def test_the_command_tells_the_faults_of_each_and_goes_on(ana: User, ben: User) -> None:
    matches = [started(ana, ben) for _ in range(5)]
    for match in matches:
        play_to(match, Phase.PLAY)
    matches[0].records.filter(kind="deal").update(events=[])
    matches[1].records.filter(kind="deal").update(data=3)
    matches[2].records.filter(ply=1).update(kind="win")
    Match.objects.filter(pk=matches[3].pk).update(count_mode="odd")
    told = io.StringIO()
    with pytest.raises(CommandError, match="4 of 5 matches have faults"):
        call_command("verify_matches", stderr=told, stdout=io.StringIO())
    assert {line.partition(":")[0] for line in told.getvalue().splitlines()} == {match.pk for match in matches[:4]}

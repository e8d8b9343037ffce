"""A flood of bad frames is hardly felt by others: a shorter `make bench-flood`, as a ratio."""

from pathlib import Path

import pytest

from tests.live import running_site
from tests.load.flood import measure_rounds, p99


@pytest.mark.timed
def test_under_a_flood_moves_wait_no_longer_than_twice_as_long(static_files: None, tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        rounds = measure_rounds(site, rounds=3, seconds=8)
    control, flooded = zip(*rounds, strict=True)
    assert all(each.flooder["connections"] for each in (*control, *flooded))
    assert p99([each.moves for each in flooded]) < 2 * p99([each.moves for each in control])

"""Budgets of the counting, as ratios within one run, so that they hold on a slow machine and on a busy one."""

import pytest

from tests.load import counting


@pytest.fixture(scope="module")
def explaining() -> float:
    return counting.explaining(300).hands_a_second()


def test_counting_one_by_one_is_many_times_faster_than_explaining(explaining: float) -> None:
    assert counting.one_by_one(5_000).hands_a_second() > 50 * explaining  # measured: 150 to 260


def test_counting_by_keep_is_hundreds_of_times_faster_than_explaining(explaining: float) -> None:
    assert counting.by_keep(500).hands_a_second() > 150 * explaining  # measured: 500 to 1,400

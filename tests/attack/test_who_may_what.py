"""The table of who may what is whole, and true."""

import pytest

from tests.attack.places import places
from tests.attack.table import ROLES, TABLE, row
from tests.attack.world import World, told

AT_THE_DESK = ("nobody", "stranger", "moderator")  # where most of what is new goes wrong; CI asks as everybody


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    assert {pattern: set(row(pattern)) for pattern in TABLE} == {
        pattern: set(methods) for pattern, methods in places().items()
    }


@pytest.mark.parametrize(
    "role", [role if role in AT_THE_DESK else pytest.param(role, marks=pytest.mark.long) for role in ROLES]
)
def test_everybody_gets_what_the_table_says(world: World, role: str) -> None:
    wrong = []
    for pattern in TABLE:
        for method, answers in row(pattern).items():
            got, answer = told(world.ask(role, method, pattern)), answers[ROLES.index(role)]
            wrong += [f"{method} {pattern}: {got}, not {answer}"] if got != answer else []
    assert wrong == []


def test_in_the_game_of_others_there_is_nothing_for_staff_either() -> None:
    for pattern in TABLE:
        if "<slug:match_id>" in pattern:
            for method, (nobody, stranger, _player, _muted, _banned, *staff) in row(pattern).items():
                assert {nobody, stranger, *staff} <= {"404", "405", "401", "422", "login"}, f"{method} {pattern}"


def test_the_admin_is_closed_to_players() -> None:
    for pattern in TABLE:
        if pattern.startswith("admin/"):
            for _method, (*players, _moderator, _admin) in row(pattern).items():
                assert {*players} <= {"on", "login", "403", "shut"}, pattern

"""A list of the admin asks fewer than thirty things of the database, however many rows it shows."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from tests.games.finished import finished
from tests.games.players import NOW

PAGES = (
    "/admin/",
    *("/admin/games/match/", "/admin/games/match/?q=Ana", "/admin/games/match/?overdue=yes"),
    *("/admin/games/moverecord/", "/admin/games/mail/", "/admin/accounts/user/", "/admin/cribsite/staffact/"),
)


@pytest.mark.parametrize("address", PAGES)
def test_a_list_asks_few_things(
    admin: Client, ana: User, ben: User, address: str, django_assert_max_num_queries: Any
) -> None:
    match = finished(ana, ben)
    for number in range(30):
        match.pk = f"2345678{number:05d}".replace("0", "z").replace("1", "y")
        match.created_at = NOW + timedelta(hours=number)
        match.save(force_insert=True)
        match.seats.create(number=0, user=ana)
        match.seats.create(number=1, user=ben)
    assert Match.objects.count() == 31
    admin.get(address)
    with django_assert_max_num_queries(29):
        assert admin.get(address).status_code == 200

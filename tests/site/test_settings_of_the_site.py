"""What the host sets in the admin holds at once where it was set, and soon in every other process."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from cribsite import site
from cribsite.models import SiteSettings, StaffAct
from cribsite.staff_acts import note
from games.models import Match
from games.services import lobby, vacations
from games.services.errors import Refused

NOW = datetime(2026, 3, 14, 9, 0, tzinfo=UTC)


@pytest.fixture
def ana(db: None) -> User:
    return User.objects.create_user("Ana", "ana@example.org")


def wish(**wishes: object) -> None:
    """As the admin's form does."""
    stored = site.stored_settings()
    for name, value in wishes.items():
        setattr(stored, name, value)
    stored.save()


def test_days_of_vacation_are_those_that_the_host_gives(ana: User) -> None:
    wish(vacation_days=7)
    assert vacations.time_left(ana, NOW) == timedelta(days=7)


def test_so_many_tables_stand_open_as_the_host_allows(ana: User) -> None:
    wish(most_open_tables=2)
    for _ in range(2):
        lobby.create_match(ana, lobby.Terms(Match.Opponent.OPEN), NOW)
    with pytest.raises(Refused) as refusal:
        lobby.create_match(ana, lobby.Terms(Match.Opponent.OPEN), NOW)
    assert (refusal.value.key, refusal.value.params) == ("too_many_open_tables", {"most": 2})


def test_another_process_goes_by_a_change_after_five_seconds_and_asks_no_more_often(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = [100.0]
    monkeypatch.setattr(site, "monotonic", lambda: seconds[0])
    assert site.site_settings().name == "Cribsite"
    SiteSettings.objects.update(name="The Crown")  # unheard of here, as what another process saves
    seconds[0] = 104.9
    assert site.site_settings().name == "Cribsite"
    seconds[0] = 105.1
    assert site.site_settings().name == "The Crown"


def test_the_action_log_keeps_the_name_of_who_is_gone(ana: User) -> None:
    note(ana, "annul", "match 23456789abcd", NOW, why="Both asked for it.")
    ana.delete()
    line = StaffAct.objects.get()
    assert (line.by, line.name, line.what, line.why, line.at) == (None, "Ana", "annul", "Both asked for it.", NOW)

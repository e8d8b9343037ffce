"""The start page of the admin leads to just what it counts."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.conduct.models import Appeal, Clue, Report, Sanction
from accounts.models import User
from cribsite.start_page import Need
from games.models import Mail, Match
from games.services import endings, lobby
from tests.games.players import started


@pytest.fixture
def much_to_do(ana: User, ben: User) -> None:
    """Of each kind one that is done, and more that wait: 2 reports, 3 appeals, 4 clues, 1 match, 2 letters, 1 lost."""
    now = timezone.now()
    long_ago = now - timedelta(hours=5)
    about = {"reporter": ana, "about": ben, "category": Report.Category.OTHER, "at": now}
    Report.objects.create(**about, outcome=Report.Outcome.KNOWN, closed_at=now)
    Report.objects.bulk_create(Report(**about) for _number in range(2))
    given = {"player": ben, "kind": Sanction.Kind.WARNING, "reason": "So.", "given_at": now}
    decisions = (Appeal.Decision.UPHELD, "", "", "")
    for decision in decisions:
        Appeal.objects.create(sanction=Sanction.objects.create(**given), words="No.", at=now, decision=decision)
    facts = {"games": 31, "deals": 240, "seconds": 0.4}
    for number in range(5):
        player = User.objects.create_user(f"Quick-{number}", f"q{number}@example.org")
        looked_at = now if number == 0 else None
        Clue.objects.create(kind=Clue.Kind.TOO_FAST, player=player, facts=facts, at=now, looked_at=looked_at)
    started(ana, ben)
    match = started(ana, ben)
    Match.objects.filter(pk=match.pk).update(trouble="KeyError")
    match.seats.update(deadline=long_ago)
    for state, written_at in (("waiting", long_ago), ("waiting", long_ago), ("given_up", long_ago), ("sent", long_ago)):
        Mail.objects.create(user=ana, kind="over", state=state, written_at=written_at, next_try_at=now)


def test_each_way_leads_to_as_many_as_are_told(admin: Client, much_to_do: None) -> None:
    needs: list[Need] = admin.get("/admin/").context["needs"]
    told = {need.text: admin.get(need.url).context["cl"].result_count for need in needs}
    assert told == {
        "2 open reports": 2,
        "3 open appeals": 3,
        "4 clues to look into": 4,
        "1 match whose time is over and that was not ended": 1,
        "1 match that the referee failed on": 1,
        "2 letters have waited for more than an hour": 2,
        "1 letter was given up this week": 1,
    }


def test_a_table_that_nobody_joined_is_no_game_that_ended(admin: Client, ana: User, ben: User) -> None:
    now = timezone.now()
    lobby.cancel(lobby.create_match(ana, lobby.Terms(Match.Opponent.OPEN), now).pk, ana, now)
    endings.resign(started(ana, ben, now).pk, ana, now)
    _sign_ups, games = admin.get("/admin/").context["charts"]
    assert games.text == "1 in 30 days, 1 of them today"


def test_with_nothing_to_do_it_says_so(admin: Client) -> None:
    assert "Nothing just now." in admin.get("/admin/").content.decode()

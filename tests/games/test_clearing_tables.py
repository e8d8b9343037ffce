"""Tables that nobody sat down at: taken back, declined, or cleared away after thirty days."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match
from games.services import lobby
from games.services import table as services_table
from games.services.lobby import Terms
from games.services.referee import sweep

from .conftest import StoppedClock
from .players import NOW, everything, fresh, said, started

THIRTY_DAYS = timedelta(days=30)


@pytest.fixture
def table(clock: StoppedClock, ana: User) -> Match:
    return lobby.create_match(ana, Terms(Match.Opponent.OPEN), NOW)


@pytest.fixture
def challenge(clock: StoppedClock, ana: User, ben: User) -> Match:
    """Ana's, to Ben."""
    return lobby.create_match(ana, Terms(Match.Opponent.NAMED, invited=ben), NOW)


def cancel(match: Match) -> str:
    return reverse("cancel", args=[match.pk])


def decline(match: Match) -> str:
    return reverse("decline", args=[match.pk])


def lobby_of(browser: Client) -> str:
    return browser.get(reverse("lobby")).content.decode()


def test_a_table_that_is_taken_back_is_gone_from_the_lobby(table: Match, anas: Client, bens: Client) -> None:
    assert table.get_absolute_url() in lobby_of(bens)
    assert anas.post(cancel(table))["Location"] == reverse("lobby")
    assert fresh(table).status == Match.State.CANCELLED
    assert table.get_absolute_url() not in lobby_of(bens)
    assert table.get_absolute_url() not in lobby_of(anas)
    assert not table.seats.exclude(decision="").exists()


def test_a_stranger_cannot_take_it_back(table: Match, bens: Client, client: Client) -> None:
    before = everything(table)
    answer = bens.post(cancel(table))
    assert answer["Location"] == table.get_absolute_url()
    assert said("not_your_table") in bens.get(answer["Location"]).content.decode()
    client.post(cancel(table))
    assert everything(table) == before


def test_a_stranger_learns_nothing_of_a_table_that_is_not_public(challenge: Match, cleos: Client) -> None:
    before = everything(challenge)
    assert cleos.post(cancel(challenge)).status_code == 404
    assert cleos.post(decline(challenge)).status_code == 404
    assert everything(challenge) == before


def test_once_somebody_sits_there_it_cannot_be_taken_back(table: Match, ben: User, anas: Client, bens: Client) -> None:
    lobby.join(table.pk, ben, NOW)
    before = everything(table)
    for browser in (anas, bens):
        answer = browser.post(cancel(table))
        assert said("not_now") in browser.get(answer["Location"]).content.decode()
    assert everything(table) == before


def test_taking_it_back_twice_is_told(table: Match, anas: Client) -> None:
    anas.post(cancel(table))
    before = everything(table)
    answer = anas.post(cancel(table))
    assert said("match_over") in anas.get(answer["Location"]).content.decode()
    assert everything(table) == before


def test_a_challenge_that_is_declined_is_gone_for_both(challenge: Match, anas: Client, bens: Client) -> None:
    assert challenge.get_absolute_url() in lobby_of(bens)
    assert bens.post(decline(challenge))["Location"] == reverse("lobby")
    assert fresh(challenge).status == Match.State.CANCELLED
    assert challenge.records.get().seat == 1, "the log tells who ended it"
    assert challenge.get_absolute_url() not in lobby_of(bens)
    assert challenge.get_absolute_url() not in lobby_of(anas)


def test_the_challenger_takes_back_and_does_not_decline(challenge: Match, anas: Client) -> None:
    before = everything(challenge)
    answer = anas.post(decline(challenge))
    assert said("not_your_table") in anas.get(answer["Location"]).content.decode()
    assert everything(challenge) == before
    anas.post(cancel(challenge))
    assert fresh(challenge).status == Match.State.CANCELLED
    assert challenge.records.get().seat == 0


def test_the_challenged_declines_and_does_not_take_back(challenge: Match, bens: Client) -> None:
    before = everything(challenge)
    bens.post(cancel(challenge))
    assert everything(challenge) == before


def test_an_accepted_challenge_cannot_be_declined(challenge: Match, ben: User, bens: Client) -> None:
    lobby.join(challenge.pk, ben, NOW)
    before = everything(challenge)
    answer = bens.post(decline(challenge))
    assert said("not_now") in bens.get(answer["Location"]).content.decode()
    assert everything(challenge) == before


def test_a_table_for_anyone_has_nobody_to_decline_it(table: Match, bens: Client) -> None:
    before = everything(table)
    bens.post(decline(table))
    assert everything(table) == before


def test_after_thirty_days_a_table_is_cleared_away(table: Match, challenge: Match) -> None:
    assert sweep(NOW + THIRTY_DAYS - timedelta(seconds=1)).ended == 0
    assert sweep(NOW + THIRTY_DAYS).ended == 2
    for match in map(fresh, (table, challenge)):
        assert (match.status, match.reason, match.winner) == (Match.State.EXPIRED, "expired", None)
        assert match.ended_at == NOW + THIRTY_DAYS
    assert sweep(NOW + 2 * THIRTY_DAYS).ended == 0


def test_a_table_past_its_time_is_offered_to_nobody_even_before_it_is_cleared(
    clock: StoppedClock, table: Match, bens: Client
) -> None:
    clock.pass_by(THIRTY_DAYS.total_seconds())
    assert table.get_absolute_url() not in lobby_of(bens)


def test_what_is_played_or_over_does_not_expire(ana: User, ben: User) -> None:
    running = started(ana, ben)
    cancelled = lobby.create_match(ana, Terms(Match.Opponent.OPEN), NOW)
    lobby.cancel(cancelled.pk, ana, NOW)
    before = everything(running), everything(cancelled)
    assert sweep(NOW + THIRTY_DAYS).ended == 0
    assert (everything(running), everything(cancelled)) == before


def test_a_table_taken_in_the_moment_it_expires_stays_taken(
    table: Match, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between finding the table and locking it somebody sits down."""
    locked = services_table._locked

    def lock_late(match_id: str, now: object) -> object:
        monkeypatch.setattr(services_table, "_locked", locked)
        lobby.join(match_id, ben, NOW)
        return locked(match_id, now)  # type: ignore[arg-type]

    monkeypatch.setattr(services_table, "_locked", lock_late)
    assert sweep(NOW + THIRTY_DAYS).ended == 0
    assert fresh(table).status == Match.State.ACTIVE

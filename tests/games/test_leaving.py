"""A player who leaves for good: nobody is left waiting, and what was played stays, without the name."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import delete_account
from games.engine.game import fold
from games.engine.state import Phase
from games.models import Match
from games.services import endings, lobby
from games.services.leaving import leave_everything
from games.services.lobby import Terms
from games.state import load, record_of

from .players import NOW, everything, fresh, new_player, play_to, started


def table(host: User, opponent: Match.Opponent = Match.Opponent.OPEN, invited: User | None = None) -> Match:
    return lobby.create_match(host, Terms(opponent, invited=invited), NOW)


def outcome(match: Match) -> tuple[str, str, int | None]:
    over = fresh(match)
    return over.status, over.reason, over.winner


def test_running_games_are_resigned_or_aborted_and_open_tables_taken_back(ana: User, ben: User) -> None:
    begun, played = started(ana, ben), started(ben, ana)
    play_to(played, Phase.PLAY)
    own, link, sent, received = (
        table(ana),
        table(ana, Match.Opponent.LINK),
        table(ana, Match.Opponent.NAMED, ben),
        table(ben, Match.Opponent.NAMED, ana),
    )
    leave_everything(ana, NOW)
    assert outcome(begun) == (Match.State.ABORTED, "abort", None)
    assert outcome(played) == (Match.State.FINISHED, "resignation", 0), "Ben wins, who sat at seat 0"
    for match in (own, link, sent, received):
        assert outcome(match) == (Match.State.CANCELLED, "cancelled", None)
    assert received.records.get().seat == 1, "declined, not taken back"
    assert not ben.seats.exclude(decision="").exists()
    assert not ana.seats.exclude(decision="").exists()


def test_a_game_against_the_computer_is_left_too(ana: User) -> None:
    match = lobby.create_match(ana, Terms(Match.Opponent.COMPUTER, computer="easy"), NOW)
    play_to(match, Phase.PLAY)
    leave_everything(ana, NOW)
    assert outcome(match) == (Match.State.FINISHED, "resignation", 1)


def test_what_is_over_and_what_others_play_stays_as_it_was(ana: User, ben: User, cleo: User) -> None:
    over, others = started(ana, ben), started(ben, cleo)
    endings.resign(over.pk, ben, NOW)
    before = everything(over), everything(others)
    leave_everything(ana, NOW)
    assert (everything(over), everything(others)) == before


def test_after_the_account_is_gone_its_games_stay_under_a_neutral_name(
    ana: User, ben: User, bens: Client, client: Client
) -> None:
    won, running = started(ana, ben), started(ana, ben)
    play_to(running, Phase.PLAY)
    endings.resign(won.pk, ben, NOW)
    delete_account(ana, NOW)
    for match in (won, running):
        assert [seat.user for seat in match.seats.all()] == [None, ben]
        page = bens.get(match.get_absolute_url()).content.decode()
        assert "A former player" in page
        assert "Ana" not in page
        assert client.get(match.get_absolute_url()).status_code == 200
        rows = match.records.order_by("ply")
        assert fold(match.engine_settings, map(record_of, rows)) == load(fresh(match))
    assert outcome(running) == (Match.State.FINISHED, "resignation", 1)
    assert "A former player" in bens.get(reverse("player", args=["Ben"])).content.decode()


def test_a_challenge_to_a_player_who_left_is_gone(ana: User, ben: User, bens: Client) -> None:
    match = table(ben, Match.Opponent.NAMED, ana)
    delete_account(ana, NOW)
    assert outcome(match) == (Match.State.CANCELLED, "cancelled", None)
    assert match.get_absolute_url() not in bens.get(reverse("lobby")).content.decode()


def test_a_player_who_was_locked_out_can_be_deleted(ana: User, ben: User) -> None:
    match = started(ana, ben)
    play_to(match, Phase.PLAY)
    User.objects.filter(pk=ana.pk).update(is_active=False)
    delete_account(User.objects.get(pk=ana.pk), NOW)
    assert outcome(match) == (Match.State.FINISHED, "resignation", 1)


def test_a_game_whose_time_was_over_is_lost_by_time(ana: User, ben: User) -> None:
    match = started(ana, ben, allowance=20, bank=0)
    state = play_to(match, Phase.PLAY)
    late = NOW.replace(minute=1)
    leave_everything((ana, ben)[1 - (state.to_play or 0)], late)
    assert outcome(match) == (Match.State.FINISHED, "time", 1 - (state.to_play or 0))


@pytest.mark.django_db(transaction=True)
def test_two_who_leave_at_once_end_their_common_games_once() -> None:
    ana, ben = new_player("Ana"), new_player("Ben")
    games = [started(*pair) for pair in ((ana, ben), (ben, ana)) * 3]
    challenges = [table(ana, Match.Opponent.NAMED, ben), table(ben, Match.Opponent.NAMED, ana)]
    begin = Barrier(2)

    def leave(user: User) -> None:
        begin.wait()
        try:
            delete_account(user, NOW)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(leave, (ana, ben)))
    assert not User.objects.exists()
    for match in games:
        assert outcome(match) == (Match.State.ABORTED, "abort", None)
        assert match.records.filter(kind="abort").count() == 1
    for match in challenges:
        assert match.records.count() == 1
    connection.close()

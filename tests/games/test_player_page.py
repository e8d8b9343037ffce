"""A player's page: the games that are over, the running ones that may be watched, and nothing that is private."""

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import delete_account
from games.models import Match
from games.services import endings, lobby
from games.services.lobby import Terms

from .players import NOW, browser_of, new_player, play_until, started


def page(browser: Client, name: str) -> HttpResponse:
    return browser.get(reverse("player", args=[name]))


def listed(browser: Client, name: str) -> list[str]:
    """The games on the page, the running ones first."""
    answer = page(browser, name)
    assert answer.status_code == 200
    return [row.url for row in answer.context["running"] + answer.context["history"].rows]


def facts(browser: Client, name: str) -> dict[str, str]:
    return dict(page(browser, name).context["profile"].facts)


def resigned(winner: User, loser: User, minutes: int = 0) -> Match:
    match = started(winner, loser)
    endings.resign(match.pk, loser, NOW + timedelta(minutes=minutes))
    return match


def against_computer(player: User) -> Match:
    match = lobby.create_match(player, Terms(Match.Opponent.COMPUTER, computer="easy"), NOW)
    endings.resign(match.pk, player, NOW)
    return match


@pytest.fixture
def nobody() -> Client:
    return Client()


def test_finished_games_are_listed_newest_first(ana: User, ben: User, nobody: Client) -> None:
    early, late = resigned(ana, ben, 1), resigned(ben, ana, 2)
    assert listed(nobody, "Ana") == [late.get_absolute_url(), early.get_absolute_url()]
    answer = page(nobody, "Ana").content.decode()
    assert "Ana and Ben" in answer
    assert "Ben resigned." in answer


def test_games_finished_and_won_are_counted(ana: User, ben: User, nobody: Client) -> None:
    resigned(ana, ben)
    resigned(ana, ben)
    resigned(ben, ana)
    aborted = started(ana, ben)
    endings.abort(aborted.pk, ana, NOW)
    started(ana, ben)
    assert facts(nobody, "Ana")["Games finished"] == "3"
    assert facts(nobody, "Ana")["Games won"] == "2 (67%)"
    assert facts(nobody, "Ben")["Games won"] == "1 (33%)"


def test_a_game_played_out_stands_with_its_score_and_skunk(ana: User, ben: User, nobody: Client) -> None:
    match = started(ana, ben, target=61)
    over = play_until(match, lambda state: state.result is not None)
    scores = sorted(over.scores, reverse=True)
    (row,) = page(nobody, "Ben").context["history"].rows
    winner = ("Ana", "Ben")[over.scores.index(61)]
    assert row.detail.startswith(f"{winner} wins by 61 to {scores[1]}")
    assert ("skunked" in row.detail) == (scores[1] < 31)


def test_what_is_open_cancelled_or_expired_is_not_listed(ana: User, nobody: Client) -> None:
    lobby.create_match(ana, Terms(Match.Opponent.OPEN), NOW)
    lobby.cancel(lobby.create_match(ana, Terms(Match.Opponent.OPEN), NOW).pk, ana, NOW)
    assert listed(nobody, "Ana") == []


def test_running_games_that_may_be_watched_come_first(ana: User, ben: User, nobody: Client) -> None:
    over, public = resigned(ana, ben), started(ana, ben)
    named = lobby.create_match(ana, Terms(Match.Opponent.NAMED, invited=ben), NOW)
    lobby.join(named.pk, ben, NOW)
    computer = lobby.create_match(ana, Terms(Match.Opponent.COMPUTER, computer="easy"), NOW + timedelta(hours=1))
    urls = [match.get_absolute_url() for match in (computer, public, over)]
    assert listed(nobody, "Ana") == urls
    (first, *_others) = page(nobody, "Ana").context["running"]
    assert first.watch_url == first.url


def test_ones_own_running_games_are_for_playing_not_for_watching(ana: User, ben: User, bens: Client) -> None:
    started(ana, ben)
    for name in ("Ana", "Ben"):
        (running,) = page(bens, name).context["running"]
        assert (running.watch_url, running.badge) == ("", "your turn")


def test_private_games_are_shown_to_those_who_played_them_alone(
    ana: User, ben: User, cleo: User, cleos: Client, nobody: Client
) -> None:
    against_ben, against_easy = resigned(ana, ben, 1), against_computer(ana)
    cleo_and_ben = resigned(ben, cleo, 2)
    User.objects.filter(pk=ana.pk).update(private_games=True)
    hidden = [against_ben.get_absolute_url(), against_easy.get_absolute_url()]
    assert listed(browser_of(ana), "Ana") == hidden
    assert listed(browser_of(ben), "Ana") == hidden[:1]
    for stranger in (cleos, nobody):
        assert listed(stranger, "Ana") == []
        assert listed(stranger, "Ben") == [cleo_and_ben.get_absolute_url()], "nor on the opponent's page"
        for url in hidden:
            assert stranger.get(url).status_code == 404
    for url in hidden[:1]:
        assert browser_of(ben).get(url).status_code == 200


def test_a_private_game_stays_so_when_the_opponent_has_left(ana: User, ben: User, nobody: Client) -> None:
    resigned(ana, ben)
    User.objects.filter(pk=ana.pk).update(private_games=True)
    delete_account(ben, NOW)
    assert listed(nobody, "Ana") == []


def test_a_player_who_left_is_a_former_player(ana: User, ben: User, nobody: Client) -> None:
    match = resigned(ana, ben)
    delete_account(ben, NOW)
    assert listed(nobody, "Ana") == [match.get_absolute_url()]
    answer = page(nobody, "Ana").content.decode()
    assert "Ana and A former player" in answer
    assert "Ben" not in answer


@pytest.mark.parametrize("name", ["ana", "ANA", "Aña", "a-na"])
def test_another_way_to_write_the_name_leads_to_the_page(ana: User, nobody: Client, name: str) -> None:
    answer = page(nobody, name)
    assert answer.status_code == 302, "not for ever, for a browser would keep it when the name has passed on"
    assert answer["Location"] == "/players/Ana/"


@pytest.mark.parametrize("name", ["nobody-here", "x" * 500, "\0", "%", "\u202eana", "ana\n", "<script>"])
def test_there_is_no_page_of_a_name_that_nobody_has(ana: User, nobody: Client, name: str) -> None:
    assert page(nobody, name).status_code == 404


def test_a_player_who_is_locked_out_has_no_page(ana: User, nobody: Client) -> None:
    User.objects.filter(pk=ana.pk).update(is_active=False)
    assert page(nobody, "Ana").status_code == 404


def test_the_page_belongs_to_one_player(ana: User, ben: User, nobody: Client) -> None:
    dora = new_player("Dora")
    others = resigned(ana, ben)
    own = resigned(dora, ana)
    assert listed(nobody, "Dora") == [own.get_absolute_url()]
    assert others.get_absolute_url() not in listed(nobody, "Dora")

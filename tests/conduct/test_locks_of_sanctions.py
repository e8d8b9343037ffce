"""A sanction in the same moment as what it forbids: nothing slips through, whichever was first."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from accounts.conduct import sanctions
from accounts.models import User
from games.engine.errors import MoveError
from games.engine.moves import Cut
from games.models import Match
from games.services import endings, lobby
from games.services.lobby import Terms
from games.verify import find_faults
from tests.games.players import NOW, fresh, new_player, send, started

from .conftest import WEEK

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 6
Opponent = Match.Opponent


@pytest.fixture
def players() -> tuple[User, User, User]:
    return new_player("Ana"), new_player("Ben"), new_player("Mo", is_staff=True)


def together(*actions: Callable[[], object]) -> list[str]:
    """Runs them in threads of their own, and tells of each the key of its refusal, or ""."""
    begin = Barrier(len(actions))

    def act(action: Callable[[], object]) -> str:
        begin.wait()
        try:
            action()
        except MoveError as error:
            return error.key
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(len(actions)) as threads:
        return list(threads.map(act, actions))


def running(player: User) -> int:
    unfinished = (Match.State.OPEN, Match.State.ACTIVE)
    return Match.objects.filter(seats__user=player, status__in=unfinished).count()


@pytest.mark.parametrize("kind", [sanctions.Kind.SUSPENSION, sanctions.Kind.BAN])
@pytest.mark.parametrize("is_host", [False, True], ids=["who sits down", "who opened the table"])
def test_a_player_who_is_shut_out_while_a_game_begins_has_none(
    players: tuple[User, User, User], kind: sanctions.Kind, is_host: bool
) -> None:
    ana, ben, moderator = players
    for _ in range(ROUNDS):
        table = lobby.create_match(ben, Terms(Opponent.OPEN, allowance=20), NOW)
        about = ben if is_host else ana
        given, joined = together(
            lambda about=about: sanctions.give(about, kind, "Why", moderator, NOW, NOW + WEEK),
            lambda table=table: lobby.join(table.pk, ana, NOW),
        )
        assert given == ""
        assert joined in ("", "suspended", "banned", "match_over")
        assert running(about) == 0
        User.objects.update(shut_out_until=None)
        Match.objects.filter(pk=table.pk, status=Match.State.OPEN).delete()


def test_a_player_who_is_shut_out_while_opening_a_table_has_none(players: tuple[User, User, User]) -> None:
    ana, _ben, moderator = players
    for _ in range(ROUNDS):
        given, opened = together(
            lambda: sanctions.give(ana, sanctions.Kind.BAN, "Why", moderator, NOW),
            lambda: lobby.create_match(ana, Terms(Opponent.OPEN), NOW),
        )
        assert given == ""
        assert opened in ("", "banned")
        assert running(ana) == 0
        User.objects.update(shut_out_until=None)


def test_a_ban_and_a_rematch_at_once_leave_no_game(players: tuple[User, User, User]) -> None:
    ana, ben, moderator = players
    for _ in range(ROUNDS):
        match = started(ana, ben)
        endings.resign(match.pk, ana, NOW)
        endings.rematch(match.pk, ben, NOW)
        given, again = together(
            lambda: sanctions.give(ana, sanctions.Kind.BAN, "Why", moderator, NOW),
            lambda match=match: endings.rematch(match.pk, ana, NOW),
        )
        assert given == ""
        assert again in ("", "banned", "takes_no_challenges")
        assert running(ana) == 0
        User.objects.update(shut_out_until=None)


def test_who_is_banned_while_being_challenged_has_no_challenge(players: tuple[User, User, User]) -> None:
    ana, ben, moderator = players
    terms = Terms(Opponent.NAMED, invited=ana)
    for _ in range(ROUNDS):
        given, challenged = together(
            lambda: sanctions.give(ana, sanctions.Kind.BAN, "Why", moderator, NOW),
            lambda: lobby.create_match(ben, terms, NOW),
        )
        assert given == ""
        assert challenged in ("", "takes_no_challenges")
        assert not Match.objects.filter(status=Match.State.OPEN).exists()
        User.objects.update(shut_out_until=None)


def test_who_is_banned_while_a_rematch_is_offered_has_no_challenge(players: tuple[User, User, User]) -> None:
    ana, ben, moderator = players
    for _ in range(ROUNDS):
        match = started(ana, ben)
        endings.resign(match.pk, ana, NOW)
        given, offered = together(
            lambda: sanctions.give(ana, sanctions.Kind.BAN, "Why", moderator, NOW),
            lambda match=match: endings.rematch(match.pk, ben, NOW),
        )
        assert given == ""
        assert offered in ("", "takes_no_challenges")
        assert not Match.objects.filter(status=Match.State.OPEN).exists()
        User.objects.update(shut_out_until=None)


def test_a_ban_between_reading_and_challenging_is_seen(players: tuple[User, User, User]) -> None:
    """As it falls at every try: the page has read the player, then the ban is stored, then the challenge is."""
    ana, ben, moderator = players
    terms = Terms(Opponent.NAMED, invited=User.objects.get(pk=ana.pk))
    sanctions.give(ana, sanctions.Kind.BAN, "Why", moderator, NOW)
    with pytest.raises(MoveError, match="takes_no_challenges"):
        lobby.create_match(ben, terms, NOW)
    with pytest.raises(MoveError, match="banned"):
        lobby.create_match(ana, Terms(Opponent.OPEN), NOW)


def test_a_card_sent_with_a_ban_comes_before_it_or_not_at_all(players: tuple[User, User, User]) -> None:
    ana, ben, moderator = players
    for _ in range(ROUNDS):
        match = started(ana, ben)
        given, sent = together(
            lambda: sanctions.give(ana, sanctions.Kind.BAN, "Why", moderator, NOW),
            lambda match=match: send(match, ana, Cut("seed")),
        )
        assert given == ""
        assert sent in ("", "banned", "match_over")
        assert running(ana) == 0
        assert fresh(match).ended_at is not None
        assert list(find_faults(fresh(match))) == []
        User.objects.update(shut_out_until=None)


def test_two_opponents_who_are_banned_at_once_end_their_games_once(players: tuple[User, User, User]) -> None:
    ana, ben, moderator = players
    games = [started(*pair) for pair in ((ana, ben), (ben, ana)) * 2]
    bans = [
        lambda player=player: sanctions.give(player, sanctions.Kind.BAN, "Why", moderator, NOW) for player in (ana, ben)
    ]
    assert together(*bans) == ["", ""]
    assert {fresh(game).status for game in games} == {Match.State.ABORTED}

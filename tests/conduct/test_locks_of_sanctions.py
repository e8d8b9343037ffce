"""A sanction in the same moment as what it forbids: nothing slips through, whichever was first."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError, Event

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import connection

from accounts.conduct import appeals, sanctions
from accounts.models import User
from accounts.services import delete_account
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
WAIT_FOR_THE_OTHER = 0.3  # seconds; it comes within a few milliseconds where nothing holds it up
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


def read_it(sanction: sanctions.Sanction, _moderator: User) -> None:
    sanctions.mark_as_read(sanction, NOW)


def lift_it(sanction: sanctions.Sanction, moderator: User) -> None:
    sanctions.lift(sanction, "Why", moderator, NOW)


def lift_on_appeal(sanction: sanctions.Sanction, moderator: User) -> None:
    appeals.decide(sanction.appeal, appeals.Decision.LIFTED, "You are right.", moderator, NOW)


def shorten_on_appeal(sanction: sanctions.Sanction, moderator: User) -> None:
    appeals.decide(sanction.appeal, appeals.Decision.SHORTENED, "Sooner.", moderator, NOW, NOW + WEEK / 2)


def uphold_on_appeal(sanction: sanctions.Sanction, moderator: User) -> None:
    appeals.decide(sanction.appeal, appeals.Decision.UPHELD, "It stays.", moderator, NOW)


WRITES = [read_it, lift_it, lift_on_appeal, shorten_on_appeal, uphold_on_appeal]
Write = Callable[[sanctions.Sanction, User], None]


def silenced(player: User, moderator: User) -> sanctions.Sanction:
    """A silence of the player's, appealed against."""
    sanction = sanctions.give(player, sanctions.Kind.SILENCE, "Why", moderator, NOW, NOW + WEEK)
    appeals.appeal(sanction, "It was a joke.", NOW)
    return sanction


@pytest.mark.parametrize("write", WRITES)
def test_what_is_written_of_another_sanction_does_not_undo_a_ban(
    players: tuple[User, User, User], write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ban is stored, but not yet committed, while the other has as much time as it needs to read without it."""
    ana, _ben, moderator = players
    earlier = silenced(ana, moderator)
    is_written, meet = Event(), Barrier(2)
    noted = sanctions.note

    def wait(by: User, act: str, *what: object) -> None:
        noted(by, act, *what)
        if act == "sanction":
            is_written.set()
            with suppress(BrokenBarrierError):
                meet.wait(WAIT_FOR_THE_OTHER)

    def write_meanwhile() -> None:
        assert is_written.wait(10)
        write(earlier, moderator)
        with suppress(BrokenBarrierError):
            meet.wait(0)

    monkeypatch.setattr(sanctions, "note", wait)
    banned = together(lambda: sanctions.give(ana, sanctions.Kind.BAN, "Why", moderator, NOW), write_meanwhile)
    assert banned == ["", ""]
    ana.refresh_from_db()
    assert ana.shut_out_until == sanctions.Sanction.objects.get(kind=sanctions.Kind.BAN).until
    assert ana.has_sanction_to_read


@pytest.mark.parametrize("write", WRITES)
def test_whoever_writes_of_sanctions_at_once_waits_for_nobody_in_a_ring(
    players: tuple[User, User, User], write: Write
) -> None:
    ana, _ben, moderator = players
    for _ in range(ROUNDS):
        earlier = silenced(ana, moderator)
        written = together(
            lambda earlier=earlier: write(earlier, moderator),
            lambda earlier=earlier: sanctions.lift(earlier, "Why", moderator, NOW),
            lambda earlier=earlier: sanctions.mark_as_read(earlier, NOW),
            lambda: sanctions.give(ana, sanctions.Kind.BAN, "Why", moderator, NOW),
        )
        assert set(written) <= {"", "sanction_is_over"}
        ana.refresh_from_db()
        assert ana.shut_out_until is not None
        sanctions.Sanction.objects.all().delete()
        User.objects.update(shut_out_until=None)


@pytest.mark.parametrize("write", WRITES)
def test_who_deletes_the_account_meanwhile_is_gone(players: tuple[User, User, User], write: Write) -> None:
    _ana, _ben, moderator = players
    for number in range(ROUNDS):
        cleo = new_player(f"Cleo-{number}")
        earlier, also_cleo = silenced(cleo, moderator), User.objects.get(pk=cleo.pk)

        def write_if_there(earlier: sanctions.Sanction = earlier) -> None:
            with suppress(ObjectDoesNotExist):
                write(earlier, moderator)

        assert together(write_if_there, lambda also_cleo=also_cleo: delete_account(also_cleo, NOW)) == ["", ""]
        assert not User.objects.filter(pk=earlier.player_id).exists()
        assert not sanctions.Sanction.objects.exists()

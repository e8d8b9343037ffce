"""Who is told after the commit, and of what: where to look, and nothing that was dealt."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from uuid import uuid4

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from games.broadcast import LOBBY, player_group, table_group
from games.engine.errors import MoveError
from games.engine.moves import Cut, Go
from games.engine.state import Phase
from games.models import Match, MoveRecord
from games.services import endings, lobby
from games.services.lobby import Terms
from games.services.moves import go_on
from games.state import next_show

from .players import NOW, new_player, play_to, position, send, started

Message = dict[str, str | int]
Told = list[tuple[str, Message]]
Listen = Callable[[], AbstractContextManager[Told]]


@pytest.fixture
def listen(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> Listen:
    """Everything that is sent for what is done inside the block, in its order."""
    told: Told = []
    monkeypatch.setattr("games.broadcast._send", lambda *messages: told.extend(messages))

    @contextmanager
    def listening() -> Iterator[Told]:
        told.clear()
        with django_capture_on_commit_callbacks(execute=True):
            yield told
            assert told == [], "nothing is told before the commit"

    return listening


def groups(told: Told, kind: str) -> set[str]:
    return {group for group, message in told if message["type"] == kind}


def table(host: User, opponent: Match.Opponent = Match.Opponent.OPEN, invited: User | None = None) -> Match:
    return lobby.create_match(host, Terms(opponent, invited=invited), NOW)


def players(*users: User) -> set[str]:
    return {player_group(user.pk) for user in users}


def test_a_move_tells_the_table_its_ply_and_both_players_to_look(
    match: Match, ana: User, ben: User, listen: Listen
) -> None:
    with listen() as told:
        send(match, ana, Cut("nobody is told this"))
    changed = {"type": "table.changed", "match": match.pk, "ply": position(match).ply}
    assert (table_group(match.pk), changed) in told
    assert groups(told, "table.changed") == {table_group(match.pk)}
    assert groups(told, "lobby.changed") == players(ana, ben)


def test_no_message_holds_more_than_where_to_look(ana: User, ben: User, listen: Listen) -> None:
    with listen() as told:
        match = started(ana, ben)
        play_to(match, Phase.DISCARD, deal=2)
        endings.resign(match.pk, ana, NOW)
        endings.rematch(match.pk, ben, NOW)
    assert len(told) > 40
    assert {name for _group, message in told for name in message} == {"type", "match", "ply"}
    plies = [message["ply"] for _group, message in told if message["type"] == "table.changed"]
    assert plies[:-1] == sorted(plies[:-1])


def test_a_refused_move_tells_nobody(match: Match, ana: User, listen: Listen) -> None:
    with listen() as told, pytest.raises(MoveError):
        send(match, ana, Go(), token="0.cut")
    assert told == []


def test_a_move_that_was_made_before_tells_nobody(match: Match, ana: User, listen: Listen) -> None:
    move_id = uuid4()
    send(match, ana, Cut(""), move_id=move_id)
    with listen() as told:
        send(match, ana, Cut(""), token="0.cut", move_id=move_id)
    assert told == []


def test_the_lobby_hears_of_open_tables_that_come_and_go(ana: User, ben: User, listen: Listen) -> None:
    with listen() as told:
        first, second = table(ana), table(ana)
    assert LOBBY in groups(told, "lobby.changed")
    for leave in (lambda: lobby.cancel(first.pk, ana, NOW), lambda: lobby.join(second.pk, ben, NOW)):
        with listen() as told:
            leave()
        assert LOBBY in groups(told, "lobby.changed")
    with listen() as told:
        send(second, ana, Cut(""))
    assert LOBBY not in groups(told, "lobby.changed"), "the moves at a table do not concern it"


def test_the_lobby_hears_nothing_of_tables_that_are_not_for_anyone(ana: User, ben: User, listen: Listen) -> None:
    with listen() as told:
        table(ana, Match.Opponent.NAMED, ben)
        table(ana, Match.Opponent.LINK)
    assert groups(told, "lobby.changed") == players(ana, ben), "but the challenged player does"


def test_the_challenger_hears_that_the_challenge_was_declined(ana: User, ben: User, listen: Listen) -> None:
    match = table(ana, Match.Opponent.NAMED, ben)
    with listen() as told:
        lobby.decline(match.pk, ben, NOW)
    assert players(ana, ben) <= groups(told, "lobby.changed")


def test_who_waits_in_the_lobby_is_called_to_the_table(ana: User, ben: User, listen: Listen) -> None:
    match = table(ana)
    with listen() as told:
        lobby.join(match.pk, ben, NOW)
    assert groups(told, "table.started") == players(ana)
    with listen() as told:
        lobby.cancel(table(ana).pk, ana, NOW)
    assert groups(told, "table.started") == set()


def test_going_on_concerns_the_own_pages_alone(match: Match, ana: User, listen: Listen) -> None:
    play_to(match, Phase.DISCARD, deal=2)
    with listen() as told:
        go_on(match.pk, ana, next_show(match, after=0) or 0, NOW)
    assert told == [(player_group(ana.pk), {"type": "table.refresh", "match": match.pk})]


def test_the_old_table_is_drawn_again_when_a_rematch_is_offered_accepted_or_declined(
    match: Match, ana: User, ben: User, cleo: User, listen: Listen
) -> None:
    endings.resign(match.pk, ana, NOW)
    for act in (
        lambda: endings.rematch(match.pk, ana, NOW),
        lambda: lobby.decline(match.rematches.latest("created_at").pk, ben, NOW),
        lambda: endings.rematch(match.pk, ben, NOW),
        lambda: endings.rematch(match.pk, ana, NOW),
    ):
        with listen() as told:
            act()
        refresh = {"type": "table.refresh", "match": match.pk}
        assert (table_group(match.pk), refresh) in told


@pytest.mark.django_db(transaction=True)
def test_whoever_is_told_finds_it_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    ana, ben = new_player("Ana"), new_player("Ben")
    match = started(ana, ben)
    stored: list[int] = []
    monkeypatch.setattr(
        "games.broadcast._send", lambda *_messages: stored.append(MoveRecord.objects.filter(match=match).count())
    )
    send(match, ana, Cut(""))
    assert stored
    assert set(stored) == {2}, "the join and the cut"

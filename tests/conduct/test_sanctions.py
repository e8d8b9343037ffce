"""What each sanction refuses in the services, until when, and what it does to games."""

from datetime import timedelta

import pytest

from accounts.conduct import sanctions
from accounts.conduct.models import Sanction
from accounts.models import User
from cribsite.models import StaffAct
from games.computer import LEVELS
from games.engine.errors import MoveError
from games.engine.moves import Discard
from games.engine.state import Phase
from games.models import DAY, Match, Plan
from games.services import endings, lobby, moves, plans
from games.services.errors import Refused
from games.services.lobby import Terms
from games.services.talk import talk
from games.talking import Say
from tests.games.players import NOW, fresh, new_player, play_to, position, said, send, started

from .conftest import WEEK, Give

Opponent = Match.Opponent
LATER = NOW + timedelta(hours=1)
OVER = NOW + WEEK
UNTIL = "2026-03-21T09:00:00+00:00"


def refusal_of(act: object, *args: object) -> str:
    """The key with which it is refused; "" where it is not."""
    try:
        act(*args)  # type: ignore[operator]
    except MoveError as error:
        return error.key
    return ""


def outcome(match: Match) -> tuple[str, str, int | None]:
    over = fresh(match)
    return over.status, over.reason, over.winner


def test_a_warning_refuses_nothing_and_ends_no_game(ana: User, ben: User, match: Match, give: Give) -> None:
    give(ana, "warning")
    play_to(match, Phase.PLAY, now=LATER)
    talk(match.pk, ana, Say(phrase="hello"), LATER)
    lobby.create_match(ana, Terms(Opponent.OPEN, allowance=20), LATER)
    assert fresh(match).status == Match.State.ACTIVE


def test_who_is_silenced_says_nothing_until_the_very_second_of_the_end(
    ana: User, ben: User, match: Match, give: Give
) -> None:
    give(ana, "silence")
    match.seats.update(chats=True)
    for words in (Say(phrase="hello"), Say(text="hello")):
        with pytest.raises(Refused) as refused:
            talk(match.pk, ana, words, OVER - timedelta(seconds=1))
        assert (refused.value.key, refused.value.params) == ("silenced", {"until": UNTIL})
    talk(match.pk, ben, Say(phrase="hello"), LATER)
    talk(match.pk, ana, Say(phrase="hello"), OVER)
    assert match.remarks.count() == 2
    assert said("silenced", until=UNTIL) == "Until March 21, 2026, 9 a.m. you may use no phrases and no chat."


@pytest.mark.parametrize("allowance", [20, None], ids=["live", "no clock"])
def test_without_live_games_nothing_of_that_kind_begins_with_a_person(
    ana: User, ben: User, cleo: User, give: Give, allowance: int | None
) -> None:
    played = started(ana, ben, allowance=allowance)
    endings.resign(played.pk, ben, NOW)
    bens_table = lobby.create_match(ben, Terms(Opponent.OPEN, allowance=allowance), NOW)
    offered = started(ben, ana, allowance=allowance)
    endings.resign(offered.pk, ben, NOW)
    give(ana, "no_live")
    waiting = endings.rematch(offered.pk, ben, NOW)
    for opponent in (Opponent.OPEN, Opponent.LINK, Opponent.NAMED):
        terms = Terms(opponent, invited=cleo if opponent == Opponent.NAMED else None, allowance=allowance)
        assert refusal_of(lobby.create_match, ana, terms, LATER) == "no_live_games"
    assert refusal_of(lobby.join, bens_table.pk, ana, LATER) == "no_live_games"
    assert refusal_of(lobby.join, waiting.pk, ana, LATER) == "no_live_games"
    for over in (played, offered):
        assert refusal_of(endings.rematch, over.pk, ana, LATER) == "no_live_games"
    lobby.join(bens_table.pk, ana, OVER)
    endings.rematch(played.pk, ana, OVER)


def test_without_live_games_slow_ones_and_the_computer_stay_open(ana: User, ben: User, give: Give) -> None:
    slow = lobby.create_match(ben, Terms(Opponent.OPEN, allowance=DAY), NOW)
    give(ana, "no_live")
    lobby.join(slow.pk, ana, LATER)
    lobby.create_match(ana, Terms(Opponent.OPEN, allowance=3 * DAY), LATER)
    live = Terms(Opponent.COMPUTER, computer=LEVELS[0].key, allowance=20, bank=120)
    against_computer = lobby.create_match(ana, live, LATER)
    endings.abort(against_computer.pk, ana, LATER)
    endings.rematch(against_computer.pk, ana, LATER)
    lobby.play_now(ana, LATER)


def test_without_live_games_running_ones_go_on_and_open_tables_are_taken_back(ana: User, ben: User, give: Give) -> None:
    running = started(ana, ben, allowance=60)
    open_tables = [lobby.create_match(ana, Terms(Opponent.OPEN, allowance=clock), NOW) for clock in (20, None, DAY)]
    challenge = lobby.create_match(ben, Terms(Opponent.NAMED, invited=ana, allowance=20), NOW)
    give(ana, "no_live")
    assert fresh(running).status == Match.State.ACTIVE
    states = [fresh(table).status for table in (*open_tables, challenge)]
    assert states == [Match.State.CANCELLED, Match.State.CANCELLED, Match.State.OPEN, Match.State.CANCELLED]


@pytest.mark.parametrize(("kind", "key"), [("suspension", "suspended"), ("ban", "banned")])
def test_who_is_shut_out_can_do_nothing_at_any_table(
    ana: User, ben: User, cleo: User, give: Give, kind: str, key: str
) -> None:
    slow = started(ana, ben, allowance=DAY)
    play_to(slow, Phase.DISCARD)
    over = started(ana, ben)
    endings.resign(over.pk, ben, NOW)
    bens_table = lobby.create_match(ben, Terms(Opponent.OPEN), NOW)
    give(ana, kind)
    refused = [
        refusal_of(lobby.create_match, ana, Terms(Opponent.COMPUTER, computer=LEVELS[0].key), LATER),
        refusal_of(lobby.play_now, ana, LATER),
        refusal_of(lobby.join, bens_table.pk, ana, LATER),
        refusal_of(endings.rematch, over.pk, ana, LATER),
        refusal_of(endings.resign, slow.pk, ana, LATER),
        refusal_of(endings.claim, slow.pk, ana, LATER),
        refusal_of(endings.agree, slow.pk, ana, LATER),
        refusal_of(moves.go_on, slow.pk, ana, 1, LATER),
        refusal_of(plans.withdraw, slow.pk, ana, LATER),
        refusal_of(talk, slow.pk, ana, Say(phrase="hello"), LATER),
    ]
    assert refused == [key] * len(refused)
    assert not Plan.objects.exists()
    for challenge in (
        lambda: lobby.create_match(cleo, Terms(Opponent.NAMED, invited=User.objects.get(pk=ana.pk)), LATER),
        lambda: endings.rematch(over.pk, ben, LATER),
    ):
        assert refusal_of(challenge) == "takes_no_challenges"


def test_a_move_of_a_suspended_player_is_refused_until_the_end(ana: User, ben: User, give: Give) -> None:
    slow = started(ana, ben, allowance=30 * DAY)
    ply = play_to(slow, Phase.DISCARD).ply
    give(ana, "suspension")
    cards = position(slow).hands[0][:2]
    with pytest.raises(Refused, match="suspended"):
        send(slow, ana, Discard(cards), OVER - timedelta(seconds=1))
    assert position(slow).ply == ply
    send(slow, ana, Discard(cards), OVER)
    assert position(slow).ply == ply + 1


def test_a_suspension_ends_games_in_which_a_person_would_wait_and_no_others(
    ana: User, ben: User, cleo: User, give: Give
) -> None:
    live_begun, live, no_clock = (started(ana, ben, allowance=clock) for clock in (600, 600, None))
    for played in (live, no_clock):
        play_to(played, Phase.PLAY)
    slow = started(ana, ben, allowance=DAY)
    deadline = slow.seats.get(user=ana).deadline
    computer = lobby.create_match(ana, Terms(Opponent.COMPUTER, computer=LEVELS[0].key), NOW)
    others = started(ben, cleo)
    tables = [lobby.create_match(ana, Terms(Opponent.OPEN, allowance=clock), NOW) for clock in (20, DAY)]
    challenge = lobby.create_match(ben, Terms(Opponent.NAMED, invited=ana, allowance=DAY), NOW)
    give(ana, "suspension")
    assert outcome(live_begun) == (Match.State.ABORTED, "abort", None)
    assert outcome(live) == outcome(no_clock) == (Match.State.FINISHED, "resignation", 1)
    assert [fresh(one).status for one in (slow, computer, others)] == [Match.State.ACTIVE] * 3
    assert slow.seats.get(user=ana).deadline == deadline, "its clock runs"
    assert [fresh(one).status for one in (*tables, challenge)] == [Match.State.CANCELLED] * 3


def test_a_ban_ends_every_game(ana: User, ben: User, give: Give) -> None:
    slow, against_computer = (
        started(ana, ben, allowance=DAY),
        lobby.create_match(ana, Terms(Opponent.COMPUTER, computer=LEVELS[0].key), NOW),
    )
    for played in (slow, against_computer):
        play_to(played, Phase.PLAY)
    give(ana, "ban")
    assert outcome(slow) == outcome(against_computer) == (Match.State.FINISHED, "resignation", 1)


def test_of_two_sanctions_of_a_kind_the_longer_holds(ana: User, give: Give, moderator: User) -> None:
    short = give(ana, "suspension")
    give(ana, "suspension", length=2 * WEEK)
    assert refusal_of(lobby.play_now, ana, OVER) == "suspended"
    ban = give(ana, "ban")
    assert refusal_of(lobby.play_now, ana, OVER) == "banned"
    sanctions.lift(ban, "A mistake.", moderator, LATER)
    sanctions.lift(short, "A mistake.", moderator, LATER)
    assert refusal_of(lobby.play_now, ana, NOW + 2 * WEEK - timedelta(seconds=1)) == "suspended"
    assert refusal_of(lobby.play_now, ana, NOW + 2 * WEEK) == ""


@pytest.mark.parametrize("kind", ["silence", "no_live", "suspension"])
@pytest.mark.parametrize("length", [None, timedelta(), timedelta(seconds=-1)])
def test_what_needs_an_end_is_not_given_without_one_to_come(
    ana: User, moderator: User, kind: str, length: timedelta | None
) -> None:
    until = None if length is None else NOW + length
    with pytest.raises(Refused, match="sanction_needs_end"):
        sanctions.give(ana, Sanction.Kind(kind), "Why", moderator, NOW, until)
    assert not Sanction.objects.exists()


def test_nobody_sanctions_themselves_or_who_runs_the_site(moderator: User, root: User, give: Give) -> None:
    for player, key in ((moderator, "sanction_oneself"), (root, "sanction_superuser")):
        with pytest.raises(Refused, match=key):
            give(player, "warning")
    assert not StaffAct.objects.exists()


def test_each_act_of_staff_is_a_line_of_the_action_log(ana: User, moderator: User, give: Give) -> None:
    sanction = give(ana, "silence")
    sanctions.lift(sanction, "He was not meant.", moderator, LATER)
    lines = [(act.by, act.what, act.about, act.why, act.at) for act in StaffAct.objects.order_by("pk")]
    about = f"player {ana.pk}"
    assert lines == [
        (moderator, "sanction", about, "silence: You called Ben names at the table.", NOW),
        (moderator, "lift", about, "silence: He was not meant.", LATER),
    ]
    with pytest.raises(Refused, match="sanction_is_over"):
        sanctions.lift(sanction, "Once more.", moderator, LATER)


def test_settings_that_were_open_when_the_sanction_came_do_not_undo_it(ana: User, give: Give) -> None:
    stale = User.objects.get(pk=ana.pk)
    give(ana, "ban")
    stale.language = "es"
    stale.save()
    row = User.objects.get(pk=ana.pk)
    assert (row.language, row.has_sanction_to_read) == ("es", True)
    assert refusal_of(lobby.play_now, row, LATER) == "banned"


def test_a_guest_is_sanctioned_too_and_keeps_it_on_signing_up(give: Give) -> None:
    guest = new_player("guest-4821", is_guest=True)
    give(guest, "silence")
    player = User.objects.get(pk=guest.pk)
    player.username, player.is_guest = "Dora", False
    player.save()
    assert User.objects.get(username="Dora").silent_until == OVER

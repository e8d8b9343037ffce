"""Staff end, abort, annul, verify and export a match; each is a line in the action log, or nothing happened."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from accounts.models import User
from cribsite.models import StaffAct
from games import inspection
from games.checks import by_engine, check_record
from games.engine.errors import MoveError
from games.engine.state import Phase
from games.models import Match, MoveRecord, SeatStatistics
from games.postman import deliver
from games.record import record_json
from games.selectors import find_match
from games.services import staff
from games.verify import find_faults

from .finished import finished
from .players import NOW, browser_of, everything, fresh, new_player, play_to, started

REASON = "Both accounts are <b>one</b> player's."


@pytest.fixture
def mod(db: None) -> User:
    return new_player("Mod", is_staff=True)


def acts() -> list[tuple[str, str, str, str]]:
    return list(StaffAct.objects.values_list("name", "what", "about", "why"))


def refused(match: Match, act: Callable[[], object]) -> str:
    before = everything(match)
    with pytest.raises(MoveError) as error:
        act()
    assert (everything(match), acts()) == (before, [])
    return error.value.key


def test_staff_aborts_a_match_at_any_time_and_it_counts_for_nobody(match: Match, mod: User) -> None:
    play_to(match, Phase.PLAY, deal=2)
    staff.abort(match.pk, mod, NOW, "The site was down.")
    ended = fresh(match)
    assert (ended.status, ended.reason, ended.winner, ended.ended_at) == ("aborted", "abort", None, NOW)
    assert acts() == [("Mod", "abort", f"match {match.pk}", "The site was down.")]
    assert list(find_faults(ended)) == []
    record = record_json(ended)
    assert list(by_engine.find_faults(record)) == list(check_record.find_faults(record)) == []
    assert set(SeatStatistics.objects.values_list("won", "has_left")) <= {(None, False)}


def test_players_read_at_the_table_and_by_mail_why_a_match_was_annulled(match: Match, mod: User, ana: User) -> None:
    EmailAddress.objects.create(user=ana, email=ana.email, primary=True, verified=True)
    play_to(match, Phase.PLAY)
    staff.annul(match.pk, mod, NOW, REASON)
    assert fresh(match).status == "annulled"
    page = browser_of(ana).get(f"/table/{match.pk}/").content.decode()
    assert "The reason given: Both accounts are &lt;b&gt;one&lt;/b&gt; player&#x27;s." in page
    assert "The reason given" in browser_of(mod).get(f"/table/{match.pk}/").content.decode()
    deliver(NOW + timedelta(minutes=5))
    [letter] = mail.outbox
    assert (letter.to, REASON in letter.body) == ([ana.email], True)
    assert "<b>" not in letter.alternatives[0][0]
    assert acts() == [("Mod", "annul", f"match {match.pk}", REASON)]


def test_who_wants_no_letter_of_ends_gets_none_of_staff_either(match: Match, mod: User, ana: User) -> None:
    User.objects.filter(pk=ana.pk).update(mail_over=False)
    staff.annul(match.pk, mod, NOW, REASON)
    assert list(fresh(match).mails.values_list("user__username", flat=True)) == ["Ben"]


def test_only_what_is_overdue_is_ended_by_time(ana: User, ben: User, mod: User) -> None:
    match = started(ana, ben, allowance=60, bank=0)
    play_to(match, Phase.PLAY, now=NOW)
    early = NOW + timedelta(seconds=30)
    assert refused(match, lambda: staff.end_by_time(match.pk, mod, early, "late")) == "nobody_is_overdue"
    staff.end_by_time(match.pk, mod, NOW + timedelta(seconds=121), "late")
    assert (fresh(match).status, fresh(match).reason) == ("finished", "time")
    assert [act[1] for act in acts()] == ["end_by_time"]


@pytest.mark.parametrize("act", [staff.abort, staff.annul])
def test_a_match_that_is_over_stays_as_it_is(ana: User, ben: User, mod: User, act: Callable[..., None]) -> None:
    match = finished(ana, ben)
    assert refused(match, lambda: act(match.pk, mod, NOW, "why")) == "match_over"


@pytest.mark.parametrize("act", [staff.abort, staff.annul, staff.end_by_time])
def test_a_match_that_is_not_there_is_told_so(db: None, mod: User, act: Callable[..., None]) -> None:
    with pytest.raises(MoveError) as error:
        act("23456789abcd", mod, NOW, "why")
    assert (error.value.key, acts()) == ("no_such_match", [])


def test_verifying_tells_what_verify_matches_would(match: Match, mod: User) -> None:
    play_to(match, Phase.PLAY)
    assert inspection.verify(fresh(match), mod, NOW) == []
    MoveRecord.objects.filter(match=match, ply=1).delete()
    assert inspection.verify(fresh(match), mod, NOW) == ["ply 1 is missing"]
    assert [act[1] for act in acts()] == ["verify", "verify"]


def test_a_match_that_is_over_is_exported_as_its_record_and_a_running_one_as_watchers_see_it(
    ana: User, ben: User, mod: User
) -> None:
    over = find_match(finished(ana, ben).pk)
    running = find_match(started(ana, ben).pk)
    assert over is not None
    assert running is not None
    play_to(running, Phase.PLAY)
    running = find_match(running.pk)
    assert running is not None
    assert inspection.export(over, mod, NOW) == record_json(over)
    told = inspection.export(running, mod, NOW)
    hands = [event["hands"] for event in told["events"] if event["kind"] == "deal"]
    assert (told["status"], hands) == ("active", [[None, None]])
    assert not {"server_seed", "decks", "result"} & set(told)
    assert [act[1] for act in acts()] == ["export", "export"]

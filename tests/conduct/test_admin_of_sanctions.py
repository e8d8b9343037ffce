"""Sanctions, appeals and clues as a moderator handles them in the admin."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.http import HttpResponse
from django.test import Client

from accounts.conduct import appeals, sanctions
from accounts.conduct.models import Appeal, Clue, Report, Sanction
from accounts.models import User
from cribsite.models import StaffAct
from tests.games.conftest import StoppedClock
from tests.games.players import NOW, browser_of

from .conftest import WEEK, Give

pytestmark = pytest.mark.django_db
SANCTIONS, APPEALS, CLUES = (f"/admin/conduct/{name}/" for name in ("sanction", "appeal", "clue"))
MAY = ("add_sanction", "view_sanction", "change_sanction", "view_appeal", "change_appeal", "view_clue", "change_clue")


@pytest.fixture
def desk(moderator: User, clock: StoppedClock) -> Client:
    """The browser of a moderator."""
    moderator.user_permissions.set(Permission.objects.filter(codename__in=MAY))
    return browser_of(moderator)


def give_by_form(desk: Client, **form: Any) -> HttpResponse:
    sent = {"player": "Ana", "kind": "silence", "reason": "Names", "days": "7", "report": ""} | form
    return desk.post(f"{SANCTIONS}add/", sent)


def test_one_is_given(desk: Client, ana: User, ben: User, moderator: User) -> None:
    report = Report.objects.create(reporter=ben, about=ana, category="words", at=NOW)
    page = desk.get(f"{SANCTIONS}add/?player=Ana&report={report.pk}").content.decode()
    assert 'value="Ana"' in page
    answer = give_by_form(desk, player="ANA", report=str(report.pk))
    assert answer.status_code == 302, answer.context["errors"]
    sanction = Sanction.objects.get()
    given = (sanction.player, sanction.kind, sanction.reason, sanction.ends_at, sanction.report, sanction.given_by)
    assert given == (ana, "silence", "Names", NOW + WEEK, report, moderator)
    assert User.objects.get(pk=ana.pk).silent_until == NOW + WEEK
    assert StaffAct.objects.get().what == "sanction"
    page = desk.get(f"{SANCTIONS}{sanction.pk}/change/").content.decode()
    assert "Names" in page
    assert "/lift/" in page
    assert "Ana" in desk.get(f"{SANCTIONS}?in_force=yes").content.decode()


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"player": "Nobody"}, "player"),
        ({"player": "Mo"}, "player"),
        ({"player": "Root"}, "player"),
        ({"days": ""}, "days"),
        ({"days": "2"}, "days"),
        ({"kind": "ban"}, "days"),
        ({"kind": "warning"}, "days"),
        ({"kind": "hanging"}, "kind"),
        ({"reason": " "}, "reason"),
        ({"reason": "a" * 2001}, "reason"),
        ({"report": "77"}, "report"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(
    desk: Client, ana: User, root: User, form: dict[str, str], field: str
) -> None:
    answer = give_by_form(desk, **form)
    assert answer.status_code == 200
    assert list(answer.context["adminform"].form.errors) == [field]
    assert not Sanction.objects.exists()


def test_one_is_lifted_with_a_why(desk: Client, ana: User, anas: Client, give: Give) -> None:
    sanction = give(ana, "ban")
    address = f"{SANCTIONS}{sanction.pk}/lift/"
    assert desk.post(address, {"why": ""}).status_code == 200, "asks again"
    assert anas.get("/").status_code == 302
    answer = desk.post(address, {"why": "It was not Ana."}, follow=True)
    assert "The sanction is lifted." in answer.content.decode()
    assert anas.get("/").status_code == 200
    assert StaffAct.objects.latest("pk").why == "ban: It was not Ana."
    again = desk.post(address, {"why": "Again"}, follow=True)
    assert "This sanction is over already." in again.content.decode()
    assert "/lift/" not in desk.get(f"{SANCTIONS}{sanction.pk}/change/").content.decode()


def test_none_is_changed_or_deleted(desk: Client, ana: User, give: Give) -> None:
    sanction = give(ana, "silence")
    assert desk.post(f"{SANCTIONS}{sanction.pk}/change/", {"reason": "Other"}).status_code == 403
    assert desk.post(f"{SANCTIONS}{sanction.pk}/delete/", {"post": "yes"}).status_code == 403
    sanction.refresh_from_db()
    assert sanction.reason != "Other"


def test_who_may_only_look_lifts_and_gives_nothing(desk: Client, ana: User, moderator: User, give: Give) -> None:
    sanction = give(ana, "silence")
    moderator.user_permissions.set(Permission.objects.filter(codename="view_sanction"))
    assert desk.post(f"{SANCTIONS}{sanction.pk}/lift/", {"why": "Why"}).status_code == 403
    assert give_by_form(desk).status_code == 403
    assert "/lift/" not in desk.get(f"{SANCTIONS}{sanction.pk}/change/").content.decode()


def decide(desk: Client, appeal: Appeal, decision: str, day: str = "", time: str = "", answer: str = "So.") -> Any:
    form = {"decision": decision, "answer": answer, "until_0": day, "until_1": time}
    return desk.post(f"{APPEALS}{appeal.pk}/change/", form)


def test_an_appeal_is_answered(desk: Client, ana: User, moderator: User, give: Give) -> None:
    sanction = give(ana, "suspension")
    appeal = appeals.appeal(sanction, "Please, I was tired.", NOW)
    assert "Ana" in desk.get(f"{APPEALS}?answered=no").content.decode()
    assert "Please, I was tired." in desk.get(f"{APPEALS}{appeal.pk}/change/").content.decode()
    for wrong in ("", "2026-03-22", "2026-03-13"):
        refused = decide(desk, appeal, "shortened", wrong, "10:00", "Not without a new end.")
        assert refused.status_code == 200
        page = refused.content.decode()
        assert 'name="decision"' in page
        assert "Not without a new end." in page
        assert "errorlist" in page
    answer = decide(desk, appeal, "shortened", "2026-03-15", "10:00")
    assert answer.status_code == 302, answer.context["errors"]
    assert User.objects.get(pk=ana.pk).shut_out_until == NOW + timedelta(days=1, hours=1)
    appeal.refresh_from_db()
    assert (appeal.decision, appeal.answer, appeal.decided_by) == ("shortened", "So.", moderator)
    assert decide(desk, appeal, "lifted").status_code == 403, "it was decided"
    assert "So." in desk.get(f"{APPEALS}{appeal.pk}/change/").content.decode()


def test_what_has_ended_meanwhile_is_upheld_or_nothing(desk: Client, ana: User, moderator: User, give: Give) -> None:
    sanction = give(ana, "suspension")
    appeal = appeals.appeal(sanction, "Please", NOW)
    sanctions.lift(sanction, "Why", moderator, NOW)
    assert decide(desk, appeal, "lifted").status_code == 200
    assert decide(desk, appeal, "upheld").status_code == 302


def test_a_clue_is_told_in_plain_words_and_marked(desk: Client, ana: User, ben: User, moderator: User) -> None:
    clue = Clue.objects.create(kind="one_way", player=ana, other=ben, at=NOW, facts={"games": 8, "won": 8, "given": 6})
    Clue.objects.create(kind="too_fast", player=ana, at=NOW, facts={"games": 4, "deals": 30, "seconds": 0.12})
    Clue.objects.create(kind="shared", player=ana, other=ben, at=NOW, facts={"devices": 1, "addresses": 2})
    page = desk.get(f"{CLUES}?looked_into=no").content.decode()
    assert "Won by the first named: 8; of these given up or left: 6." in page
    assert "Half of the answers took less than 0.12 seconds" in page
    assert "Devices that both came from: 1; addresses: 2." in page
    action = {"action": "mark_as_looked_into", "_selected_action": [clue.pk]}
    assert desk.post(CLUES, action).status_code == 302
    clue.refresh_from_db()
    assert (clue.looked_at, clue.looked_by) == (NOW, moderator)
    act = StaffAct.objects.get()
    assert (act.what, act.about) == ("clue", f"player {ana.pk}")
    assert "Won by" not in desk.get(f"{CLUES}?looked_into=no").content.decode()
    assert desk.post(f"{CLUES}{clue.pk}/delete/", {"post": "yes"}).status_code == 403


def test_players_have_no_way_in(ana: User, anas: Client, give: Give) -> None:
    sanction = give(ana, "silence")
    for address in (SANCTIONS, APPEALS, CLUES, f"{SANCTIONS}{sanction.pk}/lift/", f"{SANCTIONS}add/"):
        assert anas.get(address).status_code == 302
        assert anas.post(address, {"why": "Why"}).status_code == 302
    sanction.refresh_from_db()
    assert sanction.ended_at is None

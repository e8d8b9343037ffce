"""Nobody of the staff judges themselves, nor whoever has the same rights or more."""

from collections.abc import Callable

import pytest

from accounts.conduct import appeals, reports, sanctions
from accounts.conduct.models import Appeal, Clue, Report, Sanction
from accounts.models import User
from cribsite.models import StaffAct
from cribsite.roles import ADMIN, MODERATOR, appoint
from games.engine.errors import MoveError
from games.models import Match
from games.services import staff
from tests.games.conftest import StoppedClock
from tests.games.players import NOW, browser_of, fresh, new_player, said, started

pytestmark = pytest.mark.django_db
LISTS = {Report: "report", Appeal: "appeal", Clue: "clue"}


@pytest.fixture(autouse=True)
def still(clock: StoppedClock) -> StoppedClock:
    return clock


@pytest.fixture
def people(root: User, ana: User) -> dict[str, User]:
    mo, max_, ada, ari = (new_player(name) for name in ("Mo", "Max", "Ada", "Ari"))
    for player, role in ((mo, MODERATOR), (max_, MODERATOR), (ada, ADMIN), (ari, ADMIN)):
        appoint(player, role)
    return {"Ana": ana, "Mo": mo, "Max": max_, "Ada": ada, "Ari": ari, "Root": root}


def refusal(act: Callable[[], object]) -> str:
    acts = StaffAct.objects.count()
    with pytest.raises(MoveError) as error:
        act()
    assert StaffAct.objects.count() == acts
    return error.value.key


def imposed(player: User, by: User) -> Sanction:
    """A sanction that is there, whoever gave it and whatever was refused since."""
    about = {"kind": Sanction.Kind.SILENCE, "reason": "So.", "given_by": by, "given_at": NOW}
    return Sanction.objects.create(player=player, ends_at=NOW.replace(month=5), **about)


OVER_STAFF = [("Mo", "Max"), ("Mo", "Ada"), ("Ada", "Ari")]


@pytest.mark.parametrize(("by", "player"), OVER_STAFF)
def test_staff_with_as_many_rights_are_not_judged(people: dict[str, User], by: str, player: str) -> None:
    judge, judged = people[by], people[player]
    kind = Sanction.Kind.BAN
    assert refusal(lambda: sanctions.give(judged, kind, "So.", judge, NOW)) == "concerns_staff"
    given = imposed(judged, people["Root"])
    appeal = appeals.appeal(given, "Please.", NOW)
    assert refusal(lambda: sanctions.lift(given, "So.", judge, NOW)) == "concerns_staff"
    lifted = Appeal.Decision.LIFTED
    assert refusal(lambda: appeals.decide(appeal, lifted, "So.", judge, NOW)) == "concerns_staff"
    assert Sanction.objects.get().ended_at is None
    form = {"player": player, "kind": "ban", "reason": "So.", "days": "", "report": ""}
    answer = browser_of(judge).post("/admin/conduct/sanction/add/", form)
    assert answer.context["adminform"].form.errors["player"] == [said("concerns_staff")]


@pytest.mark.parametrize(("by", "player"), [("Ada", "Mo"), ("Root", "Mo"), ("Root", "Ada"), ("Mo", "Ana")])
def test_who_has_more_rights_judges(people: dict[str, User], by: str, player: str) -> None:
    given = sanctions.give(people[player], Sanction.Kind.BAN, "So.", people[by], NOW)
    appeal = appeals.appeal(given, "Please.", NOW)
    appeals.decide(appeal, Appeal.Decision.UPHELD, "No.", people[by], NOW)
    sanctions.lift(given, "Well.", people[by], NOW)
    assert Sanction.objects.get().ended_at == NOW


@pytest.mark.parametrize("name", ["Mo", "Ada", "Root"])
def test_nobody_lifts_an_own_sanction_or_decides_an_own_appeal(people: dict[str, User], name: str) -> None:
    me = people[name]
    given = imposed(me, people["Root"])
    appeal = appeals.appeal(given, "Please.", NOW)
    assert refusal(lambda: sanctions.lift(given, "So.", me, NOW)) == "concerns_oneself"
    assert refusal(lambda: appeals.decide(appeal, Appeal.Decision.LIFTED, "So.", me, NOW)) == "concerns_oneself"
    answer = browser_of(me).post(f"/admin/conduct/sanction/{given.pk}/lift/", {"why": "So."}, follow=True)
    assert said("concerns_oneself") in answer.content.decode()
    browser_of(me).post(f"/admin/conduct/appeal/{appeal.pk}/change/", {"decision": "lifted", "answer": "So."})
    assert (Sanction.objects.get().ended_at, Appeal.objects.get().decision) == (None, "")


@pytest.mark.parametrize("name", ["Mo", "Ada", "Root"])
def test_nobody_reads_counts_or_answers_what_concerns_themselves(people: dict[str, User], ben: User, name: str) -> None:
    me, browser = people[name], browser_of(people[name])
    about_me = Report.objects.create(reporter=ben, about=me, category="other", words="The crown", at=NOW)
    appeal = Appeal.objects.create(sanction=imposed(me, people["Root"]), words="The crown", at=NOW)
    clues = [
        Clue.objects.create(
            kind="one_way", player=player, other=other, at=NOW, facts={"games": 8, "won": 8, "given": 6}
        )
        for player, other in ((me, ben), (ben, me))
    ]
    for thing in (about_me, appeal, *clues):
        address = f"/admin/conduct/{LISTS[type(thing)]}/"
        for query in ("", f"?q={me.username}", f"?about__id__exact={me.pk}" if thing == about_me else "?o=1"):
            assert browser.get(address + query).context["cl"].result_count == 0
        for page in ("change", "history"):
            assert "The crown" not in browser.get(f"{address}{thing.pk}/{page}/", follow=True).content.decode()
            assert browser.get(f"{address}{thing.pk}/{page}/").status_code == 302
        marked = {"action": "mark_as_looked_into", "outcome": "nothing", "_selected_action": [thing.pk]}
        browser.post(f"{address}{thing.pk}/change/", marked)
        browser.post(address, marked)
        browser.post(address, {**marked, "action": "answer_nothing"})
    assert browser.get("/admin/").context["needs"] == []
    assert refusal(lambda: reports.answer(about_me.pk, Report.Outcome.NOTHING, me, NOW)) == "concerns_oneself"
    assert (Report.objects.get().outcome, Appeal.objects.get().decision) == ("", "")
    assert not Clue.objects.exclude(looked_at=None).exists()


def test_others_of_the_staff_read_and_answer_it(people: dict[str, User], ben: User) -> None:
    about_mo = Report.objects.create(reporter=ben, about=people["Mo"], category="other", words="The crown", at=NOW)
    browser = browser_of(people["Max"])
    assert [need.text for need in browser.get("/admin/").context["needs"]] == ["1 open report"]
    assert "The crown" in browser.get(f"/admin/conduct/report/{about_mo.pk}/change/").content.decode()
    reports.answer(about_mo.pk, Report.Outcome.NOTHING, people["Max"], NOW)


@pytest.mark.parametrize("name", ["Mo", "Ada", "Root"])
@pytest.mark.parametrize("act", ["end_by_time", "abort", "annul"])
def test_nobody_ends_an_own_match_but_by_playing(people: dict[str, User], ben: User, name: str, act: str) -> None:
    me = people[name]
    for match in (started(me, ben), started(ben, me)):
        match.seats.update(deadline=NOW.replace(year=2020))
        assert refusal(lambda match=match: getattr(staff, act)(match.pk, me, NOW, "So.")) == "concerns_oneself"  # type: ignore[misc]
        address = f"/admin/games/match/acts/{act}/?match={match.pk}"
        answer = browser_of(me).post(address, {"why": "So."}, follow=True)
        assert said("concerns_oneself") in answer.content.decode()
        assert fresh(match).status == Match.State.ACTIVE

"""A player reports what another did, moderators judge and answer, and the player hears what came of it."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.conduct.models import Report
from accounts.conduct.reports import MOST_A_DAY, Sight, answer, report
from accounts.models import User
from accounts.services import delete_account
from cribsite.models import StaffAct
from games.engine.errors import MoveError
from games.engine.state import Phase
from games.models import Mail, Match
from games.postman import deliver
from games.services.talk import talk
from games.talking import Say
from tests.games.conftest import StoppedClock
from tests.games.players import NOW, new_player, play_to

pytestmark = pytest.mark.django_db

WORDS, STALLING, OTHER = Report.Category.WORDS, Report.Category.STALLING, Report.Category.OTHER
NOTHING = Report.Outcome.NOTHING
LATER = NOW + timedelta(minutes=2)


@pytest.fixture(autouse=True)
def still(clock: StoppedClock) -> StoppedClock:
    return clock


def refusal(reporter: User, sight: Sight) -> str:
    before = Report.objects.count()
    with pytest.raises(MoveError) as error:
        report(reporter, sight, NOW)
    assert Report.objects.count() == before
    return error.value.key


def test_it_is_written_from_the_table_with_the_match(match: Match, anas: Client, ana: User, ben: User) -> None:
    page = anas.get(match.get_absolute_url()).content.decode()
    address = f"/players/Ben/report/?match={match.pk}"
    assert f'href="{address}"' in page
    assert f"about table {match.pk}" in anas.get(address).content.decode()
    answer = anas.post(address, {"category": "stalling", "words": "Ten minutes for a go."}, follow=True)
    assert "you hear what came of it" in answer.content.decode()
    written = Report.objects.get()
    assert (written.reporter, written.about, written.match, written.category) == (ana, ben, match, "stalling")
    assert written.words == "Ten minutes for a go."
    assert "Nobody has looked at it yet." in anas.get("/reports/").content.decode()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({}, "This field is required."),
        ({"category": "witchcraft"}, "is not one of the available choices"),
        ({"category": "other"}, "Say in a few words what you saw."),
        ({"category": "other", "words": "   "}, "Say in a few words what you saw."),
        ({"category": "words", "words": "x" * 501}, "at most 500 characters"),
        ({"category": "words", "words": "a\x00b"}, "Null characters are not allowed."),
    ],
)
def test_what_cannot_be_is_said_on_the_form(anas: Client, ben: User, data: dict[str, str], sentence: str) -> None:
    answer = anas.post("/players/Ben/report/", data)
    assert answer.status_code == 200
    assert sentence in answer.content.decode()
    assert not Report.objects.exists()


def test_the_same_is_reported_once_until_it_is_answered(ana: User, ben: User, root: User) -> None:
    written = report(ana, Sight(ben, STALLING), NOW)
    assert refusal(ana, Sight(ben, STALLING)) == "reported_already"
    report(ana, Sight(ben, WORDS), NOW)
    answer(written.pk, NOTHING, root, NOW)
    report(ana, Sight(ben, STALLING), NOW)


def test_there_is_a_measure_a_day(ana: User) -> None:
    for number in range(MOST_A_DAY):
        report(ana, Sight(new_player(f"Player-{'abcdefghij'[number]}"), WORDS), NOW)
    last = new_player("Last")
    assert refusal(ana, Sight(last, WORDS)) == "too_many_reports"
    report(ana, Sight(last, WORDS), NOW + timedelta(days=1, seconds=1))


def test_nobody_reports_oneself_or_from_a_table_of_others(match: Match, ana: User, ben: User, cleo: User) -> None:
    assert refusal(ana, Sight(ana, WORDS)) == "report_oneself"
    assert refusal(cleo, Sight(ben, WORDS, match=match)) == "report_not_of_match"
    assert refusal(ana, Sight(cleo, WORDS, match=match)) == "report_not_of_match"


def test_who_is_not_logged_in_is_asked_to_and_unknown_things_are_not_found(anas: Client, ben: User) -> None:
    assert Client().get("/players/Ben/report/")["Location"].startswith("/accounts/login/")
    assert anas.get("/players/Nobody/report/").status_code == 404
    for wrong in ("zzzzzzzzzzzz", "%00", "'"):
        assert anas.get(f"/players/Ben/report/?match={wrong}").status_code == 404


def test_the_answer_is_told_once_by_mail_and_on_the_own_page(
    ana: User, ben: User, root: User, anas: Client, clock: StoppedClock
) -> None:
    EmailAddress.objects.create(user=ana, email=ana.email, primary=True, verified=True)
    written = report(ana, Sight(ben, WORDS), NOW)
    assert answer(written.pk, NOTHING, root, NOW, "He only said hello.")
    assert not answer(written.pk, Report.Outcome.ACTED, root, NOW), "another moderator was first"
    deliver(LATER)
    (letter,) = mail.outbox
    assert letter.to == [ana.email]
    assert letter.subject == "Your report about Ben is answered"
    assert "found nothing to act on" in letter.body
    assert "He only said hello." not in letter.body + anas.get("/reports/").content.decode()
    assert "found nothing to act on" in anas.get("/reports/").content.decode()
    line = StaffAct.objects.get()
    assert (line.by, line.what, line.about, line.at) == (root, "report", f"report {written.pk}", NOW)
    assert line.why == "nothing: He only said hello."


def test_who_wants_no_such_mail_gets_none(ana: User, ben: User, root: User) -> None:
    ana.mail_report = False
    ana.save()
    answer(report(ana, Sight(ben, WORDS), NOW).pk, NOTHING, root, NOW)
    assert not Mail.objects.exists()


def test_a_report_outlives_its_reporter_without_the_name_and_goes_with_whom_it_is_about(
    ana: User, ben: User, cleo: User
) -> None:
    report(ana, Sight(ben, WORDS), NOW)
    report(cleo, Sight(ana, WORDS), NOW)
    delete_account(ana, NOW)
    left = Report.objects.get()
    assert (left.reporter, left.about) == (None, ben)


def test_a_moderator_reads_what_is_needed_to_judge_and_answers(
    match: Match, ana: User, ben: User, cleo: User, roots: Client
) -> None:
    play_to(match, Phase.PLAY)
    talk(match.pk, ben, Say(phrase="hello"), NOW)
    report(cleo, Sight(ben, STALLING), NOW)
    written = report(ana, Sight(ben, WORDS, "He said <b>hello</b>.", match), NOW)
    address = reverse("admin:conduct_report_change", args=[written.pk])
    page = roots.get(address).content.decode()
    for told in ("Ben: Hello!", "He said &lt;b&gt;hello&lt;/b&gt;.", "not answered: 1"):
        assert told in page
    roots.post(address, {"outcome": "acted", "why": "A warning."})
    written.refresh_from_db()
    assert (written.outcome, written.closed_by) == ("acted", User.objects.get(username="Root"))
    assert StaffAct.objects.get().why == "acted: A warning."
    roots.post(address, {"outcome": "nothing", "why": "No."})
    written.refresh_from_db()
    assert written.outcome == "acted", "an answer was given to somebody and stays"


def test_several_are_answered_together_and_closed_ones_stay(ana: User, ben: User, cleo: User, roots: Client) -> None:
    root = User.objects.get(username="Root")
    first, second = report(ana, Sight(ben, WORDS), NOW), report(cleo, Sight(ben, WORDS), NOW)
    answer(first.pk, NOTHING, root, NOW)
    chosen = {"action": "answer_acted", "_selected_action": [first.pk, second.pk]}
    page = roots.post(reverse("admin:conduct_report_changelist"), chosen, follow=True).content.decode()
    assert "1 report is answered." in page
    assert [one.outcome for one in Report.objects.order_by("pk")] == ["nothing", "acted"]


def test_the_list_is_filtered_and_searched_by_a_player(ana: User, ben: User, cleo: User, roots: Client) -> None:
    report(ana, Sight(ben, WORDS), NOW)
    report(ana, Sight(cleo, WORDS), NOW)
    listed = reverse("admin:conduct_report_changelist")
    for query, count in (("?state=open", 2), ("?state=closed", 0), ("?q=cleo", 1), (f"?about__id__exact={ben.pk}", 1)):
        found = roots.get(listed + query)
        assert found.status_code == 200
        assert found.context["cl"].result_count == count, query

"""A player reports what another did, moderators judge and answer, and the player hears what came of it."""

import json
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.conduct.blocks import block
from accounts.conduct.models import Report, Sanction
from accounts.conduct.reports import MOST_A_DAY, Sight, answer, report
from accounts.guests import make_guest
from accounts.models import User
from accounts.services import delete_account
from cribsite.models import StaffAct
from games.engine.errors import MoveError
from games.engine.state import Phase
from games.models import Mail, Match
from games.postman import deliver
from games.services import endings, lobby
from games.services.errors import Refused
from games.services.talk import talk
from games.talking import Say
from tests.games.conftest import StoppedClock
from tests.games.players import NOW, browser_of, new_player, play_to
from tests.streams import whole

from .conftest import confirm_address

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
    confirm_address(ana)
    written = report(ana, Sight(ben, WORDS), NOW)
    answer(written.pk, NOTHING, root, NOW, "He only said hello.")
    with pytest.raises(Refused, match="report_is_answered"):
        answer(written.pk, Report.Outcome.ACTED, root, NOW)
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
    Sanction.objects.create(player=ben, kind=Sanction.Kind.WARNING, reason="Words.", given_at=NOW)
    talk(match.pk, ben, Say(phrase="hello"), NOW)
    report(cleo, Sight(ben, STALLING), NOW)
    written = report(ana, Sight(ben, WORDS, "He said <b>hello</b>.", match), NOW)
    address = reverse("admin:conduct_report_change", args=[written.pk])
    page = roots.get(address).content.decode()
    for told in ("Ben: Hello!", "He said &lt;b&gt;hello&lt;/b&gt;.", "not answered: 1", "warning, "):
        assert told in page
    assert f'href="{reverse("admin:games_match_change", args=[match.pk])}' in page, "with the log as a watcher knows it"
    assert "This field is required." in roots.post(address, {"outcome": "", "why": "?"}).content.decode()
    assert (
        "successfully" in roots.post(address, {"outcome": "acted", "why": "A warning."}, follow=True).content.decode()
    )
    written.refresh_from_db()
    assert (written.outcome, written.closed_by) == ("acted", User.objects.get(username="Root"))
    assert StaffAct.objects.get().why == "acted: A warning."
    late = roots.post(address, {"outcome": "nothing", "why": "No."}, follow=True).content.decode()
    assert "Somebody else has answered this report meanwhile." in late
    assert "successfully" not in late
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


def test_a_moderator_needs_the_right_to_change_reports_and_no_more(ana: User, ben: User) -> None:
    moderator = new_player("Mo", is_staff=True)
    written = report(ana, Sight(ben, WORDS), NOW)
    address = reverse("admin:conduct_report_change", args=[written.pk])
    browser = browser_of(moderator)
    assert browser.get(address).status_code == 403
    moderator.user_permissions.set(Permission.objects.filter(codename__in=("view_report", "change_report")))
    assert browser.get(address).status_code == 200
    browser.post(address, {"outcome": "known", "why": ""})
    written.refresh_from_db()
    assert (written.outcome, written.closed_by) == ("known", moderator)


@pytest.mark.parametrize("may_sanction", [True, False])
def test_the_way_to_a_sanction_is_shown_to_who_may_give_one(ana: User, ben: User, may_sanction: bool) -> None:
    moderator = new_player("Mo", is_staff=True)
    rights = ("view_report", "change_report", *(["add_sanction"] if may_sanction else []))
    moderator.user_permissions.set(Permission.objects.filter(codename__in=rights))
    written = report(ana, Sight(ben, WORDS), NOW)
    page = browser_of(moderator).get(reverse("admin:conduct_report_change", args=[written.pk]))
    way = f"{reverse('admin:conduct_sanction_add')}?player=Ben&amp;report={written.pk}"
    assert (way in page.content.decode()) is may_sanction
    followed = browser_of(moderator).get(way.replace("&amp;", "&"))
    assert (followed.status_code == 200) is may_sanction


def test_guests_report_whom_they_played_and_keep_the_report_with_an_account(ana: User) -> None:
    guest = make_guest("en", NOW)
    match = lobby.create_match(ana, lobby.Terms(Match.Opponent.LINK), NOW)
    lobby.join(match.pk, guest, NOW, match.invite or "")
    endings.abort(match.pk, ana, NOW)
    browser = browser_of(guest)
    page = browser.get(match.get_absolute_url()).content.decode()
    address = f"/players/Ana/report/?match={match.pk}"
    assert f'href="{address}"' in page, "at a table that is over, too"
    browser.post(address, {"category": "leaving"})
    password = {"password1": "a-peg-too-far", "password2": "a-peg-too-far"}
    form = {"username": "Gil", "email": "gil@example.org", "agrees": "on"} | password
    browser.post(reverse("account_signup"), form)
    assert Report.objects.get().reporter == User.objects.get(username="Gil")


def test_a_table_with_the_computer_has_nobody_to_report(ana: User, anas: Client) -> None:
    match = lobby.create_match(ana, lobby.Terms(Match.Opponent.COMPUTER, computer="easy"), NOW)
    page = anas.get(match.get_absolute_url()).content.decode()
    assert "/report/" not in page
    assert "/block/" not in page


def test_the_letter_is_in_the_readers_language_goes_to_confirmed_addresses_and_ends_by_its_link(
    ana: User, ben: User, root: User, clock: StoppedClock
) -> None:
    answer(report(ana, Sight(ben, WORDS), NOW).pk, NOTHING, root, NOW)
    deliver(LATER)
    assert mail.outbox == [], "the address is not confirmed"
    confirm_address(ana)
    answer(report(ana, Sight(ben, WORDS), NOW).pk, NOTHING, root, NOW)
    deliver(LATER)
    (letter,) = mail.outbox
    Client().post(letter.extra_headers["List-Unsubscribe"].strip("<>"))
    ana.refresh_from_db()
    assert not ana.mail_report


def test_a_report_still_reaches_staff_who_are_blocked(ana: User, ben: User, root: User, moderator: User) -> None:
    block(ana, root, NOW)
    answer(report(ana, Sight(ben, WORDS), NOW).pk, NOTHING, root, NOW)
    answer(report(ana, Sight(root, WORDS), NOW).pk, NOTHING, moderator, NOW)
    assert set(Report.objects.values_list("outcome", flat=True)) == {"nothing"}


def test_what_one_takes_away_has_blocks_and_reports_and_nothing_of_who_answered(
    ana: User, ben: User, root: User, anas: Client
) -> None:
    block(ana, ben, NOW)
    answer(report(ana, Sight(ben, OTHER, "Sang."), NOW).pk, NOTHING, root, NOW)
    taken = json.loads(whole(anas.get("/settings/data.json")))
    assert [one["blocked_id"] for one in taken["blocks"]] == [ben.pk]
    (told,) = taken["reports"]
    assert (told["about_id"], told["words"], told["outcome"]) == (ben.pk, "Sang.", "nothing")
    assert "closed_by_id" not in told


def test_the_list_asks_the_same_number_of_questions_however_many_reports(ana: User, roots: Client) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            roots.get(reverse("admin:conduct_report_changelist"))
        return len(queries)

    report(ana, Sight(new_player("First"), WORDS), NOW)
    asked()
    before = asked()
    for name in ("Second", "Third", "Fourth"):
        report(ana, Sight(new_player(name), WORDS), NOW)
    assert asked() == before

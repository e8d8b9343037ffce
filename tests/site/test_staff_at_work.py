"""A moderator at work: from what is found to what is done about it, page by page."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.conduct.models import Appeal, Clue, Report, Sanction
from accounts.models import User
from cribsite.models import StaffAct
from games.models import Match
from tests.games.finished import finished
from tests.games.players import started

NOON = datetime(2026, 3, 14, 12, 0, tzinfo=timezone.get_default_timezone())


def page(browser: Client, name: str, *args: object, query: str = "") -> str:
    return browser.get(reverse(f"admin:{name}", args=args) + query).content.decode()


def sanction_of(player: User) -> Sanction:
    kind = Sanction.Kind.SILENCE
    return Sanction.objects.create(player=player, kind=kind, reason="So.", given_at=NOON, ends_at=NOON)


@pytest.fixture
def report(ana: User, ben: User) -> Report:
    return Report.objects.create(reporter=ana, about=ben, category=Report.Category.OTHER, at=NOON)


def test_a_clue_is_marked_on_its_own_page_once(moderator: Client, ana: User, ben: User) -> None:
    facts = {"games": 14, "won": 13, "given": 9}
    clue = Clue.objects.create(kind=Clue.Kind.ONE_WAY, player=ana, other=ben, facts=facts, at=NOON)
    about = ("conduct_clue_change", clue.pk)
    assert 'value="Mark as looked into"' in page(moderator, *about)
    assert 'name="_save"' not in page(moderator, *about)
    for _twice in range(2):
        moderator.post(reverse("admin:conduct_clue_change", args=[clue.pk]), {})
    clue.refresh_from_db()
    assert (clue.looked_by, clue.looked_at is None) == (User.objects.get(username="Mod"), False)
    assert [(act.what, act.about, act.why) for act in StaffAct.objects.all()] == [
        ("clue", f"player {ana.pk}", "one_way")
    ]
    assert 'value="Mark as looked into"' not in page(moderator, *about)


def test_an_open_report_asks_for_an_answer_and_an_answered_one_is_there_to_be_read(
    moderator: Client, report: Report
) -> None:
    about = ("conduct_report_change", report.pk)
    assert 'name="_save"' in page(moderator, *about)
    Report.objects.update(outcome=Report.Outcome.KNOWN, closed_at=NOON)
    assert 'name="_save"' not in page(moderator, *about)
    assert "View report" in page(moderator, *about)


def test_who_gives_a_sanction_for_a_report_comes_back_to_the_report(moderator: Client, report: Report) -> None:
    sent = {"player": "Ben", "kind": "warning", "reason": "So.", "days": "", "report": ""}
    add = reverse("admin:conduct_sanction_add")
    listed, back = moderator.post(add, sent), moderator.post(add, {**sent, "report": str(report.pk)})
    assert listed.headers["Location"] == reverse("admin:conduct_sanction_changelist")
    assert back.headers["Location"] == reverse("admin:conduct_report_change", args=[report.pk])


def test_from_a_player_there_are_ways_to_all_that_is_known_and_can_be_done(
    moderator: Client, ana: User, ben: User, report: Report
) -> None:
    started(ana, ben)
    sanction_of(ben)
    text = page(moderator, "accounts_user_change", ben.pk)
    for name, query in (
        ("games_match_changelist", "?q=Ben"),
        ("conduct_report_changelist", f"?about__id__exact={ben.pk}"),
        ("conduct_sanction_changelist", "?q=Ben"),
    ):
        address = reverse(f"admin:{name}") + query
        assert f'href="{address}"' in text
        assert moderator.get(address).context["cl"].result_count == 1, address
    assert f'href="{reverse("admin:conduct_sanction_add")}?player=Ben"' in text
    assert "name_key" not in text


def test_an_appeal_tells_the_end_of_its_sanction_as_dates_are_told(moderator: Client, ben: User) -> None:
    appeal = Appeal.objects.create(sanction=sanction_of(ben), words="No.", at=NOON)
    text = page(moderator, "conduct_appeal_change", appeal.pk)
    assert text.count("March 14, 2026, noon") == 2  # the end, and when it was written
    assert "no phrases and no chat" in page(moderator, "conduct_appeal_changelist")


def test_every_line_of_a_matchs_log_says_something(moderator: Client, ana: User, ben: User) -> None:
    match = finished(ana, ben)
    text = page(moderator, "games_match_change", match.pk)
    assert text.count('<span class="what">') == match.ply
    assert '<span class="what"></span>' not in text
    assert "Ana has cut." in text
    assert f'<a href="{reverse("admin:accounts_user_change", args=[ana.pk])}">Ana</a>' in text


def test_how_a_match_ended_is_told_in_words(moderator: Client, ana: User, ben: User) -> None:
    match = finished(ana, ben)
    Match.objects.filter(pk=match.pk).update(reason="resignation")
    for text in (page(moderator, "games_match_changelist"), page(moderator, "games_match_change", match.pk)):
        assert ">resigned<" in text
        assert ">resignation<" not in text


def test_a_list_offers_to_show_all_where_something_is_left_out(moderator: Client, ana: User, ben: User) -> None:
    started(ana, ben)
    assert "Show all" not in page(moderator, "games_match_changelist")
    assert "Show all" in page(moderator, "games_match_changelist", query="?q=Ana")
    assert "Show all" in page(moderator, "games_match_changelist", query="?status__exact=active")
    assert "Show counts" not in page(moderator, "games_match_changelist")


def test_an_announcement_begins_now_unless_it_is_said_otherwise(admin: Client) -> None:
    before = timezone.now() - timedelta(seconds=1)
    asked = admin.get(reverse("admin:cribsite_announcement_add")).context["adminform"].form
    assert before < asked.get_initial_for_field(asked.fields["starts_at"], "starts_at") <= timezone.now()

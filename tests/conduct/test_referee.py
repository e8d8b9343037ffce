"""What the referee does about sanctions, traces and sessions."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.cache import cache

from accounts.conduct import sanctions
from accounts.conduct.models import Sanction, Trace
from accounts.conduct.traces import keep_traces
from accounts.models import TurnMail, User
from games.services.referee import sweep
from tests.games.players import NOW, browser_of, started

from .conftest import WEEK, Give

pytestmark = pytest.mark.django_db


def test_what_is_due_is_ended_by_its_own_moment(ana: User, ben: User, cleo: User, moderator: User, give: Give) -> None:
    due, longer, ban = give(ana, "silence"), give(ben, "no_live", length=2 * WEEK), give(cleo, "ban")
    warning = give(cleo, "warning")
    lifted = give(ben, "silence")
    sanctions.lift(lifted, "Why", moderator, NOW + timedelta(days=1))
    assert sweep(NOW + WEEK - timedelta(seconds=1)).sanctions_ended == 0
    assert sweep(NOW + WEEK + timedelta(minutes=5)).sanctions_ended == 1
    ends = [Sanction.objects.get(pk=one.pk).ended_at for one in (due, longer, ban, warning, lifted)]
    assert ends == [NOW + WEEK, None, None, None, NOW + timedelta(days=1)]
    assert sweep(NOW + WEEK + timedelta(minutes=6)).sanctions_ended == 0


def test_a_digest_is_not_written_to_whoever_is_shut_out_and_stops_nothing(ana: User, ben: User, give: Give) -> None:
    User.objects.update(mail_turn=TurnMail.DIGEST, digest_hours="9")
    started(ana, ben, allowance=24 * 60 * 60)
    give(ana, "suspension")
    sweep(NOW)
    assert [letter.user for letter in ben.mails.filter(kind="digest")] == [ben]
    assert not ana.mails.filter(kind="digest").exists()


def test_traces_go_90_days_after_they_were_last_seen(ana: User, ben: User) -> None:
    keep_traces(ana, {Trace.Kind.ADDRESS: "old"}, NOW)
    keep_traces(ben, {Trace.Kind.ADDRESS: "newer"}, NOW + timedelta(seconds=1))
    sweep(NOW + timedelta(days=90))
    assert [trace.mark for trace in Trace.objects.all()] == ["newer"]


def test_sessions_that_have_run_out_go_with_their_addresses(ana: User) -> None:
    for _ in range(3):
        browser_of(ana).get("/")
    over, gone, _running = UserSession.objects.order_by("pk")
    now = over.last_seen_at
    Session.objects.filter(session_key=over.session_key).update(expire_date=now + timedelta(days=1))
    Session.objects.filter(session_key=gone.session_key).delete()
    sweep(now + timedelta(days=2))
    assert UserSession.objects.count() == 1
    assert Session.objects.count() == 1


def test_the_house_is_kept_once_an_hour(ana: User) -> None:
    sweep(NOW)
    keep_traces(ana, {Trace.Kind.ADDRESS: "old"}, NOW - timedelta(days=91))
    sweep(NOW)
    assert Trace.objects.exists(), "not yet again"
    cache.delete("housekeeping")
    sweep(NOW)
    assert not Trace.objects.exists()

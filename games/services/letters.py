"""Which letters are written, and when: in the transaction of what they tell."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.db import transaction

from accounts.models import TurnMail, User
from games.engine.state import Status
from games.models import SHORT, Mail, Match, Seat
from games.services.players import lock_player
from games.state import OpenLog

LONGEST_SHORT_TIME = timedelta(days=28) * SHORT  # 14 days a move and 14 in the bank
AN_HOUR = timedelta(hours=1)
TIME_TO_SEE_IT = timedelta(minutes=1)  # whoever is at the table by then needs no letter


def write(user: User, kind: Mail.Kind, now: datetime, match: Match | None = None, decision: str = "") -> None:
    """Write a letter, unless it was written before."""
    Mail.objects.bulk_create(
        [
            Mail(
                user=user,
                match=match,
                kind=kind,
                decision=decision,
                written_at=now,
                next_try_at=now + TIME_TO_SEE_IT,
            )
        ],
        ignore_conflicts=True,
    )


def tell_players(log: OpenLog, decisions_before: Iterable[str]) -> None:
    """Tell by mail what a change at the table of a slow game means for its players."""
    if log.match.status == Status.OPEN and log.match.invited is not None and log.match.invited.mail_challenge:
        write(log.match.invited, Mail.Kind.CHALLENGE, log.now, log.match)
    if not log.match.is_slow:
        return
    for seat, before in zip(log.seats, decisions_before, strict=True):
        if seat.user is None:
            continue
        if log.state.result is not None:
            _tell_end(log, seat.user)
        elif seat.decision not in ("", before) and seat.user.mail_turn == TurnMail.AT_ONCE:
            write(seat.user, Mail.Kind.TURN, log.now, log.match, seat.decision)


def _tell_end(log: OpenLog, user: User) -> None:
    if user.mail_over and log.state.deal:
        write(user, Mail.Kind.OVER, log.now, log.match)


def tell_vacation(match: Match, away: User, now: datetime) -> None:
    """Tell the opponent of whoever goes on vacation."""
    for seat in match.seats.select_related("user").exclude(user=away):
        if seat.user is not None and seat.user.mail_vacation:
            write(seat.user, Mail.Kind.VACATION, now, match, f"{now:%Y-%m-%d}")


def warn_of_short_time(now: datetime) -> None:
    """Tell whoever has a fifth of the time left, once for each decision."""
    running = Seat.objects.filter(deadline__gt=now, match__status=Match.State.ACTIVE, user__mail_short=True)
    for seat in running.filter(deadline__lte=now + LONGEST_SHORT_TIME).select_related("match", "user"):
        if seat.user is not None and seat.is_short(now):
            write(seat.user, Mail.Kind.SHORT, now, seat.match, seat.decision)


def write_digests(now: datetime) -> None:
    """At the hours that players chose, tell those who wish it that games wait; nothing where none does."""
    waiting = Seat.objects.filter(match__status=Match.State.ACTIVE).exclude(decision="")
    readers = User.objects.filter(mail_turn=TurnMail.DIGEST, is_active=True, seats__in=waiting)
    for user in readers.exclude(shut_out_until__gt=now).distinct():
        for begin in digest_hours(user, now):
            if begin <= now < begin + AN_HOUR:
                write_digest(user, now, f"{begin:%Y-%m-%d %H:%M}")


def digest_hours(user: User, now: datetime) -> set[datetime]:
    """The moments, in UTC, at which the player's hours begin on the day that it is there.

    An hour that is left out when summer time begins comes when it would have; one that comes twice counts once.
    """
    today = now.astimezone(user.zone).replace(minute=0, second=0, microsecond=0, fold=0)
    hours = [int(hour) for hour in user.digest_hours.split(",") if hour]
    return {today.replace(hour=hour).astimezone(UTC) for hour in hours}


@transaction.atomic
def write_digest(user: User, now: datetime, hour: str) -> None:
    """Write the digest of an hour once, however many referees are at it."""
    lock_player(user, now)
    if not user.mails.filter(kind=Mail.Kind.DIGEST, decision=hour).exists():
        write(user, Mail.Kind.DIGEST, now, None, hour)


PREFERENCES = {
    Mail.Kind.SHORT: "mail_short",
    Mail.Kind.OVER: "mail_over",
    Mail.Kind.CHALLENGE: "mail_challenge",
    Mail.Kind.VACATION: "mail_vacation",
    Mail.Kind.REPORT: "mail_report",
}


def stop(user: User, kind: Mail.Kind) -> None:
    """No more letters of this kind to this player."""
    preference, value = (PREFERENCES[kind], False) if kind in PREFERENCES else ("mail_turn", TurnMail.NEVER)
    setattr(user, preference, value)
    user.save(update_fields=[preference])

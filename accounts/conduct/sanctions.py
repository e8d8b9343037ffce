"""Sanctions given, read, shortened and lifted; each change is told to the player and noted in the action log.

Whoever writes one holds its player's row first, and only then rows of sanctions: as whoever deletes the player does.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from accounts.conduct.fairness import require_more_rights, require_other
from accounts.conduct.models import Report, Sanction
from accounts.models import User
from cribsite.staff_acts import note
from games.broadcast import announce_refresh, announce_shut_out, player_group
from games.models import Mail, Match
from games.services import leaving, letters
from games.services.errors import Refused
from games.services.players import hold, lock_with_opponents

Kind = Sanction.Kind
GIVEN, ANSWERED, LIFTED = "given", "answered", "lifted"  # what a letter tells of a sanction
COPIES = {
    "shut_out_until": (Kind.SUSPENSION, Kind.BAN),
    "silent_until": (Kind.SILENCE,),
    "no_live_until": (Kind.NO_LIVE,),
}


@transaction.atomic
def give(
    player: User,
    kind: Sanction.Kind,
    reason: str,
    by: User,
    now: datetime,
    until: datetime | None = None,
    report: Report | None = None,
) -> Sanction:
    """Impose a sanction; `until` is the end of those kinds that have one. Raises `Refused`.

    Who is banned leaves every game; who is suspended, those in which a person would wait without a clock of days.
    """
    require_right(player, by)
    if kind in Sanction.WITH_END and (until is None or until <= now):
        raise Refused("sanction_needs_end")
    lock_with_opponents(player)
    sanction = Sanction.objects.create(
        player=player,
        kind=kind,
        reason=reason,
        report=report,
        given_by=by,
        given_at=now,
        ends_at=until if kind in Sanction.WITH_END else None,
    )
    keep_copies(player)
    note(by, "sanction", player, now, f"{kind}: {reason}")
    tell(sanction, GIVEN, now)
    _carry_out(sanction, now)
    return sanction


def require_right(player: User, by: User) -> None:
    """Raises `Refused` where this member of staff may not sanction this player."""
    if player == by:
        raise Refused("sanction_oneself")
    if player.is_superuser:
        raise Refused("sanction_superuser")
    require_more_rights(player, by)


def _carry_out(sanction: Sanction, now: datetime) -> None:
    match sanction.kind:
        case Kind.NO_LIVE:
            leaving.take_back_live_tables(sanction.player, now)
        case Kind.SUSPENSION:
            leaving.leave_people(sanction.player, now)
        case Kind.BAN:
            leaving.leave_everything(sanction.player, now)
    if sanction.kind in COPIES["shut_out_until"]:
        announce_shut_out(sanction.player_id)


@transaction.atomic
def lift(sanction: Sanction, why: str, by: User, now: datetime) -> None:
    """End a sanction at once; `why` is for the action log.

    Raises `Refused` where it is over already, or is one's own or that of staff with as many rights.
    """
    running = lock_running(sanction)
    require_other(running.player, by)
    require_more_rights(running.player, by)
    end(running, now)
    note(by, "lift", running.player, now, f"{running.kind}: {why}")
    tell(running, LIFTED, now)


def lock_running(sanction: Sanction) -> Sanction:
    """The sanction as it is now, held with its player until the transaction ends. Raises `Refused` where it is over."""
    hold(sanction.player)
    row = Sanction.objects.select_for_update(of=("self",)).select_related("player").get(pk=sanction.pk)
    if row.ended_at is not None:
        raise Refused("sanction_is_over")
    return row


def end(sanction: Sanction, now: datetime) -> None:
    """Let a locked sanction hold no longer."""
    sanction.ended_at = now
    sanction.read_at = None
    sanction.save(update_fields=["ended_at", "read_at"])
    keep_copies(sanction.player)


def shorten(sanction: Sanction, until: datetime, now: datetime) -> None:
    """Give a locked sanction an earlier end. Raises `Refused` where it is none."""
    if not may_be_shortened(sanction, until, now):
        raise Refused("sanction_not_shorter")
    sanction.ends_at = until
    sanction.save(update_fields=["ends_at"])
    keep_copies(sanction.player)


def may_be_shortened(sanction: Sanction, until: datetime, now: datetime) -> bool:
    """Whether this is an earlier end, still to come, of something that has one."""
    return sanction.kind != Kind.WARNING and now < until < sanction.until


def end_what_is_due(now: datetime) -> int:
    """Close the sanctions whose end has come; how many. The player is free by that moment itself, not by this."""
    due = Sanction.objects.filter(ended_at=None, ends_at__lte=now)
    return due.update(ended_at=F("ends_at"))


@transaction.atomic
def mark_as_read(sanction: Sanction, now: datetime) -> None:
    """The player has read it; the notice goes."""
    hold(sanction.player)
    Sanction.objects.filter(pk=sanction.pk, read_at=None).update(read_at=now)
    keep_copies(sanction.player)


def keep_copies(player: User) -> None:
    """Write anew what the player's row repeats of the sanctions; it is held, so that none is given unseen meanwhile."""
    hold(player)
    rows = list(Sanction.objects.filter(player=player))
    running = [one for one in rows if one.ended_at is None]
    copies: dict[str, object] = {
        field: max((one.until for one in running if one.kind in kinds), default=None) for field, kinds in COPIES.items()
    }
    copies["has_sanction_to_read"] = any(one.read_at is None for one in rows)
    User.objects.filter(pk=player.pk).update(**copies)


def tell(sanction: Sanction, what: str, now: datetime) -> None:
    """By mail, and at once at the tables that are open; the notice on every page follows from `read_at`."""
    letters.write(sanction.player, Mail.Kind.SANCTION, now, None, f"{sanction.pk} {what}")
    running = Match.objects.filter(seats__user=sanction.player, status=Match.State.ACTIVE)
    for match_id in running.values_list("pk", flat=True):
        announce_refresh(player_group(sanction.player_id), match_id)

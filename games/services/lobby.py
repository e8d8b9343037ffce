"""Opening tables, taking the free seat, taking a table back."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.conduct.standing import is_shut_out, require_live
from accounts.models import User
from cribsite.site import is_in_maintenance, site_settings
from games import deals
from games.broadcast import announce_lobby
from games.computer import LEVELS
from games.engine.moves import Cancel, Cut, Join, Record
from games.models import DAY, Match, Seat, new_id
from games.pauses import pause_of
from games.services.errors import Forbidden, NoSuchMatch, Refused
from games.services.players import lock_player, lock_with, require_together
from games.services.table import append_move, open_table, seat_of, settle
from games.state import OpenLog, open_snapshot

OPPONENTS_OF_GUESTS = (Match.Opponent.COMPUTER, Match.Opponent.LINK)


@dataclass(frozen=True)
class Terms:
    """What a new table is to be. `allowance` and `bank` in seconds; no allowance means no clock."""

    opponent: Match.Opponent
    invited: User | None = None
    computer: str = ""
    target: int = 121
    count_mode: Match.CountMode = Match.CountMode.AUTOMATIC
    allowance: int | None = None
    bank: int = 0
    allows_vacation: bool = True

    @property
    def is_slow(self) -> bool:
        return self.allowance is not None and self.allowance >= DAY

    @property
    def is_live(self) -> bool:
        """Whether somebody would be left alone by a player who goes away."""
        return not self.is_slow and self.opponent != Match.Opponent.COMPUTER


@transaction.atomic
def create_match(creator: User, terms: Terms, now: datetime, seed: str | None = None) -> Match:
    """Open a table with `creator` at seat 0; a computer opponent sits down at once.

    `seed`, where given, is the creator's cut at the same time. Raises `Refused`.
    """
    _require_room(creator, terms, now)
    match = Match(
        opponent=terms.opponent,
        invited=terms.invited,
        invite=new_id() if terms.opponent == Match.Opponent.LINK else None,
        target=terms.target,
        count_mode=terms.count_mode,
        allowance=terms.allowance,
        bank=terms.bank,
        automatic_moves=terms.is_slow,
        allows_vacation=terms.allows_vacation,
    )
    log = begin(match, creator, terms.computer, now)
    if terms.computer:
        log.append(Record(1, Join()))
    if seed is not None:
        append_move(log, 0, Cut(seed))
    settle(log)
    if terms.opponent == Match.Opponent.OPEN:
        announce_lobby()
    return match


def require_no_maintenance() -> None:
    """Return if games may begin; else raise `Refused`."""
    if is_in_maintenance():
        raise Refused("maintenance")


def _require_room(creator: User, terms: Terms, now: datetime) -> None:
    require_no_maintenance()
    player, invited = lock_with(creator, terms.invited.pk if terms.invited else None, now)
    if terms.is_live:
        require_live_games(player, now)
    if creator.is_guest and terms.opponent not in OPPONENTS_OF_GUESTS:
        raise Forbidden("sign_up_first")
    if terms.invited == creator:
        raise Refused("challenge_to_oneself")
    if terms.invited is not None and terms.invited.is_guest:
        raise Refused("guest_challenged")
    require_together(creator, terms.invited, Refused("takes_no_challenges"))
    if terms.invited is not None and invited is None:
        raise Refused("player_is_gone")
    if invited is not None and is_shut_out(invited, now):
        raise Refused("takes_no_challenges")
    mine = Match.objects.filter(status=Match.State.OPEN, seats__user=creator)
    most = site_settings().most_open_tables
    if mine.count() >= most:
        raise Refused("too_many_open_tables", most=most)


def require_live_games(player: User, now: datetime) -> None:
    """Raise `Forbidden` or `Refused` for a new live game of somebody under a sanction, or who has left too many."""
    require_live(player, now)
    refusal = refusal_by_pause(player, now)
    if refusal is not None:
        raise refusal


def refusal_by_pause(user: User, now: datetime) -> Refused | None:
    """What is answered now to whoever would begin a live game and has left too many; None to almost everybody."""
    pause = pause_of(user, now)
    if pause is None:
        return None
    return Refused(
        "left_too_often", count=pause.leaves, hours=pause.hours, until=pause.until.astimezone(user.zone).isoformat()
    )


def begin(match: Match, creator: User | None, computer: str, now: datetime) -> OpenLog:
    """Store a new match with its commitment and both seats, and open its log."""
    match.created_at = now
    deals.commit(match)
    open_snapshot(match)
    match.save(force_insert=True)
    Seat.objects.create(match=match, number=0, user=creator, bank=match.bank)
    Seat.objects.create(match=match, number=1, computer=computer, bank=match.bank)
    return OpenLog(match, now)


@transaction.atomic
def play_now(user: User, now: datetime) -> Match:
    """The newest of the player's running games against the computer; a new one, the easy one's, where there is none."""
    lock_player(user, now)
    mine = Match.objects.filter(seats__user=user, status=Match.State.ACTIVE, opponent=Match.Opponent.COMPUTER)
    running = mine.order_by("-created_at").first()
    return running or create_match(user, Terms(Match.Opponent.COMPUTER, computer=LEVELS[0].key), now)


@transaction.atomic
def join(match_id: str, user: User, now: datetime, invite: str = "", seed: str | None = None) -> None:
    """Take the free seat. Raises `NoSuchMatch`, `Forbidden` or `Refused`."""
    require_no_maintenance()
    player = lock_player(user, now)
    with open_table(match_id, now) as log:
        if log.seats[0].user_id == user.pk:
            raise Refused("own_table")
        _require_welcome(log.match, user, invite)
        require_together(user, log.seats[0].user, Refused("not_open_to_you"))
        if not log.match.is_slow:
            require_live_games(player, now)
        take_free_seat(log, user)
        if seed is not None:
            append_move(log, 1, Cut(seed))


def take_free_seat(log: OpenLog, user: User) -> None:
    """Seat the player at seat 1; raises `IllegalMove` where somebody was quicker."""
    log.append(Record(1, Join()))
    log.seats[1].user = user


def _require_welcome(match: Match, user: User, invite: str) -> None:
    match match.opponent:
        case Match.Opponent.OPEN if user.is_guest:
            raise Forbidden("sign_up_first")
        case Match.Opponent.LINK if invite != match.invite:
            raise NoSuchMatch("no_such_match")
        case Match.Opponent.NAMED if match.invited_id != user.pk:
            raise Forbidden("not_your_table")


def cancel(match_id: str, user: User, now: datetime) -> None:
    """Take back one's own table that nobody joined. Raises `NoSuchMatch`, `Forbidden` or `IllegalMove`."""
    with open_table(match_id, now) as log:
        log.append(Record(seat_of(log, user.pk), Cancel()))


def decline(match_id: str, user: User, now: datetime) -> None:
    """Say no to a challenge. Raises `NoSuchMatch`, `Forbidden` or `IllegalMove`."""
    with open_table(match_id, now) as log:
        if log.match.invited_id != user.pk:
            raise Forbidden("not_your_table")
        log.append(Record(1, Cancel()))

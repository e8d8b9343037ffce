"""Setting and lifting blocks."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.conduct.models import Block
from accounts.models import User
from games.broadcast import announce_lobby, announce_refresh, table_group
from games.engine.moves import Cancel, Record
from games.models import Match
from games.services.errors import Refused
from games.services.players import lock_both
from games.services.table import open_table

MOST_BLOCKS = 500  # of one player


@transaction.atomic
def block(player: User, other: User, now: datetime) -> None:
    """Keep the two apart from now on, and take back what one had offered the other. A running game goes on.

    Raises `Refused` for oneself, for a player who is gone, and where there are too many.
    """
    if player == other:
        raise Refused("block_oneself")
    lock_both(player, other)
    if player.blocks.count() >= MOST_BLOCKS:
        raise Refused("too_many_blocks", most=MOST_BLOCKS)
    _block, is_new = Block.objects.get_or_create(player=player, blocked=other, defaults={"at": now})
    if is_new:
        _take_back_offers(player, other, now)
        _have_drawn_anew(player, other)


def unblock(player: User, other: User) -> None:
    """Lift the player's own block; the other's, if there is one, stays."""
    if player.blocks.filter(blocked=other).delete()[0]:
        _have_drawn_anew(player, other)


def _take_back_offers(player: User, other: User, now: datetime) -> None:
    """Challenges and rematches on their way between the two, taken back or declined by who sets the block."""
    between = Q(seats__user=player, invited=other) | Q(seats__user=other, invited=player)
    offered = Match.objects.filter(between, status=Match.State.OPEN).order_by("pk")
    for match_id in list(offered.values_list("pk", flat=True)):
        with open_table(match_id, now) as log:
            if log.match.status == Match.State.OPEN:
                log.append(Record(0 if log.seats[0].user_id == player.pk else 1, Cancel()))


def _have_drawn_anew(player: User, other: User) -> None:
    """Lists of open tables, and the talk where the two play each other."""
    announce_lobby()
    shared = Match.objects.filter(seats__user=player).filter(seats__user=other)
    for match_id in shared.filter(status=Match.State.ACTIVE).values_list("pk", flat=True):
        announce_refresh(table_group(match_id), match_id)

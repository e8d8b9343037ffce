"""A player as a party to what is being written.

Rows of players are locked FOR NO KEY UPDATE: whoever writes a letter or a challenge to a locked player goes on.
"""

from collections.abc import Collection
from datetime import datetime

from accounts.conduct.apart import who_blocks
from accounts.conduct.standing import require_access
from accounts.models import User
from games.models import Match
from games.services.errors import Forbidden, Refused


def hold(user: User) -> None:
    """Hold the player's row until the transaction ends, whatever the player may do."""
    list(User.objects.select_for_update(no_key=True).filter(pk=user.pk))


def lock_player(user: User, now: datetime) -> User:
    """Hold the player's row until the transaction ends, so that nobody goes for good while sitting down; the row.

    Raises `Forbidden` for whoever is gone, locked out, suspended or banned already.
    """
    player, _nobody = lock_with(user, None, now)
    return player


def lock_with(user: User, other_id: int | None, now: datetime) -> tuple[User, User | None]:
    """As `lock_player`, with the row of another: nobody is shut out while a game with them begins. Both rows.

    The other's is None for nobody, and for whoever is gone.
    """
    those = User.objects.select_for_update(no_key=True).filter(pk__in=(user.pk, other_id or user.pk))
    rows = {row.pk: row for row in those.order_by("pk")}
    player = rows.get(user.pk)
    if player is None or not player.is_active:
        raise Forbidden("log_in_first")
    require_access(player, now)
    return player, rows.get(other_id or 0)


def lock_both(first: User, second: User) -> None:
    """Hold the rows of two players, in one order for everybody. Raises `Refused` where one of them is gone."""
    those = User.objects.select_for_update(no_key=True).filter(pk__in=(first.pk, second.pk), is_active=True)
    if len(those.order_by("pk")) < 2:
        raise Refused("player_is_gone")


def require_together(user: User, other: User | None, otherwise: Refused) -> None:
    """Raises `Refused` where one of the two blocks the other; a row of theirs has to be held."""
    if other is not None:
        require_unblocked(user.pk, who_blocks(user.pk, other.pk), otherwise)


def require_unblocked(user_id: int, blocking: Collection[int], otherwise: Refused) -> None:
    """Raises `Refused` where anybody of the two is among those who block the other.

    Who blocks is told so. Who is blocked is not: for that player `otherwise`, a refusal that others meet as well.
    """
    if user_id in blocking:
        raise Refused("you_block")
    if blocking:
        raise otherwise


def lock_with_opponents(user: User) -> None:
    """Hold the rows of a player who goes for good and of those they play with, in one order for everybody.

    Two who leave at once would else wait for each other: each has written to the other whose row is to be deleted.
    """
    running = Match.objects.filter(seats__user=user, ended_at=None)
    those = User.objects.filter(seats__match__in=running) | User.objects.filter(pk=user.pk)
    list(User.objects.select_for_update(no_key=True).filter(pk__in=those.values("pk")).order_by("pk"))

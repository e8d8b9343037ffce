"""Who is to have nothing to do with whom. A block holds both ways, whoever set it."""

from django.db.models import OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable

from accounts.conduct.models import Block
from accounts.models import User


def are_apart(first_id: int | None, second_id: int | None) -> bool:
    """Whether one of these two players blocks the other."""
    return _blocks(first_id, second_id).exists()


def blocks_with(user_id: int | None, field: str) -> QuerySet[Block]:
    """For a subquery: the blocks between this player and the one whom `field` of the outer query names."""
    return _blocks(user_id, OuterRef(field))


def _blocks(first: int | None, second: int | Combinable | None) -> QuerySet[Block]:
    return Block.objects.filter(Q(player=first, blocked=second) | Q(player=second, blocked=first))


def blocks_of(player: User) -> QuerySet[Block]:
    """Whom the player blocks, the latest first."""
    return player.blocks.select_related("blocked").order_by("-at", "-pk")

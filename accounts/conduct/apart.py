"""Who is to have nothing to do with whom. A block holds both ways, whoever set it."""

from django.db.models import OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable

from accounts.conduct.models import Block
from accounts.models import User


def who_blocks(first_id: int, second_id: int) -> set[int]:
    """The ids of those of the two who block the other: nobody, one, or both."""
    return set(_blocks(first_id, second_id).values_list("player", flat=True))


def blocks_with(user_id: int | None, field: str) -> QuerySet[Block]:
    """For a subquery: the blocks between this player and the one whom `field` of the outer query names."""
    return _blocks(user_id, OuterRef(field))


def _blocks(first: int | None, second: int | Combinable | None) -> QuerySet[Block]:
    return Block.objects.filter(Q(player=first, blocked=second) | Q(player=second, blocked=first))


def blocks_of(player: User) -> QuerySet[Block]:
    """Whom the player blocks, the latest first."""
    return player.blocks.select_related("blocked").order_by("-at", "-pk")

"""Finding matches and players among very many: by what an index knows."""

import re
from datetime import datetime, timedelta

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import cached_property

from accounts.models import User
from accounts.names import look_alike_key
from games.models import ID_ALPHABET, ID_LENGTH

MOST_PLAYERS = 50  # whose names begin alike; who seeks others says more of the name
MATCH_ID = re.compile(rf"[{ID_ALPHABET}]{{{ID_LENGTH}}}")


class FewCounted(Paginator):  # type: ignore[type-arg]
    """Counts to ten thousand and no further: to count a million rows takes longer than to show some."""

    MOST = 10_000

    @cached_property
    def count(self) -> int:
        rows: QuerySet[User] = self.object_list  # type: ignore[assignment]
        return rows.order_by()[: self.MOST].count()


def is_match_id(words: str) -> bool:
    return MATCH_ID.fullmatch(words.strip()) is not None


def day_named(words: str) -> tuple[datetime, datetime] | None:
    """The day that is written as 2026-03-14, from midnight to midnight where the reader is; None for other words."""
    try:
        begin = timezone.make_aware(datetime.strptime(words.strip(), "%Y-%m-%d"))  # noqa: DTZ007
    except (ValueError, OverflowError):
        return None
    return begin, begin + timedelta(days=1)


def ids_of_players(words: str) -> list[int]:
    """The players whose names begin so, as a reader reads them; the one who is named in full is always among them."""
    key = look_alike_key(words.strip())
    if not key or not key.isprintable():  # PostgreSQL takes no NUL
        return []
    found = User.objects.filter(name_key__startswith=key).order_by("name_key")
    return list(found.values_list("pk", flat=True)[:MOST_PLAYERS])

"""Who is looking at which table: a key with a short life in the cache that all processes share."""

from django.core.cache import cache

SECONDS = 60  # a page pings every 25


def look(match_id: str, user_id: int) -> None:
    """The player has this table before the eyes now."""
    cache.set(_key(match_id, user_id), True, SECONDS)


def is_looking(match_id: str, user_id: int) -> bool:
    return bool(cache.get(_key(match_id, user_id)))


def _key(match_id: str, user_id: int) -> str:
    return f"looking:{match_id}:{user_id}"

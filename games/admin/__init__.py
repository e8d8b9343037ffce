"""What staff see of games: to look at, never to edit, and without a running match's hidden cards."""

from games.admin import lists, matches

__all__ = ["lists", "matches"]

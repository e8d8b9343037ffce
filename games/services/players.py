"""A player as a party to what is being written."""

from accounts.models import User
from games.services.errors import Forbidden


def lock_player(user: User) -> None:
    """Hold the player's row until the transaction ends, so that nobody goes for good while sitting down.

    Raises `Forbidden` for whoever is gone or locked out already.
    """
    if not User.objects.select_for_update().filter(pk=user.pk, is_active=True).exists():
        raise Forbidden("log_in_first")

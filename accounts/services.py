"""What is written about players beyond what allauth writes."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.leaving import leave_everything
from games.services.players import lock_with_opponents


def delete_account(user: User, now: datetime) -> None:
    """Take the player out of every running and open game, then out of the database.

    Finished games stay for those who played them, without the name.
    """
    with transaction.atomic():
        lock_with_opponents(user)
        leave_everything(user, now)
        user.delete()

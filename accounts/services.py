"""What is written about players beyond what allauth writes."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.leaving import leave_everything


def delete_account(user: User, now: datetime) -> None:
    """Take the player out of every running and open game, then out of the database.

    Finished games stay for those who played them, without the name.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # nobody sits down while going
        leave_everything(user, now)
        user.delete()

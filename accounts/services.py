"""What is written about players beyond what allauth writes."""

from datetime import datetime

from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from accounts.models import User
from games.broadcast import announce_logout, session_mark
from games.services.leaving import leave_everything
from games.services.players import lock_with_opponents


def delete_account(user: User, now: datetime) -> None:
    """Take the player out of every running and open game, then out of the database.

    Finished games stay for those who played them, without the name. Nothing else that tells of the player does.
    """
    with transaction.atomic():
        lock_with_opponents(user)
        leave_everything(user, now)
        _end_sessions(user)
        _take_name_from_admin_log(user)
        user.delete()


def _end_sessions(user: User) -> None:
    """Whose sessions are not ended, too, would leave behind in them how and by what name the player logged in."""
    for session in UserSession.objects.filter(user=user):
        announce_logout(user.pk, session_mark(session.session_key))
        session.end()


def _take_name_from_admin_log(user: User) -> None:
    """What admins did stays on record, by the number of the player."""
    about = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk))
    about.update(object_repr=str(user.pk))

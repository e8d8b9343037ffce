"""What follows from log-in and log-out."""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from games.broadcast import announce_logout, session_mark


@receiver(user_logged_out)
def close_sockets(request: HttpRequest | None, user: User | None, **_about: Any) -> None:
    """A socket keeps the player it was opened by, so those of an ended session are closed."""
    if user is not None and request is not None and request.session.session_key:
        announce_logout(user.pk, session_mark(request.session.session_key))

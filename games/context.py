"""What every page shows."""

from django.http import HttpRequest

from accounts.models import User
from games.selectors import waiting_count


def waiting(request: HttpRequest) -> dict[str, int]:
    """How many games wait for the reader."""
    return {"waiting_count": waiting_count(request.user)} if isinstance(request.user, User) else {}

"""What every page shows."""

from django.http import HttpRequest

from accounts.models import User
from games.waiting import Waiting, waiting_for


def waiting(request: HttpRequest) -> dict[str, Waiting]:
    """The other games that wait for the reader."""
    if not isinstance(request.user, User):
        return {}
    here = request.resolver_match.kwargs.get("match_id") if request.resolver_match else None
    return {"waiting": waiting_for(request.user, here)}

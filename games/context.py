"""What every page shows."""

from django.http import HttpRequest

from accounts.models import User
from games.selectors import waiting_count


def waiting(request: HttpRequest) -> dict[str, int]:
    """How many other games wait for the reader."""
    if not isinstance(request.user, User):
        return {}
    here = request.resolver_match.kwargs.get("match_id") if request.resolver_match else None
    return {"waiting_count": waiting_count(request.user, besides=here)}

"""How many games wait for a player: for the strip on every page and the title and icon of the browser's tab."""

from dataclasses import asdict, dataclass

from django.urls import reverse
from django.utils.translation import ngettext

from accounts.models import User
from games.selectors import waiting_count


@dataclass(frozen=True)
class Waiting:
    """The number, its words in the language that is active, and where the next one is."""

    count: int
    text: str
    url: str

    def message(self) -> dict[str, object]:
        """As a socket tells it."""
        return {"type": "waiting", **asdict(self)}


def waiting_for(user: User, here: str | None) -> Waiting:
    """The games that wait for the player, besides the one that is being looked at."""
    count = waiting_count(user, besides=here)
    text = ngettext("%(count)d waits for you", "%(count)d wait for you", count) % {"count": count}
    return Waiting(count, text, reverse("next_game") + (f"?after={here}" if here else ""))

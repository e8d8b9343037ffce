"""The table that a stranger is shown: a staged position, drawn by the table's own builder and templates."""

from dataclasses import dataclass, replace

from django.utils import timezone

from accounts.models import User
from accounts.names import GUEST_PREFIX
from games.render import render_regions
from games.staged import Staged, dealt, seated
from games.staged_table import READER, staged_table
from games.tables import TableView

SCORES, BACK_PEGS = (74, 68), (66, 60)
REGIONS = ("far", "board", "count", "pile", "corner", "near", "mine")


@dataclass(frozen=True)
class Example:
    """The table, and the inner HTML of its regions."""

    table: TableView
    regions: dict[str, str]


def example_table() -> Example:
    """As a guest sees it while the page is still telling what the computer did; in the language that is active."""
    guest = User(username=f"{GUEST_PREFIX}4821", is_guest=True)
    table = staged_table(_staged(), guest, timezone.now(), is_present=False, reads_show=False)
    html = render_regions(table)
    return Example(table, {name: html[name] for name in REGIONS})


def _staged() -> Staged:
    """The third card makes a run of three, and the guest holds the seven that makes thirty-one."""
    begun = seated(first_dealer=READER, scores=SCORES)
    begun = replace(begun, state=replace(begun.state, back_pegs=BACK_PEGS))
    deal = dealt(hands=("7D 8H 8S JH", "7C 9S 3D 4D"), away=("2C KD", "QS KH"), starter="6H")
    return begun.after(*deal).play(["7C", "8H", "9S"])

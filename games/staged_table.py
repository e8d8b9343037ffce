"""A staged game against the computer as a table: drawn as every other one, though no match stands behind it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from accounts.models import User
from games.computer import LEVELS
from games.engine.events import ShowEvent
from games.engine.views import redact
from games.models import Match, Seat
from games.staged import Staged
from games.table_builder import Look, build_table
from games.tables import TableView, Told

READER, COMPUTER = 0, 1


@dataclass(frozen=True, kw_only=True)
class StagedLook(Look):
    """A look at a table that is stored nowhere: both seats come with it."""

    both: Sequence[Seat]

    @property
    def seats(self) -> Sequence[Seat]:
        return self.both


def staged_table(staged: Staged, reader: User, now: datetime, is_present: bool, reads_show: bool) -> TableView:
    """The table as `reader` sees it, at seat 0; whatever would lead to a match or a player is left out.

    `reads_show`: a hand that was just counted lies open.
    """
    counted = any(isinstance(event, ShowEvent) for told in staged.told[-1:] for event in told.events)
    look = StagedLook(
        match=Match(id="staged", status=Match.State.ACTIVE, opponent=Match.Opponent.COMPUTER),
        state=staged.state,
        reader=READER,
        events=[_seen(told) for told in staged.told],
        is_present=is_present,
        is_show=reads_show and counted,
        now=now,
        both=(Seat(number=READER, user=reader), Seat(number=COMPUTER, computer=LEVELS[0].key)),
    )
    table = build_table(look)
    result = replace(table.result, rematch="", replay_url="", check_url="") if table.result else None
    prompt = table.prompt if table.decision else ""  # nobody is waited for
    table = replace(table, school=None, may_school=False, seeds=None)  # it is a lesson itself, of chosen cards
    return replace(table, near=replace(table.near, url=""), result=result, prompt=prompt)


def _seen(told: Told) -> Told:
    return replace(told, events=tuple(redact(event, READER, over=False) for event in told.events))

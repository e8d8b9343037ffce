"""A finished match looked at again: one ply of it as a table, and the ways to the others."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby

from django.urls import reverse
from django.utils.translation import gettext as _

from games.card_views import faces_up
from games.chart import Chart, score_chart
from games.engine.events import Event, PointsEvent
from games.engine.game import fold
from games.engine.state import SEATS
from games.engine.views import redact
from games.models import Match, MoveRecord
from games.render import render_regions
from games.selectors import records_between
from games.state import events_of, load, record_of, shows
from games.table_builder import ReplayLook, build_table
from games.tables import CardView, TableView, Told
from games.words import Names, seat_name, sentence, sentences

REGIONS_LEFT_OUT = ("title", "talk", "log", "menu")


@dataclass(frozen=True)
class Step:
    """A way to another ply; `url` is "" where there is nothing further."""

    label: str
    sign: str
    key: str  # of the keyboard
    url: str


@dataclass(frozen=True)
class Way:
    """A choice among several, of which one `is_here`."""

    label: str
    url: str
    is_here: bool


@dataclass(frozen=True)
class PointsView:
    """What was scored at a ply, and the cards that made it."""

    text: str
    cards: tuple[CardView, ...]


@dataclass(frozen=True)
class ReplayView:
    """All that the page of one ply shows."""

    table: TableView
    regions: dict[str, str]
    ply: int
    last_ply: int
    deal: int
    steps: tuple[Step, ...]
    sides: tuple[Way, ...]  # whose hands lie open
    points: tuple[PointsView, ...]
    lines: tuple[Way, ...]  # the records of this deal
    deals: tuple[Way, ...]  # each with the score at its end
    chart: Chart


def first_shown(match: Match) -> int:
    """The ply that a replay opens at: the first deal, or the end where no card was dealt."""
    dealt = match.records.filter(kind="deal").order_by("ply").values_list("ply", flat=True).first()
    return match.ply if dealt is None else dealt


def ply_url(match: Match, ply: int, seat: int | None) -> str:
    """The address of a ply, with both hands open or as `seat` saw it."""
    url = reverse("replay_ply", args=[match.id, ply])
    return url if seat is None else f"{url}?seat={seat}"


def replay(match: Match, ply: int, seat: int | None, now: datetime) -> ReplayView:
    """Ply 1 to `match.ply` of a match that is over, with both hands open or as `seat` saw it."""
    return Replay(match, ply, seat, now).view()


@dataclass
class Replay:
    """The whole log of a match, looked at from one of its plies."""

    match: Match
    ply: int
    seat: int | None
    now: datetime

    def view(self) -> ReplayView:
        table = self.table()
        regions = {name: html for name, html in render_regions(table).items() if name not in REGIONS_LEFT_OUT}
        return ReplayView(
            table=table,
            regions=regions,
            ply=self.ply,
            last_ply=self.match.ply,
            deal=self.deal,
            steps=self.steps(),
            sides=self.sides(),
            points=tuple(self.points()),
            lines=tuple(self.lines()),
            deals=tuple(self.deals()),
            chart=score_chart([self.scores[number] for number in sorted(self.scores)], self.match.target, self.deal),
        )

    @cached_property
    def rows(self) -> list[MoveRecord]:
        return records_between(self.match, 0, self.match.ply)

    @cached_property
    def told(self) -> list[Told]:
        """The events of every record, as the hands that lie open allow."""
        return [Told(row.ply, tuple(map(self._seen, events_of(row))), row.automatic) for row in self.rows]

    def _seen(self, event: Event) -> Event:
        return redact(event, self.seat, over=self.seat is None)

    @property
    def deal(self) -> int:
        return self.rows[self.ply - 1].deal

    @cached_property
    def first_plies(self) -> dict[int, int]:
        """By deal; 0 stands for all that was before the first."""
        return {number: next(rows).ply for number, rows in groupby(self.rows, lambda row: row.deal)}

    @cached_property
    def scores(self) -> dict[int, tuple[int, int]]:
        """By seat, at the end of each deal; deal 0 is the score before any."""
        score = [0, 0]
        after = {0: (0, 0)}
        for row, told in zip(self.rows, self.told, strict=True):
            for event in told.events:
                if isinstance(event, PointsEvent):
                    score[event.seat] = event.score
            after[row.deal] = (score[0], score[1])
        return after

    @cached_property
    def names(self) -> Names:
        return [seat_name(seat) for seat in self.match.seats.all()]

    def table(self) -> TableView:
        look = ReplayLook(
            match=self.match,
            state=fold(self.match.engine_settings, map(record_of, self.rows[: self.ply])),
            reader=None,
            events=[told for told in self.told[: self.ply] if self.rows[told.ply - 1].deal == self.deal],
            is_present=self.ply == self.match.ply,
            is_show=shows(self.rows[self.ply - 1]),
            now=self.now,
            last=load(self.match),
            open_seats=SEATS if self.seat is None else (self.seat,),
        )
        return replace(build_table(look), prompt="")  # nobody is waited for any more

    def url(self, ply: int | None) -> str:
        """The address of a ply; "" where there is none."""
        return "" if ply is None else ply_url(self.match, ply, self.seat)

    def steps(self) -> tuple[Step, ...]:
        earlier = [ply for ply in self.first_plies.values() if ply < self.ply]
        later = [ply for ply in self.first_plies.values() if ply > self.ply]
        back = self.ply - 1 or None
        on = self.ply + 1 if self.ply < self.match.ply else None
        return (
            Step(_("First"), "|◀", "Home", self.url(1 if back else None)),
            Step(_("Deal back"), "◀◀", "PageUp", self.url(earlier[-1] if earlier else None)),
            Step(_("Back"), "◀", "ArrowLeft", self.url(back)),
            Step(_("On"), "▶", "ArrowRight", self.url(on)),
            Step(_("Deal on"), "▶▶", "PageDown", self.url(later[0] if later else None)),
            Step(_("Last"), "▶|", "End", self.url(self.match.ply if on else None)),
        )

    def sides(self) -> tuple[Way, ...]:
        labels = {None: _("Both hands open")} | {
            seat: _("As %(name)s saw it") % {"name": self.names[seat]} for seat in SEATS
        }
        return tuple(
            Way(label, ply_url(self.match, self.ply, seat), seat == self.seat) for seat, label in labels.items()
        )

    def points(self) -> Iterator[PointsView]:
        for event in self.told[self.ply - 1].events:
            if isinstance(event, PointsEvent):
                yield PointsView(sentence(event, self.names), faces_up(event.cards))

    def lines(self) -> Iterator[Way]:
        """The records of this deal that say anything, a line a sentence."""
        for row, told in zip(self.rows, self.told, strict=True):
            text = "\n".join(filter(None, sentences(told.events, self.names, told.automatic)))
            if row.deal == self.deal and text:
                yield Way(text, self.url(row.ply), row.ply == self.ply)

    def deals(self) -> Iterator[Way]:
        for number, ply in self.first_plies.items():
            if number:
                first, second = self.scores[number]
                values = {"deal": number, "first": first, "second": second}
                label = _("Deal %(deal)d: %(first)d to %(second)d") % values
                yield Way(label, self.url(ply), number == self.deal)

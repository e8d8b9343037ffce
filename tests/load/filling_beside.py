"""What staff have to do with, put in as rows beside the matches of `filling`: most of it done, some of it open."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from accounts.conduct.models import Appeal, Clue, Report, Sanction
from accounts.models import User
from cribsite.models import StaffAct
from games.models import Mail, Match
from tests.load.filling import Filling

OF_EACH = 5_000  # reports, sanctions, clues, acts of staff
APPEALS = 2_000
LETTERS = 10_000
OPEN_SHARE = 0.05
A_YEAR = timedelta(days=365)
FACTS = {
    Clue.Kind.SHARED: {"devices": 1, "addresses": 2},
    Clue.Kind.ONE_WAY: {"games": 14, "won": 13, "given": 9},
    Clue.Kind.TOO_FAST: {"games": 31, "deals": 240, "seconds": 0.4},
}


@dataclass
class FillingBeside:
    """Rows about the players of `filling`, written and answered in the year before `now`."""

    filling: Filling
    now: datetime
    dice: Random = field(default_factory=lambda: Random(2))

    def store(self) -> None:
        self.matches = list(Match.objects.order_by("-created_at").values_list("pk", flat=True)[:OF_EACH])
        Mail.objects.bulk_create(self._letters())
        reports = Report.objects.bulk_create(map(self._report, range(OF_EACH)))
        sanctions = Sanction.objects.bulk_create(map(self._sanction, reports))
        Appeal.objects.bulk_create(map(self._appeal, self.dice.sample(sanctions, APPEALS)))
        Clue.objects.bulk_create(self._clues())
        StaffAct.objects.bulk_create(map(self._act, range(OF_EACH)))

    def _moment(self) -> datetime:
        return self.now - self.dice.random() * A_YEAR

    def _player(self) -> User:
        return self.dice.choice(self.filling.others)

    def _letters(self) -> Iterable[Mail]:
        for _number in range(LETTERS):
            at = self._moment()
            yield Mail(user=self._player(), kind=Mail.Kind.OVER, state=Mail.State.SENT, written_at=at, next_try_at=at)

    def _report(self, number: int) -> Report:
        at, is_open = self._moment(), self.dice.random() < OPEN_SHARE
        category = self.dice.choice(Report.Category.values)
        answer = {"outcome": self.dice.choice(Report.Outcome.values), "closed_at": at, "closed_by": self.filling.busy}
        return Report(
            reporter=self._player(),
            about=self._player(),
            match_id=self.matches[number],
            category=category,
            words="We sat there for ten minutes, and then nothing came any more." if number % 2 else "",
            at=at,
            **({} if is_open else answer),
        )

    def _sanction(self, report: Report) -> Sanction:
        kind = self.dice.choice(Sanction.Kind.values)
        ends_at = report.at + timedelta(days=30) if kind in Sanction.WITH_END else None
        return Sanction(
            player=report.about,
            kind=kind,
            reason="You let others wait in lost games.",
            report=report,
            given_by=self.filling.busy,
            given_at=report.at,
            ends_at=ends_at,
            ended_at=ends_at if ends_at and ends_at < self.now else None,
        )

    def _appeal(self, sanction: Sanction) -> Appeal:
        at, is_open = sanction.given_at + timedelta(days=1), self.dice.random() < OPEN_SHARE
        answer = {"answer": "We looked again.", "decided_by": self.filling.busy, "decided_at": at}
        decided = {} if is_open else {"decision": self.dice.choice(Appeal.Decision.values), **answer}
        return Appeal(sanction=sanction, words="It was my line, which broke.", at=at, **decided)

    def _clues(self) -> Iterable[Clue]:
        for player in self.dice.sample(self.filling.others, min(OF_EACH, len(self.filling.others))):
            kind = self.dice.choice(list(Clue.Kind))
            other = None if kind == Clue.Kind.TOO_FAST else self._player()
            looked = {} if self.dice.random() < OPEN_SHARE else {"looked_at": self.now, "looked_by": self.filling.busy}
            yield Clue(kind=kind, player=player, other=other, facts=FACTS[kind], at=self._moment(), **looked)

    def _act(self, number: int) -> StaffAct:
        about, at = f"match {self.matches[number]}", self._moment()
        return StaffAct(by=self.filling.busy, name="Busy", what="verify", about=about, at=at)

"""A database full of finished games, put in as rows: matches, seats and figures for all, whole logs for some."""

from collections.abc import Iterable
from copy import copy
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from accounts.models import User
from accounts.names import look_alike_key
from games.engine.state import CountMode, Settings
from games.models import DAY, Match, MoveRecord, Seat, SeatStatistics, new_id
from games.statistics import Tally, tallies
from tests.games.finished import finished
from tests.games.players import new_player

BATCH = 5_000
PLAYERS = 2_000  # unless more are asked for
BUSY_SHARE = 0.1  # of all matches, those at which one player sits
FIRST = datetime(2024, 1, 1, tzinfo=UTC)
BETWEEN = timedelta(minutes=10)
ENDS = {
    "target": 80,
    "resignation": 8,
    "time": 5,
    "abort": 4,
    "abandonment": 1,
    "agreement": 1,
    "annulled": 1,
}  # percent
WITHOUT_WINNER = {"abort": "aborted", "agreement": "aborted", "annulled": "annulled"}


@dataclass(frozen=True)
class Game:
    """A random game that many matches are copies of."""

    match: Match
    rows: list[MoveRecord]
    tallies: tuple[Tally, Tally]
    scores: list[int]


@dataclass
class Filling:
    """`busy` sits at a tenth of the matches, `others` at some hundred each; `sample` is a match with a log."""

    matches: int
    logs: int
    players: int = PLAYERS
    dice: Random = field(default_factory=lambda: Random(1))
    sample: str = ""

    def __post_init__(self) -> None:
        self.busy = new_player("Busy")
        names = [f"Player{number}" for number in range(self.players)]
        User.objects.bulk_create(
            User(username=name, name_key=look_alike_key(name), email=f"{name}@example.org") for name in names
        )
        self.others = list(User.objects.exclude(pk=self.busy.pk).order_by("pk"))
        self.games = [self._game(mode, seed) for mode in CountMode for seed in range(6)]

    def _game(self, mode: CountMode, seed: int) -> Game:
        match = finished(self.others[0], self.others[1], Settings(count_mode=mode), seed)
        rows = list(match.records.order_by("ply"))
        return Game(match, rows, tallies(rows), [seat.score for seat in match.seats.all()])

    def store(self) -> None:
        for first in range(0, self.matches, BATCH):
            self._store(range(first, min(first + BATCH, self.matches)))

    def _store(self, numbers: range) -> None:
        pairs = [(self.dice.choice(self.games), number) for number in numbers]
        copies = [(game, self._match(game, number)) for game, number in pairs]
        logged = copies[:: self.matches // self.logs]
        Match.objects.bulk_create(match for _game, match in copies)
        seats = Seat.objects.bulk_create(seat for game, match in copies for seat in self._seats(game, match))
        SeatStatistics.objects.bulk_create(_figures(copies, seats))
        MoveRecord.objects.bulk_create(_logs(logged), batch_size=BATCH)
        self.sample = logged[0][1].pk

    def _match(self, game: Game, number: int) -> Match:
        match = copy(game.match)
        match.pk = new_id()
        match.created_at = FIRST + number * BETWEEN
        match.ended_at = match.created_at + timedelta(minutes=self.dice.randint(5, 60))
        match.reason = self.dice.choices(list(ENDS), list(ENDS.values()))[0]
        match.status = WITHOUT_WINNER.get(match.reason, Match.State.FINISHED)
        match.winner = None if match.reason in WITHOUT_WINNER else match.winner
        match.allowance = self.dice.choice((None, 20, DAY))
        return match

    def _seats(self, game: Game, match: Match) -> Iterable[Seat]:
        users = self.dice.sample(self.others, 2)
        if self.dice.random() < BUSY_SHARE:
            users[self.dice.randrange(2)] = self.busy
        for number, user in enumerate(users):
            yield Seat(match=match, number=number, user=user, score=game.scores[number], ended_at=match.ended_at)


def _figures(copies: list[tuple[Game, Match]], seats: list[Seat]) -> Iterable[SeatStatistics]:
    for place, seat in enumerate(seats):
        game, match = copies[place // 2]
        won = None if match.winner is None else match.winner == seat.number
        about = asdict(game.tallies[seat.number])
        if match.status != Match.State.ANNULLED:
            kept = {"ended_at": seat.ended_at, "won": won, "skunk": match.skunk, "reason": match.reason}
            yield SeatStatistics(seat=seat, user=seat.user, **kept, **about)


def _logs(copies: list[tuple[Game, Match]]) -> Iterable[MoveRecord]:
    for game, match in copies:
        for one in game.rows:
            row = copy(one)
            row.pk, row.match = None, match
            yield row

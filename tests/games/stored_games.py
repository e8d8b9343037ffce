"""Whole games played at random, stored ply by ply, and what each reader is shown of them."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from random import Random

from django.db import transaction
from django.test import Client

from accounts.models import User
from games.engine import codec
from games.engine.moves import Deal, Join, Record
from games.engine.state import Settings, State
from games.match_json import summary_json, view_json
from games.models import Match
from games.render import update_since
from games.selectors import find_match
from games.services import clocks, lobby
from games.state import OpenLog, load, next_show
from tests.engine.random_games import random_game
from tests.engine.test_views_hidden import DealSoFar, known_to, replay, twin_of

from .players import NOW, browser_of, fresh

Reader = int | None
READERS: tuple[Reader, ...] = (0, 1, None)

RANKS = {
    **{"ace": "A", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7"},
    **{"eight": "8", "nine": "9", "ten": "T", "jack": "J", "queen": "Q", "king": "K"},
}
CODE = re.compile(r"(?<![A-Za-z0-9])([A2-9TJQK][CDHS])(?![A-Za-z0-9])")
NAME = re.compile(rf"\b({'|'.join(RANKS)}) of (clubs|diamonds|hearts|spades)\b")
DRAWN = re.compile(r'suit-([CDHS])[^>]*>\s*<b aria-hidden="true">(10|[A2-9JQK])</b>')
CHANGES_WITH_EVERY_REQUEST = re.compile(r'(name="csrfmiddlewaretoken" value|data-now)="[^"]*"')


def cards_told(text: str) -> set[str]:
    """Every card that a page or a frame names, writes as its code, or draws."""
    drawn = {("T" if index == "10" else index) + suit for suit, index in DRAWN.findall(text)}
    named = {RANKS[rank] + suit[0].upper() for rank, suit in NAME.findall(text)}
    return {*CODE.findall(text), *named, *drawn}


@dataclass
class StoredGame:
    """A match that is played ply by ply. Seat 0 reads each show at once, seat 1 now and then."""

    host: User
    guest: User
    settings: Settings
    seed: int
    allowance: int | None = None
    now: datetime = NOW
    match: Match = field(init=False)
    state: State = field(init=False)
    deals: list[DealSoFar] = field(init=False)
    shown: dict[Reader, int] = field(init=False)

    def __post_init__(self) -> None:
        terms = asdict(self.settings) | {"allowance": self.allowance, "bank": 120}
        match = Match(opponent=Match.Opponent.OPEN, **terms)
        lobby.begin(match, self.host, "", self.now).save()
        self.match = fresh(match)
        self.state = load(self.match)
        self.deals = [DealSoFar(self.state)]
        self.shown = dict.fromkeys(READERS, 0)
        self.users = (self.host, self.guest)
        self.browsers = {0: browser_of(self.host), 1: browser_of(self.guest), None: Client()}
        self.dice = Random(self.seed)

    @property
    def deal(self) -> DealSoFar:
        return self.deals[-1]

    def plies(self) -> Iterator[int]:
        """Every ply, each as soon as it is stored. Readers have been shown what there was before it."""
        for record, state, events in random_game(self.settings, self.seed):
            if isinstance(record.act, Deal):
                self.deals.append(DealSoFar(self.state))
            self.deal.records.append(record)
            self.deal.states.append(state)
            self.deal.events += events
            self._store(record)
            self.state = state
            yield state.ply
            self.shown = {reader: self.stop(reader) for reader in READERS}

    def _store(self, record: Record) -> None:
        self.now += timedelta(seconds=1)
        log = OpenLog(fresh(self.match), self.now)
        if isinstance(record.act, Join):
            log.seats[1].user = self.guest
        log.append(record)
        clocks.wind(log)
        log.save()
        self.match = fresh(self.match)
        self._go_on(0, 1.0)
        self._go_on(1, 0.2)

    def _go_on(self, seat: int, chance: float) -> None:
        reading = self.match.seats.get(number=seat)
        unread = next_show(self.match, after=reading.read_ply)
        if unread is not None and self.dice.random() < chance:
            reading.read_ply = unread
            reading.save()

    def stop(self, reader: Reader) -> int:
        """The ply that a page of the reader shows."""
        if reader is None:
            return self.state.ply
        return next_show(self.match, after=self.match.seats.get(number=reader).read_ply) or self.state.ply

    def known(self, reader: Reader) -> set[str]:
        """What the reader may know of the cut and of the deals that the page has just been at."""
        return self._known_since(max(self.shown[reader], 1), reader)

    def known_from_the_log(self) -> set[str]:
        """What a watcher of the whole match may know."""
        return self._known_since(1, None)

    def _known_since(self, ply: int, reader: Reader) -> set[str]:
        cut = {card for deal in self.deals for card in deal.cut}
        recent = [deal for deal in self.deals if deal.states and deal.states[-1].ply >= ply]
        return {card for deal in recent for card in known_to(deal, cut, reader)}

    def frames(self, reader: Reader, since: int) -> str:
        """What a page that shows ply `since` is sent."""
        update = update_since(self.match.pk, since, reader, "en", self.now)
        return json.dumps([[frame.since, frame.table.ply, frame.events, frame.html] for frame in update.frames])

    def view(self, reader: Reader) -> str:
        """The match as the JSON API tells it to the reader: the view with the events of this deal, and the summary."""
        user_id = self.users[reader].pk if reader is not None else None
        match = find_match(self.match.pk)
        assert match is not None
        after = self.deal.states[0].ply - 1
        return json.dumps([view_json(match, user_id, after), summary_json(match, user_id)])

    def page(self, reader: Reader) -> str:
        answer = self.browsers[reader].get(self.match.get_absolute_url())
        assert answer.status_code == 200
        return CHANGES_WITH_EVERY_REQUEST.sub("", answer.content.decode())

    def readings(self, reader: Reader, with_page: bool = True) -> dict[str, str]:
        """Everything that the reader gets now, by where. The page holds the whole table, as a first frame does."""
        got = {"update": self.frames(reader, self.shown[reader]), "view": self.view(reader)}
        return got | ({"page": self.page(reader)} if with_page else {})

    @contextmanager
    def exchanged_for(self, reader: Reader) -> Iterator[bool]:
        """Meanwhile other cards are stored wherever the reader may not know them; whether there are any such."""
        twin = twin_of(self.deal, reader, self.dice)
        state, _events = replay(self.deal.before, twin)
        with transaction.atomic():
            self._overwrite(twin, state)
            yield state != self.state
            transaction.set_rollback(True)
        self.match = fresh(self.match)

    def _overwrite(self, records: list[Record], state: State) -> None:
        position = self.deal.before
        for record in records:
            position, events = replay(position, [record])
            row = self.match.records.get(ply=position.ply)
            row.data, row.events = codec.encode(record.act), [codec.event_to(event) for event in events]
            row.save()
        Match.objects.filter(pk=self.match.pk).update(snapshot=codec.encode(state))
        self.match = fresh(self.match)

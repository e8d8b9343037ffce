"""Whole games put into the log at once: quicker than playing them move by move, for tests of what comes afterwards."""

from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from games.engine.moves import Join
from games.engine.state import Settings
from games.models import Match
from games.services import lobby
from games.services.statistics import keep_statistics
from games.state import OpenLog
from tests.engine.random_games import random_game

from .players import NOW, fresh

MOVE = timedelta(seconds=7)


def finished(
    host: User, guest: User, settings: Settings | None = None, seed: int = 3, now: datetime = NOW, **terms: Any
) -> Match:
    """A game of random moves, one every seven seconds from `now` on, stored as the services store it."""
    settings = settings or Settings(target=61)
    match = Match(opponent=Match.Opponent.OPEN, **asdict(settings) | terms)
    log = lobby.begin(match, host, "", now)
    for record, _state, _events in random_game(settings, seed):
        log.now += MOVE
        if isinstance(record.act, Join):
            log.seats[1].user = guest
        log.append(record)
    close(log)
    return fresh(match)


def close(log: OpenLog) -> None:
    """Save a log that has come to its end."""
    log.save()
    keep_statistics(log.match)

"""Two referees that count the same cards at once: both have read the logs before either writes."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection

from games.engine.state import Phase
from games.models import CardTotals, Match, PlayerLuck
from games.services import cards, endings

from .players import NOW, new_player, play_to, started

pytestmark = pytest.mark.django_db(transaction=True)
LATER = NOW + timedelta(days=1)


def test_no_match_is_counted_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    ana, ben = new_player("Ana"), new_player("Ben")
    match = started(ana, ben)
    play_to(match, Phase.PLAY)
    endings.resign(match.pk, ana, LATER)
    both_have_read, count = Barrier(2, timeout=10), cards._count

    def count_together(match: Match) -> cards.Counted | None:
        counted = count(match)
        both_have_read.wait()
        return counted

    def sweep(_referee: int) -> int:
        try:
            return cards.keep_totals(LATER)
        finally:
            connection.close()

    monkeypatch.setattr(cards, "_count", count_together)
    with ThreadPoolExecutor(2) as referees:
        assert sorted(referees.map(sweep, range(2))) == [0, 1]
    connection.close()
    assert CardTotals.objects.get().deals == 1
    assert [luck.cuts for luck in PlayerLuck.objects.all()] == [1, 1]

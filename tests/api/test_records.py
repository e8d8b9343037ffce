"""The record of a match that is over: everything in it, and nothing before the end."""

import hashlib
import hmac
import json
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.engine.state import Phase
from games.models import Match
from games.services import endings
from tests.games.players import NOW, any_move, fresh, play_to, play_until, started

from .programs import Program, done, refusal

pytestmark = pytest.mark.django_db

CARDS = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


def finished(ana: User, ben: User, **terms: Any) -> Match:
    match = started(ana, ben, target=61, **terms)
    play_until(match, lambda state: state.result is not None, choose=any_move(Random(9)))
    return fresh(match)


def shuffled(record: dict[str, Any], number: int) -> list[str]:
    """A deck as the frozen format describes it, written here a second time, with nothing of the site's."""
    first, second = (hashlib.sha256(seat["seed"].encode()).hexdigest() for seat in record["seats"])
    key = bytes.fromhex(record["server_seed"])
    stream: list[int] = []
    for block in range(20):
        label = f"cribsite-deck-1\n{record['id']}\n{first}\n{second}\n{number}\n{block}"
        stream += hmac.new(key, label.encode(), hashlib.sha256).digest()
    pack = list(CARDS)
    for place in range(51, 0, -1):
        byte = stream.pop(0)
        while byte >= 256 - 256 % (place + 1):
            byte = stream.pop(0)
        other = byte % (place + 1)
        pack[place], pack[other] = pack[other], pack[place]
    return pack


@pytest.mark.parametrize("count_mode", ["automatic", "muggins"])
def test_the_decks_come_of_the_seeds_and_the_events_of_the_decks(
    ana: User, ben: User, as_ana: Program, count_mode: str
) -> None:
    record = done(as_ana.get(f"matches/{finished(ana, ben, count_mode=count_mode).pk}/record"))
    assert (record["format"], record["version"]) == ("cribsite-record", 1)
    assert hashlib.sha256(bytes.fromhex(record["server_seed"])).hexdigest() == record["commitment"]
    deals = [event for event in record["events"] if event["kind"] == "deal"]
    starters = [event["card"] for event in record["events"] if event["kind"] == "starter"]
    cut = next(event["cards"] for event in record["events"] if event["kind"] == "cut")
    assert len(record["decks"]) == len(deals) + 1
    assert record["decks"] == [shuffled(record, number) for number in range(len(deals) + 1)]
    assert record["decks"][0][:2] == cut
    for event, deck in zip(deals, record["decks"][1:], strict=True):
        pone, dealer = deck[0:12:2], deck[1:12:2]
        assert event["hands"] == ([dealer, pone] if event["dealer"] == 0 else [pone, dealer])
    assert starters == [deck[12] for deck in record["decks"][1:]][: len(starters)]


def test_nothing_in_it_is_hidden(ana: User, ben: User, as_cleo: Program) -> None:
    record = done(as_cleo.get(f"matches/{finished(ana, ben).pk}/record"))
    hands = [event["hands"] for event in record["events"] if event["kind"] == "deal"]
    discards = [event["cards"] for event in record["events"] if event["kind"] == "discard"]
    assert all(len(hand) == 6 for pair in hands for hand in pair)
    assert all(len(cards) == 2 for cards in discards)
    assert [seat["name"] for seat in record["seats"]] == ["Ana", "Ben"]
    assert record["result"] == record["events"][-1]["result"]
    assert record["first_dealer_by"] == "cut"


def test_a_live_match_has_no_record_for_anybody(
    ana: User, ben: User, as_ana: Program, as_cleo: Program, anas: Client
) -> None:
    match = started(ana, ben)
    play_to(match, Phase.PLAY)
    seen = [refusal(program.get(f"matches/{match.pk}/record")) for program in (as_ana, as_cleo)]
    assert seen == [(403, "forbidden")] * 2
    private = started(ana, ben, opponent=Match.Opponent.NAMED, invited=ben)
    assert refusal(as_cleo.get(f"matches/{private.pk}/record")) == (404, "not_found")
    for name in ("record.json", "record.txt"):
        page = anas.get(f"/table/{match.pk}/{name}", follow=True)
        assert "The record can be had once the match is over." in page.content.decode()
        assert Client().get(f"/table/{private.pk}/{name}").status_code == 404


def test_a_match_that_ended_before_the_cut_has_no_decks(match: Match, ana: User, as_ana: Program) -> None:
    endings.abort(match.pk, ana, NOW)
    record = done(as_ana.get(f"matches/{match.pk}/record"))
    assert record["decks"] == []
    assert [seat["seed"] for seat in record["seats"]] == [None, None]
    assert record["result"]["reason"] == "abort"


def test_a_rematch_says_that_it_is_one(ana: User, ben: User, as_ana: Program) -> None:
    first = finished(ana, ben)
    again = endings.rematch(first.pk, ana, NOW)
    endings.rematch(first.pk, ben, NOW)
    play_to(again, Phase.PLAY)
    endings.resign(again.pk, ana, NOW)
    record = done(as_ana.get(f"matches/{again.pk}/record"))
    assert (record["first_dealer_by"], record["rematch_of"]) == ("rematch", first.pk)
    assert len(record["decks"]) == 2


def test_the_table_of_a_match_that_is_over_offers_both_records(
    ana: User, ben: User, anas: Client, as_ana: Program
) -> None:
    match = finished(ana, ben)
    match.seats.update(read_ply=match.ply)  # every show has been read
    page = anas.get(match.get_absolute_url()).content.decode()
    for name in ("record.json", "record.txt"):
        assert f'href="/table/{match.pk}/{name}"' in page
    answer = anas.get(f"/table/{match.pk}/record.json")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="cribsite-{match.pk}.json"'
    assert json.loads(answer.content) == done(as_ana.get(f"matches/{match.pk}/record"))


def test_the_text_has_a_line_for_each_move_with_its_cards(ana: User, ben: User, anas: Client) -> None:
    match = finished(ana, ben)
    text = anas.get(f"/table/{match.pk}/record.txt").content.decode()
    heading, blank, *lines = text.rstrip("\n").split("\n")
    assert heading == f"Ana and Ben, game to 61, match {match.pk}"
    assert blank == ""
    moves = {row.ply: row for row in match.records.all()}
    said = dict(line.split(". ", 1) for line in lines)
    for ply, row in moves.items():
        if row.kind == "discard":
            assert f"[{' '.join(row.data['cards'])}]" in said[str(ply)]
        if row.kind in ("play", "go", "show", "deal", "starter", "discard"):
            assert str(ply) in said
    assert "points for" in text
    assert lines[-1].split(" wins by ")[0].split()[-1] in ("Ana", "Ben")

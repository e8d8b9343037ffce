"""Decks that neither side chose: committed to before the cut, made from all three seeds, checked after the end.

The seeds and decks are derived here once more, from the frozen format and the standard library alone.
"""

import hmac
import json
from collections.abc import Iterator
from hashlib import sha256

import pytest
from django.conf import settings
from pytest_django import Settings

from accounts.models import User
from games import deals
from games.deals import DealKeyMissing
from games.engine.moves import Cut
from games.engine.state import Phase
from games.models import Match
from games.record import record_json
from games.services import endings, lobby
from games.services.lobby import Terms
from games.services.referee import sweep

from .players import NOW, everything, fresh, play_to, play_until, position, send, started

PACK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


def server_seed(match: Match, key: str = "") -> bytes:
    return hmac.new((key or settings.DEAL_KEY).encode(), f"{match.pk}\n{match.deal_salt}".encode(), sha256).digest()


def stream(seed: bytes, match_id: str, seeds: tuple[str, str], number: int) -> Iterator[int]:
    first, second = (sha256(one.encode()).hexdigest() for one in seeds)
    for block in range(100):
        text = f"cribsite-deck-1\n{match_id}\n{first}\n{second}\n{number}\n{block}"
        yield from hmac.new(seed, text.encode(), sha256).digest()


def deck(seed: bytes, match_id: str, seeds: tuple[str, str], number: int) -> list[str]:
    cards, source = list(PACK), stream(seed, match_id, seeds, number)
    for place in range(51, 0, -1):
        byte = next(source)
        while byte >= 256 - 256 % (place + 1):
            byte = next(source)
        other = byte % (place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def both_cut(match: Match, ana: User, ben: User, seeds: tuple[str, str] = ("anas", "bens")) -> None:
    send(match, ana, Cut(seeds[0]))
    send(match, ben, Cut(seeds[1]))


def acts(match: Match, kind: str) -> list[dict[str, object]]:
    return list(match.records.filter(kind=kind).order_by("ply").values_list("data", flat=True))


def test_the_derivation_of_this_test_gives_the_published_vectors() -> None:
    seed = bytes(range(32))
    assert sha256(seed).hexdigest() == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    first = ["9D", "KS", "8S", "6H", "7D", "8H", "KC", "2C", "3D", "9S", "TD", "TC", "2D"]
    assert deck(seed, "test-match", ("ana", "ben"), 1)[:13] == first
    assert deck(seed, "test-match", ("ana", "ben"), 0)[:4] == ["4S", "9S", "7H", "AD"]


def test_the_commitment_is_published_before_anybody_cuts_and_never_changes(ana: User, ben: User) -> None:
    match = lobby.create_match(ana, Terms(Match.Opponent.OPEN, target=61), NOW)
    commitment = match.commitment
    assert commitment == sha256(server_seed(match)).hexdigest()
    lobby.join(match.pk, ben, NOW)
    play_until(match, lambda state: state.result is not None)
    after = fresh(match)
    assert after.commitment == commitment
    assert sha256(bytes.fromhex(after.server_seed)).hexdigest() == commitment


def test_every_card_of_a_game_comes_from_the_decks_of_the_three_seeds(ana: User, ben: User) -> None:
    match = started(ana, ben, target=61)
    both_cut(match, ana, ben, ("anas own words", "~" * 64))
    state = play_until(match, lambda state: state.result is not None)
    opened = bytes.fromhex(fresh(match).server_seed)
    decks = [deck(opened, match.pk, ("anas own words", "~" * 64), number) for number in range(state.deal + 1)]

    (cut,) = acts(match, "cut_cards")
    assert [card for pair in cut["pairs"] for card in pair] == decks[0][: 2 * len(cut["pairs"])]
    dealer = state.first_dealer
    assert dealer is not None
    for number, act in enumerate(acts(match, "deal"), start=1):
        hands = act["hands"]
        assert hands[1 - dealer] == decks[number][0:12:2]
        assert hands[dealer] == decks[number][1:12:2]
        dealer = 1 - dealer
    for number, act in enumerate(acts(match, "starter"), start=1):
        assert act["card"] == decks[number][12]
    assert len(acts(match, "deal")) == state.deal


def test_equal_ranks_are_cut_again(ana: User, ben: User) -> None:
    """Tables are opened and taken back until there is one whose cut will tie, as one in seventeen does."""
    for _ in range(400):
        match = lobby.create_match(ana, Terms(Match.Opponent.LINK), NOW)
        top = deck(server_seed(match), match.pk, ("a", "b"), 0)[:4]
        if top[0][0] == top[1][0] and top[2][0] != top[3][0]:
            break
        lobby.cancel(match.pk, ana, NOW)
    lobby.join(match.pk, ben, NOW, invite=match.invite or "")
    both_cut(match, ana, ben, ("a", "b"))
    assert acts(match, "cut_cards") == [{"pairs": [top[0:2], top[2:4]]}]
    lower = 0 if "A23456789TJQK".index(top[2][0]) < "A23456789TJQK".index(top[3][0]) else 1
    assert position(match).dealer == lower


def test_a_cut_without_a_seed_brings_the_one_that_the_commitment_fixed(match: Match, ana: User, ben: User) -> None:
    both_cut(match, ana, ben, ("", ""))
    seed = server_seed(match)
    derived = [hmac.new(seed, text, sha256).hexdigest() for text in (b"seat0", b"seat1")]
    assert list(position(match).seeds) == derived
    assert [act["seed"] for act in acts(match, "cut")] == derived


def test_a_computer_brings_the_seed_that_the_commitment_fixed(ana: User) -> None:
    match = lobby.create_match(ana, Terms(Match.Opponent.COMPUTER, computer="easy"), NOW)
    assert position(match).seeds == (None, hmac.new(server_seed(match), b"seat1", sha256).hexdigest())


def test_no_two_matches_share_salt_or_seed(ana: User) -> None:
    matches = [lobby.create_match(ana, Terms(Match.Opponent.OPEN), NOW) for _ in range(5)]
    assert len({match.deal_salt for match in matches}) == 5
    assert len({match.commitment for match in matches}) == 5
    assert all(len(bytes.fromhex(match.deal_salt)) == 32 for match in matches)


def test_what_is_stored_of_a_running_match_holds_no_card_that_was_not_dealt(ana: User, ben: User) -> None:
    match = started(ana, ben)
    seeds = ("anas", "bens")
    both_cut(match, ana, ben, seeds)
    seed = server_seed(match)
    for deal in (1, 2, 3):
        for phase in (Phase.DISCARD, Phase.PLAY):
            play_to(match, phase, deal)
            dealt = set(deck(seed, match.pk, seeds, deal)[: 12 if phase is Phase.DISCARD else 13])
            assert cards_stored(match, deal) == dealt
            assert fresh(match).server_seed == ""
    assert seed.hex() not in json.dumps(everything(match), default=str)


def cards_stored(match: Match, deal: int) -> set[str]:
    """Every card that the rows of a deal and the snapshot name, but for those of the cut."""
    snapshot = {name: value for name, value in fresh(match).snapshot.items() if name != "cut_pairs"}
    rows = list(match.records.filter(deal=deal).values_list("data", "events"))
    return set(texts([rows, snapshot])) & set(PACK)


def texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from texts(list(value.values()))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts(one)


@pytest.mark.parametrize("ending", ["resign", "abort", "agree", "cancel", "expire"])
def test_whatever_the_end_the_seed_is_opened(ana: User, ben: User, ending: str) -> None:
    match = lobby.create_match(ana, Terms(Match.Opponent.OPEN), NOW)
    if ending in ("resign", "abort", "agree"):
        lobby.join(match.pk, ben, NOW)
    ends = {
        "resign": lambda: endings.resign(match.pk, ana, NOW),
        "abort": lambda: endings.abort(match.pk, ana, NOW),
        "agree": lambda: [endings.agree(match.pk, user, NOW) for user in (ana, ben)],
        "cancel": lambda: lobby.cancel(match.pk, ana, NOW),
        "expire": lambda: sweep(NOW.replace(year=NOW.year + 1)),
    }
    ends[ending]()
    assert fresh(match).server_seed == server_seed(match).hex()


def test_a_match_goes_on_under_the_key_it_began_with(match: Match, ana: User, ben: User, settings: Settings) -> None:
    old = settings.DEAL_KEY
    settings.DEAL_KEY, settings.DEAL_KEYS = "a new key", [old]
    both_cut(match, ana, ben)
    opened = server_seed(match, old)
    assert (
        acts(match, "deal")[0]["hands"][1 - (position(match).dealer or 0)]
        == (deck(opened, match.pk, ("anas", "bens"), 1)[0:12:2])
    )
    younger = started(ana, ben)
    assert younger.commitment == sha256(server_seed(younger, "a new key")).hexdigest()
    assert younger.deal_key_id != match.deal_key_id


def test_without_its_key_a_match_stands_still_and_loses_nothing(
    match: Match, ana: User, ben: User, settings: Settings
) -> None:
    old = settings.DEAL_KEY
    before = everything(match)
    settings.DEAL_KEY = "another key"
    with pytest.raises(DealKeyMissing):
        send(match, ana, Cut(""))
    assert everything(match) == before
    settings.DEAL_KEY = old
    both_cut(match, ana, ben)
    assert position(match).phase is Phase.DISCARD


def test_the_record_of_a_match_that_ended_without_its_key_has_no_decks_rather_than_others(
    match: Match, ana: User, ben: User, settings: Settings
) -> None:
    play_to(match, Phase.PLAY)
    settings.DEAL_KEY = "another key"
    endings.resign(match.pk, ana, NOW)
    record = record_json(fresh(match))
    assert (record["server_seed"], record["decks"]) == ("", [])
    assert [event["kind"] for event in record["events"]][-2:] == ["resign", "end"]


def test_the_chance_of_a_computer_is_the_same_at_every_replay_and_another_at_every_ply(
    match: Match, settings: Settings
) -> None:
    def thrown(ply: int) -> float:
        return deals.dice(match, ply).random()

    assert thrown(7) == thrown(7)
    assert len({thrown(ply) for ply in range(20)}) == 20
    known = thrown(7)
    settings.DEAL_KEY, settings.DEAL_KEYS = "another key", []
    match.deal_key_id = deals.key_id("another key")
    assert thrown(7) != known, "without the key nobody foresees it"


def test_the_name_of_a_key_tells_nothing_of_it() -> None:
    assert deals.key_id("secret") != deals.key_id("secreu")
    assert "secret" not in deals.key_id("secret")
    assert len(deals.key_id("x" * 100)) == 16

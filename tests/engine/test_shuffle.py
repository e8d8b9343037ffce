"""Decks from seeds: the published vectors, evenness, and that every seed and number changes them."""

import hmac
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain, repeat

import pytest

from games.engine import DECK
from games.engine.shuffle import commit_to, cut_cards, deal_hands, deck, make_server_seed, seed_for_seat, shuffle
from tests.engine.notation import cards

SERVER_SEED = bytes(range(32))


def first_cards(seeds: tuple[str, str], number: int, size: int) -> str:
    return " ".join(map(str, deck(SERVER_SEED, "test-match", seeds, number)[:size]))


# The published vectors


def test_the_commitment_is_as_published():
    assert commit_to(SERVER_SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_the_first_deal_is_as_published():
    assert first_cards(("ana", "ben"), 1, 13) == "9D KS 8S 6H 7D 8H KC 2C 3D 9S TD TC 2D"


def test_the_cut_is_as_published():
    assert first_cards(("ana", "ben"), 0, 4) == "4S 9S 7H AD"


def test_the_published_deal_goes_to_pone_and_dealer_in_turn():
    pack = deck(SERVER_SEED, "test-match", ("ana", "ben"), 1)
    pone, dealer = cards("9D 8S 7D KC 3D TD"), cards("KS 6H 8H 2C 9S TC")
    assert deal_hands(pack, dealer=1) == (pone, dealer)
    assert deal_hands(pack, dealer=0) == (dealer, pone)
    assert cut_cards(deck(SERVER_SEED, "test-match", ("ana", "ben"), 0)) == (cards("4S 9S"),)


def test_the_servers_seed_is_keyed_by_match_and_salt():
    expected = hmac.new(b"key", b"id\nsalt", sha256).digest()
    assert make_server_seed("key", "id", "salt") == expected
    assert len(expected) == 32
    others = [("key2", "id", "salt"), ("key", "id2", "salt"), ("key", "id", "salt2")]
    assert len({make_server_seed(*other) for other in others} | {expected}) == 4


@pytest.mark.parametrize("seat", [0, 1])
def test_an_empty_seed_becomes_one_that_the_commitment_fixes(seat):
    expected = hmac.new(SERVER_SEED, b"seat" + str(seat).encode(), sha256).hexdigest()
    assert seed_for_seat(SERVER_SEED, seat) == expected
    assert len(expected) == 64


def test_the_deck_by_its_description_alone():
    """Bytes and exchanges done once more, straight from the published text."""
    names = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    ana, ben = (sha256(seed).hexdigest() for seed in (b"ana", b"ben"))
    blocks = [f"cribsite-deck-1\ntest-match\n{ana}\n{ben}\n7\n{block}".encode() for block in range(8)]
    supply = list(b"".join(hmac.new(SERVER_SEED, block, sha256).digest() for block in blocks))
    for i in range(51, 0, -1):
        while supply[0] >= 256 - 256 % (i + 1):
            del supply[0]
        j = supply.pop(0) % (i + 1)
        names[i], names[j] = names[j], names[i]
    assert first_cards(("ana", "ben"), 7, 52) == " ".join(names)


# What changes a deck


def test_every_seed_the_match_and_the_number_change_the_deck():
    decks = {
        deck(server_seed, match_id, seeds, number)
        for server_seed in (SERVER_SEED, bytes(32))
        for match_id in ("test-match", "other-match")
        for seeds in (("ana", "ben"), ("ben", "ana"), ("ana", "Ben"), ("anna", "ben"), ("", ""), ("anaben", ""))
        for number in (0, 1, 2, 11)
    }
    assert len(decks) == 2 * 2 * 6 * 4


def test_the_same_seeds_give_the_same_deck():
    assert first_cards(("ana", "ben"), 3, 52) == first_cards(("ana", "ben"), 3, 52)


# Evenness


def test_every_deck_holds_every_card_once():
    for number in range(500):
        assert sorted(deck(SERVER_SEED, "test-match", ("ana", "ben"), number)) == sorted(DECK)


at_the_desk_and_in_ci = pytest.mark.parametrize("decks", [20_000, pytest.param(200_000, marks=pytest.mark.long)])


def packs(decks: int) -> Iterator[list[int]]:
    """So many decks, as the indices of their cards."""
    for number in range(decks):
        yield [card.index for card in deck(SERVER_SEED, "even", ("ana", "ben"), number)]


def require_even(found: Counter[tuple[int, int]], cells: int, freedom: int) -> None:
    """A chi-square of these degrees of freedom, within four times its standard deviation."""
    expected = found.total() / cells
    chi_square = sum((count - expected) ** 2 / expected for count in found.values())
    chi_square += (cells - len(found)) * expected
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5


@at_the_desk_and_in_ci
def test_any_card_comes_to_any_place_equally_often(decks):
    """52 cards by 52 places have 51 * 51 degrees of freedom."""
    found: Counter[tuple[int, int]] = Counter()
    for pack in packs(decks):
        found.update(enumerate(pack))
    require_even(found, 52 * 52, 51 * 51)


@at_the_desk_and_in_ci
@pytest.mark.parametrize("places", [(0, 1), (0, 12), (11, 12), (50, 51)])
def test_any_two_cards_come_to_any_two_places_equally_often(decks, places):
    """The first two cards, a card and the starter, the last that is dealt and the starter, the last two."""
    one, other = places
    found = Counter((pack[one], pack[other]) for pack in packs(decks))
    require_even(found, 52 * 51, 52 * 51 - 1)


@pytest.mark.parametrize("place", range(1, 52))
def test_no_place_is_favoured_whatever_byte_comes(place):
    """Of the 256 bytes those that are used choose each of the places equally often; the rest are skipped."""
    size = place + 1
    came = Counter(_card_brought_to(place, byte) for byte in range(256))
    skipped = came.pop(None, 0)
    assert skipped == 256 % size
    assert came == dict.fromkeys(range(size), 256 // size)


def _card_brought_to(place: int, byte: int) -> int | None:
    """The index of the card that a byte exchanges into `place`, with all other cards left where they are."""
    stay_above = list(range(51, place, -1))
    stay_below = list(range(place - 1, 0, -1))
    used = iter([*stay_above, byte, *stay_below])
    try:
        return shuffle(used)[place].index
    except StopIteration:
        return None


def test_a_skipped_byte_leaves_the_choice_to_the_next():
    stay = list(range(50, 0, -1))
    skipped_for_52_cards = range(208, 256)
    for byte in skipped_for_52_cards:
        pack = shuffle(iter([byte, 255, byte, 5, *stay]))
        assert pack == (*DECK[:5], DECK[51], *DECK[6:51], DECK[5])
    assert shuffle(iter([207, *stay])) == DECK


def test_a_shuffle_of_zeroes_takes_the_first_card_every_time():
    assert shuffle(chain(repeat(0, 51))) == (*DECK[1:], DECK[0])

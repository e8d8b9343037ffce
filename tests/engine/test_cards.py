import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import DECK, Card, Rank, Suit
from games.engine.cards import UnparsableCard

PACK = (
    "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC "
    "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD "
    "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH "
    "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
)


def test_the_pack_is_52_cards_in_its_published_order():
    assert " ".join(map(str, DECK)) == PACK
    assert len(set(DECK)) == 52


def test_every_card_is_read_back_from_its_text():
    for card in DECK:
        assert Card.parse(str(card)) == card


def test_parsing_gives_the_card_of_the_pack_itself():
    assert all(Card.parse(str(card)) is card for card in DECK)


def test_a_text_is_rank_then_suit():
    assert Card.parse("TH") == Card(Rank.TEN, Suit.HEARTS)
    assert Card.parse("AS") == Card(Rank.ACE, Suit.SPADES)
    assert Card.parse("5C") == Card(Rank.FIVE, Suit.CLUBS)
    assert Card.parse("KD") == Card(Rank.KING, Suit.DIAMONDS)


def test_the_index_is_the_place_in_the_pack():
    assert [card.index for card in DECK] == list(range(52))


def test_ace_counts_one_and_ten_jack_queen_king_count_ten():
    assert [card.value for card in DECK[:13]] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


def test_cards_sort_by_rank_then_suit():
    texts = ["KC", "AS", "TD", "9H", "AC", "JC", "TC"]
    assert [str(card) for card in sorted(map(Card.parse, texts))] == ["AC", "AS", "9H", "TC", "TD", "JC", "KC"]


def test_a_card_cannot_be_changed():
    with pytest.raises(AttributeError):
        DECK[0].rank = Rank.KING  # type: ignore[misc]


def test_a_copied_or_pickled_card_is_still_the_same_card():
    for card in DECK:
        assert copy.deepcopy(card) == pickle.loads(pickle.dumps(card)) == card


@pytest.mark.parametrize(
    "junk",
    ["", "5", "H", "H5", "5h", "th", "tH", "10H", "1H", "0S", " 5H", "5H ", "5H\n", "5HH", "5H 6H", "5♥", "５H", "XX"],
)
def test_what_is_not_exactly_rank_then_suit_is_refused(junk):
    with pytest.raises(UnparsableCard):
        Card.parse(junk)


@pytest.mark.parametrize("junk", [None, 5, 0, True, 5.0, b"5H", ["5H"], {"card": "5H"}, ("5", "H"), DECK[0]])
def test_what_is_no_text_is_refused(junk):
    with pytest.raises(UnparsableCard):
        Card.parse(junk)


@given(st.text() | st.text(alphabet="A23456789TJQKCDHSacdhstjqk10", max_size=3))
def test_any_text_is_either_one_of_the_52_names_or_refused(text):
    if text in PACK.split():
        assert str(Card.parse(text)) == text
    else:
        with pytest.raises(UnparsableCard):
            Card.parse(text)


def test_an_unparsable_card_is_a_value_error():
    assert issubclass(UnparsableCard, ValueError)

"""Positions to decide in, as my view of them."""

from games.engine import Card
from games.engine.state import Laid, Phase, State, Status
from games.engine.views import View, view_for
from tests.engine.notation import cards

ME, OPPONENT = 0, 1


def view_to_discard(hand: str, own_crib: bool) -> View:
    """My six cards before the discard, with the crib mine or the opponent's."""
    state = State(
        status=Status.ACTIVE,
        phase=Phase.DISCARD,
        deal=1,
        dealer=ME if own_crib else OPPONENT,
        hands=(cards(hand), ()),
    )
    return view_for(state, ME)


def view_in_play(hand: str, opponent: str, laid: str = "", last: int = OPPONENT) -> View:
    """The play, with the cards that both still hold and those laid in turns, of which `last` laid the last."""
    pile = tuple(Laid((last + place) % 2, card) for place, card in enumerate(reversed(cards(laid))))[::-1]
    state = State(
        status=Status.ACTIVE,
        phase=Phase.PLAY,
        deal=1,
        dealer=OPPONENT,
        hands=(cards(hand), cards(opponent)),
        played=tuple(tuple(laid.card for laid in pile if laid.seat == seat) for seat in (ME, OPPONENT)),
        starter=Card.parse("KD"),
        pile=pile,
        to_play=ME,
    )
    return view_for(state, ME)

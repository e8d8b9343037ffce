"""Matches brought to a certain point. Runs in the site's own process: `site.run` calls it."""

from collections.abc import Callable

from django.utils import timezone

from accounts.models import User
from games import deals
from games.engine import Card, score_hand
from games.engine.moves import Cut, Discard, Move, Play
from games.engine.shuffle import cut_cards, deal_hands
from games.engine.state import Phase, State
from games.models import Match
from games.services import lobby
from tests.games.finished import finished
from tests.games.players import plain_move, play_until, send

DECKS_TO_LOOK_AT = 1500
START = "from tests.browser.positions import start; answer = start(names, wanted, **terms)"
REACH = "from tests.browser.positions import reach; answer = reach(match, phase)"

Worth = Callable[[list[Card], list[Card], Card], int]


def low_cards(pone: list[Card], dealer: list[Card], _starter: Card) -> int:
    """Worth the more, the more cards go into one count."""
    kept = sorted(pone)[:4] + sorted(dealer)[:4]
    return -sum(card.value for card in kept)


def rich_hand(pone: list[Card], _dealer: list[Card], starter: Card) -> int:
    """Worth what the pone's four lowest cards count."""
    return score_hand(sorted(pone)[:4], starter).points


WORTHS: dict[str, Worth] = {"low cards": low_cards, "rich hand": rich_hand}


def start(names: list[str], wanted: str, **terms: object) -> str:
    """The id of a match of the two, whose first deal is the best of many for what is `wanted`; both have cut."""
    host, guest = (User.objects.get(username=name) for name in names)
    match = lobby.create_match(host, lobby.Terms(**{"opponent": Match.Opponent.OPEN} | terms), timezone.now())  # type: ignore[arg-type]
    lobby.join(match.pk, guest, timezone.now())
    seed = max(map(str, range(DECKS_TO_LOOK_AT)), key=lambda seed: _worth(match, seed, WORTHS[wanted]))
    send(match, host, Cut("host"), timezone.now())
    send(match, guest, Cut(seed), timezone.now())
    return str(match.pk)


def _worth(match: Match, seed: str, worth: Worth) -> int:
    first, second = cut_cards(deals.deck(match, ("host", seed), 0))[-1]
    dealer = 0 if first.rank < second.rank else 1
    pack = deals.deck(match, ("host", seed), 1)
    hands = deal_hands(pack, dealer)
    return worth(list(hands[1 - dealer]), list(hands[dealer]), pack[12])


def lowest(state: State, seat: int) -> Move:
    """Keeps the four lowest cards and plays the lowest first; counts truly."""
    move = plain_move(state, seat)
    hand = sorted(state.hands[seat])
    if isinstance(move, Discard):
        return Discard((hand[-2], hand[-1]))
    if isinstance(move, Play):
        return Play(hand[0])
    return move


def reach(match_id: str, phase: str, deal: int = 0, laid: int = 0) -> int:
    """Play on by legal moves to a phase, with so many cards in the count; the ply."""

    def is_reached(state: State) -> bool:
        return state.phase is Phase(phase) and state.deal >= deal and len(state.pile) >= laid

    return play_until(Match.objects.get(pk=match_id), is_reached, timezone.now(), lowest).ply


def play_out(names: list[str], seed: int) -> str:
    """The id of a match of the two to 61, played out with cards and moves that `seed` tells."""
    host, guest = (User.objects.get(username=name) for name in names)
    return str(finished(host, guest, seed=seed, now=timezone.now()).pk)

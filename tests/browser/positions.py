"""Matches brought to a certain moment. Runs in the site's own process, on its real services and shuffles."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from django.utils import timezone

from accounts.models import User
from games import deals
from games.engine import Card, score_hand
from games.engine.legality import choices, seats_to_move
from games.engine.moves import Cut, Discard, Move, Play
from games.engine.shuffle import STARTER_PLACE, cut_cards, deal_hands
from games.engine.state import State
from games.models import Match
from games.services import lobby
from games.services.moves import go_on
from tests.games.finished import finished
from tests.games.players import plain_move, play_until, send

# What `site.run` is given: the answer is the id of the match and the name of a player who has something to do there.
BRING = "from tests.browser.positions import bring; answer = bring(moment, names, **terms)"
PLAY_OUT = "from tests.browser.positions import play_out; answer = play_out(names, seed)"
DECKS_TO_LOOK_AT = 1500

Worth = Callable[[Sequence[Card], Sequence[Card], Card], int]


def low_cards(pone: Sequence[Card], dealer: Sequence[Card], _starter: Card) -> int:
    """Worth the more, the more cards go into one count."""
    return -sum(card.value for card in sorted(pone)[:4] + sorted(dealer)[:4])


def rich_hand(pone: Sequence[Card], _dealer: Sequence[Card], starter: Card) -> int:
    """Worth what the pone's four lowest cards count."""
    return score_hand(sorted(pone)[:4], starter).points


def rich_hand_of_dealer(_pone: Sequence[Card], dealer: Sequence[Card], starter: Card) -> int:
    return score_hand(sorted(dealer)[:4], starter).points


@dataclass(frozen=True)
class Moment:
    """When it is reached, for which cut and first deal to look, and the terms of the table it needs."""

    is_reached: Callable[[State], bool]
    worth: Worth = low_cards
    terms: dict[str, object] = field(default_factory=dict)
    is_tied: bool = False


def asks_for(action: str) -> Callable[[State], bool]:
    return lambda state: any(choices(state, seat)[0].action == action for seat in seats_to_move(state))


MUGGINS: dict[str, object] = {"count_mode": "muggins"}
MOMENTS = {
    "cut": Moment(lambda state: True),
    "discard": Moment(asks_for("discard")),
    "discard after a tied cut": Moment(asks_for("discard"), is_tied=True),
    "play": Moment(lambda state: bool(state.pile)),
    "long pile": Moment(lambda state: len(state.pile) > 5),
    "go": Moment(asks_for("go"), rich_hand),
    "show": Moment(lambda state: state.deal == 2, rich_hand),
    "show of a rich dealer": Moment(lambda state: state.deal == 2, rich_hand_of_dealer),
    "count": Moment(asks_for("count"), rich_hand, MUGGINS),
    "muggins": Moment(asks_for("muggins"), rich_hand, MUGGINS),
    "over": Moment(lambda state: state.result is not None),
}


def bring(name: str, players: list[str], **terms: object) -> tuple[str, str]:
    """A new match of the two at that moment: its id, and who has something to do there."""
    host, guest = (User.objects.get(username=player) for player in players)
    moment, now = MOMENTS[name], timezone.now()
    asked = lobby.Terms(**{"opponent": Match.Opponent.OPEN} | moment.terms | terms)  # type: ignore[arg-type]
    match = lobby.create_match(host, asked, now)
    lobby.join(match.pk, guest, now)
    if name != "cut":
        seed = max(map(str, range(DECKS_TO_LOOK_AT)), key=lambda seed: _worth(match, seed, moment))
        send(match, host, Cut("host"), now)
        send(match, guest, Cut(seed), now)
    state = play_until(match, moment.is_reached, now, keep_low)
    if not name.startswith("show"):
        for user in (host, guest):
            go_on(match.pk, user, state.ply, now)
    return str(match.pk), players[_reader(state)]


def _reader(state: State) -> int:
    """A seat that has something to do; of two the pone's, whose button names the other's crib."""
    able = seats_to_move(state)
    return able[0] if len(able) == 1 else 1 - (state.dealer or 0)


def _worth(match: Match, seed: str, moment: Moment) -> int:
    *ties, (first, second) = cut_cards(deals.deck(match, ("host", seed), 0))
    if len(ties) != moment.is_tied:
        return -DECKS_TO_LOOK_AT
    dealer = 0 if first.rank < second.rank else 1
    pack = deals.deck(match, ("host", seed), 1)
    hands = deal_hands(pack, dealer)
    return moment.worth(hands[1 - dealer], hands[dealer], pack[STARTER_PLACE])


def keep_low(state: State, seat: int) -> Move:
    """Keeps the four lowest cards and plays the lowest first; counts truly."""
    move, hand = plain_move(state, seat), sorted(state.hands[seat])
    match move:
        case Discard():
            return Discard((hand[-2], hand[-1]))
        case Play():
            return Play(hand[0])
    return move


def play_out(names: list[str], seed: int) -> str:
    """The id of a match of the two to 61, played out with cards and moves that `seed` tells."""
    host, guest = (User.objects.get(username=name) for name in names)
    return str(finished(host, guest, seed=seed, now=timezone.now()).pk)

"""Players at a table, who do through the services what they would do through the pages."""

from collections.abc import Callable
from datetime import UTC, datetime
from random import Random
from typing import Any
from uuid import UUID, uuid4

from django.test import Client

from accounts.models import User
from games import state as store
from games.engine import DECK, Card
from games.engine.errors import MoveError
from games.engine.legality import choices, decision, seats_to_move
from games.engine.moves import Count, Cut, Discard, Go, Move, Muggins, Pass, Play
from games.engine.showing import true_count
from games.engine.state import Phase, State
from games.models import Match
from games.protocol import Submission
from games.refusals import explain
from games.services import lobby
from games.services.moves import submit_move

NOW = datetime(2026, 3, 14, 9, 0, tzinfo=UTC)
LONGEST_GAME = 1000  # moves, far more than a game to 121 can take

Chooser = Callable[[State, int], Move]


def new_player(name: str, **preferences: Any) -> User:
    return User.objects.create_user(name, f"{name}@example.org", **preferences)


def browser_of(user: User, **options: Any) -> Client:
    """The browser of a player who is logged in."""
    client = Client(**options)
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


def said(key: str, **params: str | int) -> str:
    """What a refusal says in English."""
    return explain(MoveError(key, **params))


def started(host: User, guest: User, now: datetime = NOW, **terms: Any) -> Match:
    """A match of the two, in which nobody has cut yet."""
    match = lobby.create_match(host, lobby.Terms(**{"opponent": Match.Opponent.OPEN} | terms), now)
    lobby.join(match.pk, guest, now)
    return fresh(match)


def fresh(match: Match) -> Match:
    """The match as it is stored now."""
    return Match.objects.get(pk=match.pk)


def position(match: Match) -> State:
    return store.load(fresh(match))


def everything(match: Match) -> object:
    """All that is stored of a match, to compare before and after."""
    values = Match.objects.filter(pk=match.pk).values().get()
    del values["cards_counted"]  # a mark of the referee's, who counts the cards of whatever has ended
    return values, list(match.seats.values()), list(match.records.order_by("ply").values())


def user_at(match: Match, seat: int) -> User:
    user = match.seats.get(number=seat).user
    assert user is not None
    return user


def send(
    match: Match, user: User, move: Move, now: datetime = NOW, token: str = "", move_id: UUID | None = None
) -> None:
    """Submit a move as the page of `user` would: for the decision that is open, unless another is given."""
    seat = match.seats.get(user=user).number
    token = token or decision(position(match), seat) or ""
    submit_move(match.pk, user, Submission(move, token, move_id or uuid4()), now)


def plain_move(state: State, seat: int) -> Move:
    """The first two cards, the first card that fits, the true count, the true call."""
    choice = choices(state, seat)[0]
    match choice.action:
        case "cut":
            return Cut(f"seed of seat {seat}")
        case "discard":
            return Discard(state.hands[seat][:2])
        case "play":
            assert choice.card is not None
            return Play(choice.card)
        case "count":
            return Count(true_count(state).points)
        case "muggins":
            missed = true_count(state).points - (state.claim or 0)
            return Muggins(missed) if missed else Pass()
    return Go()


def any_move(dice: Random) -> Chooser:
    """Chooses among all that is allowed; counts and calls are now and then wrong."""

    def choose(state: State, seat: int) -> Move:
        choice = dice.choice(choices(state, seat))
        match choice.action:
            case "discard":
                first, second = dice.sample(state.hands[seat], 2)
                return Discard((first, second))
            case "play":
                assert choice.card is not None
                return Play(choice.card)
            case "count":
                return Count(max(0, min(29, true_count(state).points + dice.choice((-2, 0, 0, 3)))))
            case "muggins":
                return Muggins(dice.randint(1, 4))
            case "pass":
                return Pass()
        return plain_move(state, seat)

    return choose


def play_until(
    match: Match, is_reached: Callable[[State], bool], now: datetime = NOW, choose: Chooser = plain_move
) -> State:
    """Play on by legal moves until the position is one that is wanted."""
    for _ in range(LONGEST_GAME):
        state = position(match)
        if is_reached(state):
            return state
        assert state.result is None, "the match was over before the position was reached"
        seat = seats_to_move(state)[0]
        send(match, user_at(match, seat), choose(state, seat), now)
    raise AssertionError("the position was never reached")


def play_to(match: Match, phase: Phase, deal: int = 0, now: datetime = NOW) -> State:
    """Play on to a phase, of a certain deal where one is given."""
    return play_until(match, lambda state: state.phase is phase and state.deal >= deal, now)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def pack(pone: str, dealer: str, starter: str) -> tuple[Card, ...]:
    """A deck that deals these six cards each, pone first, and turns up that starter."""
    hands = zip(cards(pone), cards(dealer), strict=True)
    top = [card for pair in hands for card in pair] + [Card.parse(starter)]
    return (*top, *(card for card in DECK if card not in top))


def cut_pack(text: str) -> tuple[Card, ...]:
    """A deck whose first cards, by pairs, are those that the seats cut."""
    top = cards(text)
    return (*top, *(card for card in DECK if card not in top))

"""From the cut to the starter."""

from dataclasses import replace

from games.engine.awards import Step, award, end_if_won, replace_at
from games.engine.cards import Card, Rank
from games.engine.events import CutEvent, DealEvent, DiscardEvent, Event, SeatEvent, StarterEvent
from games.engine.moves import Cut, CutCards, Deal, Discard, Join, TurnStarter
from games.engine.reasons import Reason, ReasonKind
from games.engine.state import NO_CARDS, Phase, State, Status


def join(state: State, seat: int, act: Join) -> Step:
    return replace(state, status=Status.ACTIVE), [SeatEvent(act.kind, seat)]


def cut(state: State, seat: int, act: Cut) -> Step:
    return replace(state, seeds=replace_at(state.seeds, seat, act.seed)), []


def show_cut(state: State, _seat: None, act: CutCards) -> Step:
    events: list[Event] = [CutEvent(pair) for pair in act.pairs]
    return replace(state, cut_pairs=act.pairs), events


def next_dealer(state: State) -> int:
    """The deal alternates; the first goes to the lower cut, in a rematch to the player who did not have it."""
    if state.dealer is not None:
        return 1 - state.dealer
    if state.settings.first_dealer is not None:
        return state.settings.first_dealer
    mine, theirs = state.cut_pairs[-1]
    return 0 if mine.rank < theirs.rank else 1


def deal(state: State, _seat: None, act: Deal) -> Step:
    dealer = next_dealer(state)
    dealt = replace(
        state,
        phase=Phase.DISCARD,
        deal=state.deal + 1,
        dealer=dealer,
        first_dealer=dealer if state.first_dealer is None else state.first_dealer,
        hands=act.hands,
        kept=NO_CARDS,
        discards=NO_CARDS,
        played=NO_CARDS,
        starter=None,
        pile=(),
        previous_pile=(),
        answered=(0, 0),
        counted=0,
    )
    return dealt, [DealEvent(dealt.deal, dealer, act.hands)]


def without(hand: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in hand if card not in gone)


def discard(state: State, seat: int, act: Discard) -> Step:
    kept = without(state.hands[seat], act.cards)
    laid_away = replace(
        state,
        hands=replace_at(state.hands, seat, kept),
        kept=replace_at(state.kept, seat, kept),
        discards=replace_at(state.discards, seat, act.cards),
    )
    return laid_away, [DiscardEvent(seat, act.cards)]


def turn_starter(state: State, _seat: None, act: TurnStarter) -> Step:
    """Turn the starter up; a jack pegs his heels for the dealer at once."""
    if state.dealer is None:
        raise ValueError("no starter before a deal")
    turned = replace(state, phase=Phase.PLAY, starter=act.card, to_play=state.pone)
    events: list[Event] = [StarterEvent(act.card)]
    if act.card.rank is not Rank.JACK:
        return turned, events
    pegged, points = award(turned, state.dealer, (Reason(ReasonKind.HEELS, 2, (act.card,)),))
    return end_if_won(pegged, state.dealer, events + points)

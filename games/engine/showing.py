"""The show: hands and crib counted in order, by the server or by claims."""

from dataclasses import replace

from games.engine.awards import Step, award, end_if_won, has_won, move_peg, replace_at, tell_points
from games.engine.cards import Card
from games.engine.events import ClaimEvent, Event, MugginsEvent, PassEvent, ShowEvent
from games.engine.moves import MOST_POINTS_IN_A_HAND, Count, Muggins, Pass, Show
from games.engine.reasons import Reason, ReasonKind
from games.engine.scoring import HandScore, score_hand
from games.engine.state import CountMode, State


def counted_cards(state: State) -> tuple[str, int, tuple[Card, ...]]:
    """What is being counted, whose it is, and its four cards."""
    if state.being_counted is None:
        raise ValueError("nothing is being counted")
    what, owner = state.being_counted
    return what, owner, state.crib if what == "crib" else state.kept[owner]


def true_count(state: State) -> HandScore:
    what, _owner, cards = counted_cards(state)
    if state.starter is None:
        raise ValueError("no show without a starter")
    return score_hand(cards, state.starter, crib=what == "crib")


def show(state: State, _seat: None, _act: Show) -> Step:
    return _settle(state, state, [], most=MOST_POINTS_IN_A_HAND)


def count(state: State, seat: int, act: Count) -> Step:
    """Settle the claim at once, or in muggins peg it and leave the true count hidden for the opponent's answer."""
    what = counted_cards(state)[0]
    truth = true_count(state).points
    events: list[Event] = [ClaimEvent(seat, what, act.points)]
    claimed = move_peg(state, seat, min(act.points, truth))
    asks = state.settings.count_mode is CountMode.MUGGINS and act.points <= truth and not has_won(claimed, seat)
    if asks:
        return replace(claimed, claim=act.points), events
    return _settle(state, state, events, most=act.points)


def call_muggins(state: State, seat: int, act: Muggins) -> Step:
    missed = true_count(state).points - (state.claim or 0)
    right = act.points == missed
    events: list[Event] = [MugginsEvent(seat, act.points, right)]
    if not right:
        return _settle_claim(state, state, events)
    called, points = award(state, seat, (Reason(ReasonKind.MUGGINS, missed, ()),))
    return _settle_claim(state, called, events + points)


def let_pass(state: State, seat: int, _act: Pass) -> Step:
    return _settle_claim(state, state, [PassEvent(seat)])


def _settle_claim(asked: State, answered: State, events: list[Event]) -> Step:
    """Show what was claimed and pegged before the opponent was asked."""
    owner = counted_cards(asked)[1]
    claim = asked.claim or 0
    before = replace(asked, scores=replace_at(asked.scores, owner, asked.scores[owner] - claim))
    return _settle(before, replace(answered, claim=None), events, most=claim)


def _settle(before: State, state: State, events: list[Event], most: int) -> Step:
    """List the hand in full, pegging at most `most` from the score it had in `before`, and open the next one."""
    what, owner, cards = counted_cards(state)
    score = true_count(state)
    told = tell_points(before, owner, score.reasons, most)
    pegged = sum(event.pegged for event in told)
    moved = move_peg(state, owner, before.scores[owner] + pegged - state.scores[owner])
    shown = ShowEvent(what, owner, cards, score.points, pegged, state.discards if what == "crib" else None)
    settled = replace(moved, counted=state.counted + 1)
    winner = next((seat for seat in (owner, 1 - owner) if has_won(settled, seat)), owner)
    return end_if_won(settled, winner, [*events, shown, *told])

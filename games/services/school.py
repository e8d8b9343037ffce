"""School mode: combinations of the own hand, put forward one by one before the whole is claimed. None is a ply."""

from collections.abc import Collection
from datetime import datetime

from accounts.models import User
from games.broadcast import announce_refresh, player_group
from games.engine.cards import Card
from games.engine.errors import IllegalMove
from games.engine.school import Attempts, Verdict, hand_to_count, judge
from games.engine.views import view_for
from games.services.errors import Refused, StaleDecision
from games.services.table import open_table, seat_of


def put_forward(match_id: str, user: User, decision: str, cards: Collection[Card], now: datetime) -> None:
    """Have these cards judged as one combination of the hand that the player has to count; nobody else learns of it.

    Raises `NoSuchMatch`, `Forbidden`, `Refused`, `StaleDecision` or `IllegalMove`.
    """
    with open_table(match_id, now) as log:
        seat = log.seats[seat_of(log, user.pk)]
        view = view_for(log.state, seat.number)
        hand = hand_to_count(view)
        if hand is None:
            raise Refused("school_not_now")
        if decision != view.decision:
            raise StaleDecision("stale_decision")
        if not cards or not set(cards) <= set(hand.cards):
            raise IllegalMove("choose_a_combination")
        attempts, chosen = Attempts.of(seat.school, decision), frozenset(cards)
        verdict = judge(hand.score, attempts.found, chosen)
        found = (*attempts.found, chosen) if verdict is Verdict.FOUND else attempts.found
        seat.school = Attempts(decision, found, chosen, verdict, attempts.tries + 1).to_json()
        seat.save(update_fields=["school"])
    announce_refresh(player_group(user.pk), match_id)


def prefer_school(match_id: str, user: User, is_wanted: bool) -> None:
    """Remember how the player likes to count: by combinations, or by saying a number."""
    user.counts_by_cards = is_wanted
    user.save(update_fields=["counts_by_cards"])
    announce_refresh(player_group(user.pk), match_id)

"""School mode as it is drawn: what is said to a player who counts the own hand combination by combination."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.reasons import Reason
from games.engine.school import Attempts, Verdict, hand_to_count, missing, worth
from games.engine.views import View
from games.tables import SchoolView
from games.words import counted_aloud, reason


def build(view: View, kept: Mapping[str, Any]) -> SchoolView | None:
    """What stands on the slip of a player who counts by combinations; None where there is nothing to learn at."""
    hand = hand_to_count(view)
    if hand is None:
        return None
    attempts = Attempts.of(kept, view.decision or "")
    said = _said_aloud([found for cards in attempts.found for found in worth(hand.score, cards)])
    left = missing(hand.score, attempts.found)
    return SchoolView(
        answer=_answer(attempts, said[-len(worth(hand.score, attempts.last)) :]),
        is_right=attempts.verdict is Verdict.FOUND,
        missing=_missing(left) if attempts.tries else "",
        points=hand.score.points - sum(one.points for one in left),
        tries=attempts.tries,
    )


def _said_aloud(found: Sequence[Reason]) -> list[str]:
    totals = accumulate(one.points for one in found)
    return [counted_aloud(one.kind, one.points, total) for one, total in zip(found, totals, strict=True)]


def _answer(attempts: Attempts, newly_said: Sequence[str]) -> str:
    match attempts.verdict:
        case Verdict.FOUND:
            return _("Right: %(counted)s.") % {"counted": ", ".join(newly_said)}
        case Verdict.TAKEN:
            return _("You have counted these already.")
        case Verdict.PART:
            return _("There is more of it: tap all the cards that belong together.")
        case Verdict.NOTHING:
            return _("These cards together count nothing.")
    return _("Tap the cards of one combination, then add it.")


def _missing(left: Sequence[Reason]) -> str:
    if not left:
        return _("Nothing is missing.")
    kinds = Counter(reason(one.kind, one.points) for one in left)
    listed = [_several(kind, number) for kind, number in kinds.items()]
    points = sum(one.points for one in left)
    text = ngettext("Still missing, %(points)d point: %(what)s.", "Still missing, %(points)d points: %(what)s.", points)
    return text % {"points": points, "what": ", ".join(listed)}


def _several(kind: str, number: int) -> str:
    return kind if number == 1 else _("%(reason)s (%(number)d times)") % {"reason": kind, "number": number}

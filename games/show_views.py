"""A hand or crib as it is shown: by itself while it is being counted by claims, with its combinations when settled."""

from collections.abc import Sequence
from itertools import accumulate

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.card_views import face_up, faces_up
from games.engine.events import Event, PointsEvent, ShowEvent
from games.engine.reasons import ReasonKind
from games.engine.views import Counting, View
from games.tables import CardView, CombinationView, ShowView, Told
from games.words import Names, counted_aloud, points


def build(view: View, names: Names, events: Sequence[Told], is_unread: bool) -> ShowView | None:
    """What stands in the show now: the hand settled at this ply, or once it was read the one that waits for a claim."""
    if view.counting and not is_unread:
        return _waiting(view, names, view.counting)
    settled = next((told.events for told in events if told.ply == view.ply), ())
    for place, event in enumerate(settled):
        if isinstance(event, ShowEvent):
            return _settled(view, names, event, settled[place + 1 :])
    return None


def _settled(view: View, names: Names, show: ShowEvent, after: Sequence[Event]) -> ShowView:
    told = [event for event in after if isinstance(event, PointsEvent) and event.reason != ReasonKind.MUGGINS]
    totals = accumulate(event.points for event in told)
    combinations = (
        CombinationView(counted_aloud(event.reason, event.points, total), event.points, faces_up(event.cards))
        for event, total in zip(told, totals, strict=True)
    )
    pegged = _pegged(show.pegged) if show.pegged < show.points else ""
    return ShowView(
        title=_title(show.what, names[show.seat]),
        cards=faces_up(sorted(show.cards)),
        starter=_starter(view),
        combinations=tuple(combinations),
        total=points(show.points),
        remark=_remark(view, show),
        pegged=pegged,
        ply=view.ply,
        is_settled=True,
    )


def _remark(view: View, show: ShowEvent) -> str:
    suits = {card.suit for card in show.cards}
    is_flush_of_four = len(suits) == 1 and view.starter is not None and view.starter.suit not in suits
    if show.what == "crib" and is_flush_of_four:
        return _("Four of one suit do not count in the crib: all five are needed.")
    return ""


def _pegged(points: int) -> str:
    return ngettext("%(points)d of them pegged", "%(points)d of them pegged", points) % {"points": points}


def _waiting(view: View, names: Names, counting: Counting) -> ShowView:
    claimed = "" if counting.claimed is None else _("claims %(points)d") % {"points": counting.claimed}
    return ShowView(
        title=_title(counting.what, names[counting.seat]),
        cards=faces_up(sorted(counting.cards)),
        starter=_starter(view),
        combinations=(),
        total=claimed,
        remark="",
        pegged="",
        ply=view.ply,
        is_settled=False,
    )


def _starter(view: View) -> CardView:
    if view.starter is None:
        raise ValueError("no show without a starter")
    return face_up(view.starter)


def _title(what: str, name: str) -> str:
    return (_("%(name)s's hand") if what == "hand" else _("%(name)s's crib")) % {"name": name}

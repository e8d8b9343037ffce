"""What the reader has to do at a table, and the words on the one button that does it."""

from collections.abc import Sequence
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.card_views import face_up, index
from games.engine.cards import Card
from games.engine.views import View
from games.models import Match
from games.tables import CardView
from games.words import Names


class Task(StrEnum):
    """Decides which controls stand at the reader's hand. The first six are moves, named as their actions."""

    CUT = "cut"
    DISCARD = "discard"
    PLAY = "play"
    GO = "go"
    COUNT = "count"
    MUGGINS = "muggins"
    READ = "read"
    WAIT = "wait"
    WATCH = "watch"
    JOIN = "join"
    OVER = "over"


BUTTONS = {
    Task.CUT: gettext_lazy("Cut the cards"),
    Task.PLAY: gettext_lazy("Choose a card"),
    Task.GO: pgettext_lazy("said in the play", "Go"),
    Task.COUNT: pgettext_lazy("the points of a hand", "Count"),
    Task.MUGGINS: gettext_lazy("Muggins"),
    Task.READ: gettext_lazy("Go on"),
    Task.JOIN: gettext_lazy("Sit down"),
}


def find_task(match: Match, view: View, is_present: bool, is_show: bool) -> Task:
    """What is to be done at the ply that is shown; a show is read before what came after it."""
    seated = view.you is not None
    if is_show and seated:
        return Task.READ
    if not is_present:
        return Task.WAIT if seated else Task.WATCH
    if view.result is not None:
        return Task.OVER
    if view.legal:
        return Task(view.legal[0].action)
    if seated:
        return Task.WAIT
    return Task.JOIN if match.status == Match.State.OPEN else Task.WATCH


def prompt_for(task: Task, match: Match, view: View, names: Names) -> str:
    """One sentence that tells the reader what to do or what is waited for."""
    match task:
        case Task.CUT:
            return _prompt_to_cut(match, view, names)
        case Task.DISCARD:
            return _("Choose two cards to lay away.")
        case Task.PLAY:
            return _("Play a card.")
        case Task.GO:
            return _("No card of yours fits.")
        case Task.COUNT:
            return _("How many points are these?")
        case Task.MUGGINS:
            return _prompt_to_call(view, names)
        case Task.READ:
            return ""
        case Task.JOIN:
            return _("%(name)s waits for an opponent.") % {"name": names[0]}
    return _waiting_for(match, view, names)


def _prompt_to_cut(match: Match, view: View, names: Names) -> str:
    """In a rematch the cut is for the shuffle alone."""
    dealer = view.settings.first_dealer
    if dealer is None:
        return _("Cut the cards: the lower card deals first.")
    if dealer == view.you:
        return _("Cut the cards. You deal first this time.")
    if match.status == Match.State.OPEN:  # nobody has accepted yet
        return _("Cut the cards. Your opponent deals first this time.")
    return _("Cut the cards. %(name)s deals first this time.") % {"name": names[dealer]}


def _prompt_to_call(view: View, names: Names) -> str:
    if view.counting is None or view.counting.claimed is None:
        raise ValueError("no muggins without a claim")
    values = {"name": names[view.counting.seat], "points": view.counting.claimed}
    return _("%(name)s claims %(points)d. How many points were missed?") % values


def numbers_for(task: Task, view: View) -> tuple[int, ...]:
    """The points that the reader may claim or call now."""
    choice = next((choice for choice in view.legal if choice.action == task and choice.maximum is not None), None)
    return () if choice is None else tuple(range(choice.minimum or 0, (choice.maximum or 0) + 1))


def _waiting_for(match: Match, view: View, names: Names) -> str:
    if view.result is not None:
        return ""
    if match.status == Match.State.OPEN:
        return _("Waiting for somebody to sit down.")
    others = [seat for seat in view.turn if seat != view.you]
    return _("Waiting for %(name)s.") % {"name": names[others[0]]} if len(others) == 1 else ""


def button_for(task: Task, view: View, names: Names) -> str:
    """What the one button says; "" where there is none."""
    if task is Task.DISCARD:
        if view.dealer == view.you:
            return _("Lay away 2 to your crib")
        return _("Lay away 2 to %(name)s's crib") % {"name": names[view.dealer or 0]}
    return str(BUTTONS.get(task, ""))


def card_acts(view: View, hand: Sequence[Card], must_fit: bool) -> tuple[CardView, ...]:
    """The reader's hand by rank; while a card is to be played, those that do not fit are dimmed."""
    playable = {choice.card for choice in view.legal if choice.card is not None}
    fits = {card: not must_fit or card in playable for card in hand}
    return tuple(face_up(card, fits[card], _act(view, card, fits[card])) for card in sorted(hand))


def _act(view: View, card: Card, fits: bool) -> str:
    if not fits:
        return _("The %(card)s would bring the count past 31.") % {"card": index(card)}
    return _("Play the %(card)s for %(count)d") % {"card": index(card), "count": view.count + card.value}

"""The game in the reader's words: cards, events, results, reasons. Whole sentences with placeholders."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from games.engine import events
from games.engine.cards import Card, Rank
from games.engine.reasons import ReasonKind
from games.engine.state import Result
from games.models import Match, Seat

Names = Sequence[str]

NEVER_JOINED = (Match.State.CANCELLED, Match.State.EXPIRED)

NUMBERS: tuple[Promise, ...] = (
    *(gettext_lazy("zero"), gettext_lazy("one"), gettext_lazy("two"), gettext_lazy("three"), gettext_lazy("four")),
    *(gettext_lazy("five"), gettext_lazy("six"), gettext_lazy("seven"), gettext_lazy("eight"), gettext_lazy("nine")),
    *(gettext_lazy("ten"), gettext_lazy("eleven"), gettext_lazy("twelve"), gettext_lazy("thirteen")),
    *(gettext_lazy("fourteen"), gettext_lazy("fifteen"), gettext_lazy("sixteen"), gettext_lazy("seventeen")),
    *(gettext_lazy("eighteen"), gettext_lazy("nineteen"), gettext_lazy("twenty"), gettext_lazy("twenty-one")),
    *(gettext_lazy("twenty-two"), gettext_lazy("twenty-three"), gettext_lazy("twenty-four")),
    *(gettext_lazy("twenty-five"), gettext_lazy("twenty-six"), gettext_lazy("twenty-seven")),
    *(gettext_lazy("twenty-eight"), gettext_lazy("twenty-nine"), gettext_lazy("thirty"), gettext_lazy("thirty-one")),
)

RANKS: tuple[Promise, ...] = (
    *(pgettext_lazy("card", "ace"), pgettext_lazy("card", "two"), pgettext_lazy("card", "three")),
    *(pgettext_lazy("card", "four"), pgettext_lazy("card", "five"), pgettext_lazy("card", "six")),
    *(pgettext_lazy("card", "seven"), pgettext_lazy("card", "eight"), pgettext_lazy("card", "nine")),
    *(pgettext_lazy("card", "ten"), pgettext_lazy("card", "jack"), pgettext_lazy("card", "queen")),
    pgettext_lazy("card", "king"),
)

SUITS: dict[str, Promise] = {
    "C": gettext_lazy("clubs"),
    "D": gettext_lazy("diamonds"),
    "H": gettext_lazy("hearts"),
    "S": gettext_lazy("spades"),
}

REASONS: dict[str, Promise] = {
    ReasonKind.HEELS: gettext_lazy("his heels"),
    ReasonKind.FIFTEEN: gettext_lazy("a fifteen"),
    ReasonKind.THIRTY_ONE: gettext_lazy("a thirty-one"),
    ReasonKind.PAIR: gettext_lazy("a pair"),
    ReasonKind.THREE_OF_A_KIND: gettext_lazy("three of a kind"),
    ReasonKind.FOUR_OF_A_KIND: gettext_lazy("four of a kind"),
    ReasonKind.GO: gettext_lazy("a go"),
    ReasonKind.LAST_CARD: gettext_lazy("the last card"),
    ReasonKind.FLUSH: gettext_lazy("a flush"),
    ReasonKind.NOBS: gettext_lazy("his nobs"),
    ReasonKind.MUGGINS: gettext_lazy("muggins"),
}

ENDINGS: dict[str, Promise] = {
    "target": gettext_lazy("completed"),
    "resignation": gettext_lazy("resigned"),
    "time": gettext_lazy("timed out"),
    "abandonment": gettext_lazy("abandoned"),
    "abort": gettext_lazy("aborted"),
    "agreement": gettext_lazy("called off"),
    "annulled": gettext_lazy("annulled"),
}

COMPUTERS: dict[str, tuple[Promise, Promise]] = {
    "easy": (gettext_lazy("Easy"), gettext_lazy("Plays as somebody does who learned the game last month.")),
    "club": (gettext_lazy("Club"), gettext_lazy("Weighs every discard and every card as a good club player does.")),
}


def number(value: int) -> str:
    """A count of the play as it is said."""
    return str(NUMBERS[value])


def rank(card: Card) -> str:
    return str(RANKS[card.rank - 1])


def card_name(card: Card) -> str:
    """In some languages the court cards are of another gender or class than the numbers."""
    court = card.rank > Rank.TEN
    text = pgettext("court card", "%(rank)s of %(suit)s") if court else _("%(rank)s of %(suit)s")
    return text % {"rank": rank(card), "suit": SUITS[card.suit]}


def computer_name(level: str) -> str:
    return _("%(level)s (computer)") % {"level": COMPUTERS[level][0]}


def seat_name(seat: Seat) -> str:
    """Who sits there, in the reader's language where it is nobody's own name."""
    if seat.computer:
        return computer_name(seat.computer)
    if seat.user is not None:
        name = seat.user.shown_name
        return _("%(name)s (program)") % {"name": name} if seat.user.is_program else name
    if seat.match.status in NEVER_JOINED and seat.number == 1:
        return _("Nobody")
    return _("A free seat") if seat.match.status == Match.State.OPEN else _("A former player")


def missed_by(seat: Seat) -> str:
    """What is said to a player who comes back, whom the one of `seat` has missed."""
    text = _("%(name)s was told that you were gone. Now that you are back, the countdown is stopped.")
    return text % {"name": seat_name(seat)}


def reason(kind: str, points: int) -> str:
    """What points are given for."""
    if kind == ReasonKind.RUN:
        return _("a run of %(length)s") % {"length": number(points)}
    return str(REASONS[kind])


def counted_aloud(kind: str, points: int, total: int) -> str:
    """A combination of the show as it is said, with what the hand has come to: "fifteen four", "a pair is six"."""
    said = {"total": number(total)}
    match kind:
        case ReasonKind.FIFTEEN:
            return _("fifteen %(total)s") % said
        case ReasonKind.NOBS:
            return _("one for his nobs is %(total)s") % said
    return _("%(reason)s is %(total)s") % (said | {"reason": reason(kind, points)})


def points(value: int) -> str:
    return ngettext("%(points)d point", "%(points)d points", value) % {"points": value}


def sentences(told: Sequence[events.Event], names: Names, automatic: bool = False) -> list[str]:
    """What the events of one record tell, a text for each; "" for what is not told.

    Points do not name the player whom the event before them has just named: no room for that over a phone's pile.
    A move that the site made for a player (`automatic`) is told as such.
    """
    texts: list[str] = []
    named: int | None = None
    for event in told:
        if isinstance(event, events.PointsEvent) and event.seat == named and event.pegged == event.points:
            texts.append(_award(event))
        elif automatic and isinstance(event, events.GoEvent | events.PlayEvent):
            texts.append(_("%(sentence)s (played by the site)") % {"sentence": sentence(event, names)})
        else:
            texts.append(sentence(event, names))
        named = getattr(event, "seat", None)
    return texts


def _award(event: events.PointsEvent) -> str:
    text = ngettext("%(points)d point for %(reason)s.", "%(points)d points for %(reason)s.", event.points)
    return text % {"points": event.points, "reason": reason(event.reason, event.points)}


def sentence(event: events.Event, names: Names) -> str:
    """What happened, as one sentence; "" for what is not told."""
    match event:
        case events.CutEvent(cards=(first, second)):
            return _("%(first)s cuts the %(first_card)s, %(second)s the %(second_card)s.") % {
                "first": names[0],
                "first_card": card_name(first),
                "second": names[1],
                "second_card": card_name(second),
            }
        case events.DealEvent(deal=deal, dealer=dealer):
            return _("Deal %(deal)d: %(name)s deals.") % {"deal": deal, "name": names[dealer]}
        case events.DiscardEvent(seat=seat):
            return _("%(name)s lays two cards away.") % {"name": names[seat]}
        case events.StarterEvent(card=card):
            return _("The starter is the %(card)s.") % {"card": card_name(card)}
        case events.PlayEvent(seat=seat, card=card, count=count):
            said = {"name": names[seat], "rank": rank(card), "count": number(count)}
            return _("%(name)s: %(rank)s, %(count)s") % said
        case events.PointsEvent():
            return _sentence_of_points(event, names)
        case events.EndEvent(result=result):
            return headline(result, names, None)
    return _sentence_of_counting(event, names)


def _sentence_of_points(event: events.PointsEvent, names: Names) -> str:
    values = {"name": names[event.seat], "points": event.pegged, "reason": reason(event.reason, event.points)}
    if event.pegged == event.points:
        text = ngettext(
            "%(name)s scores %(points)d point for %(reason)s.",
            "%(name)s scores %(points)d points for %(reason)s.",
            event.points,
        )
        return text % values
    return _("%(name)s pegs %(points)d of %(worth)d for %(reason)s.") % (values | {"worth": event.points})


def _sentence_of_counting(event: events.Event, names: Names) -> str:
    match event:
        case events.GoEvent(seat=seat):
            return _("%(name)s says go.") % {"name": names[seat]}
        case events.ClaimEvent(seat=seat, what=what, points=claimed):
            text = _("%(name)s claims %(points)d for the crib.")
            text = _("%(name)s claims %(points)d for the hand.") if what == "hand" else text
            return text % {"name": names[seat], "points": claimed}
        case events.MugginsEvent(seat=seat, points=called, right=right):
            wrong = _("%(name)s calls muggins for %(points)d and is wrong.")
            text = _("%(name)s calls muggins for %(points)d and is right.") if right else wrong
            return text % {"name": names[seat], "points": called}
        case events.PassEvent(seat=seat):
            return _("%(name)s finds nothing missed.") % {"name": names[seat]}
        case events.ShowEvent(what=what, seat=seat, points=shown):
            crib = ngettext(
                "%(name)s's crib counts %(points)d point.", "%(name)s's crib counts %(points)d points.", shown
            )
            hand = ngettext(
                "%(name)s's hand counts %(points)d point.", "%(name)s's hand counts %(points)d points.", shown
            )
            return (hand if what == "hand" else crib) % {"name": names[seat], "points": shown}
        case events.SeatEvent(kind=kind, seat=seat):
            return _sentence_of_seat(kind, seat, names)
    return ""


def _sentence_of_seat(kind: str, seat: int | None, names: Names) -> str:
    if seat is None:
        alone = {
            "abort": _("An admin aborted the match."),
            "time": _("The time of both players is over."),
            "annulled": _("An admin annulled the match."),
            "expire": _("Nobody took the free seat in time."),
        }
        return alone[kind]
    texts = {
        "join": _("%(name)s sits down."),
        "resign": _("%(name)s resigns."),
        "abort": _("%(name)s aborts the match."),
        "time": _("The time of %(name)s is over."),
        "abandonment": _("%(name)s left the game."),
        "call_off": _("%(name)s left the game, and it was called off."),
        "agreement": _("%(name)s would call the match off."),
        "cancel": _("%(name)s takes the table back.") if seat == 0 else _("The challenge was declined."),
    }
    return texts[kind] % {"name": names[seat]}


def headline(result: Result, names: Names, reader: int | None) -> str:
    """Who won, as the reader sees it (a seat, or None for a watcher)."""
    if result.winner is None:
        return _("The match ended without a winner.")
    winner = {"name": names[result.winner]}
    if result.reason != "target":
        return _("You win.") if reader == result.winner else _("%(name)s wins.") % winner
    values = winner | {"won": result.scores[result.winner], "lost": result.scores[1 - result.winner]}
    if reader is None:
        return _("%(name)s wins by %(won)d to %(lost)d.") % values
    if reader == result.winner:
        return _("You win by %(won)d to %(lost)d.") % values
    return _("%(name)s wins, you lose by %(lost)d to %(won)d.") % values


def result_detail(result: Result, names: Names) -> str:
    """How it came to the end, and the skunk; "" for a win at the target without one."""
    if result.winner is None:
        return _end_without_winner(result.reason)
    loser = {"name": names[1 - result.winner]}
    how = {
        "resignation": _("%(name)s resigned."),
        "time": _("The time of %(name)s was over."),
        "abandonment": _("%(name)s left the game."),
    }.get(result.reason, "")
    skunk = ("", _("%(name)s is skunked."), _("%(name)s is double skunked."))[result.skunk]
    return " ".join(text % loser for text in (how, skunk) if text)


def annulment_words(reason: str) -> str:
    """Why a match was annulled, as its players read it; "" where it was not."""
    return _("The reason given: %(reason)s") % {"reason": reason} if reason else ""


def _end_without_winner(reason: str) -> str:
    return {
        "abort": _("It was aborted and counts for nobody."),
        "time": _("The time was over before the game had begun, or for both at once."),
        "abandonment": _("A player left, and the game counts for nobody."),
        "agreement": _("Both players agreed to call it off."),
        "annulled": _("An admin annulled it."),
        "cancelled": _("The table was taken back or the challenge declined."),
        "expired": _("Nobody took the free seat in time."),
    }[reason]

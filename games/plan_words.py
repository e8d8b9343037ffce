"""Plans in the reader's words: read back as sentences, why one was dropped, and what stands of it at the table."""

from collections.abc import Iterable

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.engine.cards import Card, Rank
from games.engine.views import View
from games.models import Match, Plan
from games.planning import Action, Answer, Conditions, Stop, Way, may_plan
from games.tables import ActionView
from games.words import card_name

FALLING: tuple[Promise, ...] = (
    *(pgettext_lazy("card that falls", "an ace"), pgettext_lazy("card that falls", "a two")),
    *(pgettext_lazy("card that falls", "a three"), pgettext_lazy("card that falls", "a four")),
    *(pgettext_lazy("card that falls", "a five"), pgettext_lazy("card that falls", "a six")),
    *(pgettext_lazy("card that falls", "a seven"), pgettext_lazy("card that falls", "an eight")),
    *(pgettext_lazy("card that falls", "a nine"), pgettext_lazy("card that falls", "a ten")),
    *(pgettext_lazy("card that falls", "a jack"), pgettext_lazy("card that falls", "a queen")),
    pgettext_lazy("card that falls", "a king"),
)

# By which of falls, count_at_least and makes are given.
CONDITIONS: dict[tuple[bool, bool, bool], Promise] = {
    (False, False, False): gettext_lazy("In any case"),
    (True, False, False): gettext_lazy("If %(falls)s falls"),
    (False, True, False): gettext_lazy("If the count is %(count)d or more"),
    (False, False, True): gettext_lazy("If you can make %(makes)d"),
    (True, True, False): gettext_lazy("If %(falls)s falls and the count is %(count)d or more"),
    (True, False, True): gettext_lazy("If %(falls)s falls and you can make %(makes)d"),
    (False, True, True): gettext_lazy("If the count is %(count)d or more and you can make %(makes)d"),
    (True, True, True): gettext_lazy("If %(falls)s falls, the count is %(count)d or more and you can make %(makes)d"),
}

ACTIONS: dict[Way, Promise] = {
    Way.LOWEST: gettext_lazy("play your lowest card that fits"),
    Way.HIGHEST: gettext_lazy("play your highest card that fits"),
    Way.FIFTEEN: gettext_lazy("play the card that makes 15"),
    Way.THIRTY_ONE: gettext_lazy("play the card that makes 31"),
    Way.PAIR: gettext_lazy("pair the card just played"),
    Way.ASK: gettext_lazy("stop and ask"),
}

REASONS: dict[str, Promise] = {
    Stop.ASKED: gettext_lazy("Your plan stopped here to ask you."),
    Stop.CARD_GONE: gettext_lazy("Your plan was dropped: the card that it names is played already."),
    Stop.CARD_PASSES_31: gettext_lazy("Your plan was dropped: its card would bring the count past 31."),
    Stop.NO_CARD: gettext_lazy("Your plan was dropped: no card of yours does what it says."),
    Stop.LAPSED: gettext_lazy("The rest of your plan lapsed with the deal."),
}


def falling(rank: Rank) -> str:
    return str(FALLING[rank - 1])


def action_words(action: Action) -> str:
    """What an answer does, as part of a sentence."""
    if isinstance(action, Card):
        return _("play the %(card)s") % {"card": card_name(action)}
    return str(ACTIONS[action])


def action_label(action: Action) -> str:
    """The same by itself."""
    return capfirst(action_words(action))


def condition_words(conditions: Conditions) -> str:
    falls, count, makes = conditions.falls, conditions.count_at_least, conditions.makes
    pattern = CONDITIONS[falls is not None, count is not None, makes is not None]
    return str(pattern) % {"falls": falling(falls) if falls else "", "count": count, "makes": makes}


def read_back(answers: Iterable[Answer]) -> list[str]:
    """A sentence or two for each answer."""
    return [_sentences(answer) for answer in answers]


def _sentences(answer: Answer) -> str:
    about = {"condition": condition_words(answer.conditions), "then": action_words(answer.then)}
    if answer.conditions == Conditions():
        return _("%(condition)s: %(then)s.") % about
    otherwise = {"otherwise": action_words(answer.otherwise)}
    return _("%(condition)s: %(then)s. Otherwise: %(otherwise)s.") % (about | otherwise)


def why_dropped(plan: Plan | None) -> str:
    """Why what was left of a plan was dropped; "" where nothing was."""
    return str(REASONS[plan.dropped]) if plan is not None and plan.dropped else ""


def plan_action(match: Match, view: View, plan: Plan | None) -> ActionView | None:
    """The way from the table to the own plan, while there is something to plan."""
    if not match.allows_plans or not may_plan(view):
        return None
    number = len(plan.answers) if plan is not None else 0
    label = ngettext("Your plan: %(number)d answer", "Your plan: %(number)d answers", number) % {"number": number}
    return ActionView(label if number else _("Plan your next cards"), reverse("plan", args=[match.pk]), post=False)

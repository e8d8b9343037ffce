"""A clue in plain words, in the language that is active."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.conduct.clues import Facts
from accounts.conduct.models import Clue

SENTENCES: dict[str, Promise] = {
    Clue.Kind.SHARED: _(
        "Devices that both came from: %(devices)s; addresses: %(addresses)s. People who live together share these, too."
    ),
    Clue.Kind.ONE_WAY: _(
        "Games of the two in 30 days: %(games)s. Won by the first named: %(won)s; of these given up or left: %(given)s."
    ),
    Clue.Kind.TOO_FAST: _(
        "Games with people in 30 days: %(games)s, deals: %(deals)s. Half of the answers took less than %(seconds)s "
        "seconds: a person needs longer to see a card."
    ),
}


def explain(clue: Clue) -> str:
    """What was found, with its figures."""
    facts: Facts = clue.facts
    return str(SENTENCES[clue.kind]) % facts

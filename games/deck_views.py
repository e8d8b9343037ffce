"""The decks of a match that is over, as the page draws them on which they are checked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import card_views
from games.engine.cards import Card
from games.engine.shuffle import STARTER_PLACE, cut_cards
from games.tables import CardView


@dataclass(frozen=True)
class DeckView:
    """One deck: `codes` of all 52 cards, and those of its top that came on the table."""

    title: str
    codes: str
    seen: tuple[CardView, ...]


def deck_views(decks: Sequence[Sequence[str]]) -> Iterator[DeckView]:
    """`decks` as a record has them: that of the cut, then one a deal."""
    for number, codes in enumerate(decks):
        pack = tuple(map(Card.parse, codes))
        seen = STARTER_PLACE + 1 if number else 2 * len(cut_cards(pack))
        title = _("Deal %(number)d") % {"number": number} if number else _("The cut")
        yield DeckView(title, ",".join(codes), card_views.faces_up(pack[:seen]))

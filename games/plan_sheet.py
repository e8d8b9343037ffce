"""The sheet on which a plan is written: how the table stands, and a form for each answer that there is a turn for."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.card_views import face_up, faces_up
from games.engine.cards import Card, Rank
from games.engine.views import View
from games.plan_words import action_label, falling
from games.planning import AIMS, COUNTS, MOST_ANSWERS, Action, Answer, Way, own_hand, parse, to_json, turns_left
from games.tables import CardView, LaidView
from games.words import Names

ANYTHING = [("", gettext_lazy("does not matter"))]
TURNS = (
    gettext_lazy("For your next turn"),
    gettext_lazy("For the turn after it"),
    gettext_lazy("For the third turn"),
)


class AnswerForm(forms.Form):
    """One answer; none where no card is chosen. `answer` once it is valid, as JSON."""

    falls = forms.ChoiceField(label=gettext_lazy("If this card falls"), required=False)
    count_at_least = forms.TypedChoiceField(
        label=gettext_lazy("and the count is at least"),
        choices=[*ANYTHING, *((count, str(count)) for count in COUNTS)],
        coerce=int,
        empty_value=None,
        required=False,
    )
    makes = forms.TypedChoiceField(
        label=gettext_lazy("and you can make"),
        choices=[*ANYTHING, *((aim, str(aim)) for aim in AIMS)],
        coerce=int,
        empty_value=None,
        required=False,
    )
    then = forms.ChoiceField(label=gettext_lazy("Then"), required=False)
    otherwise = forms.ChoiceField(label=gettext_lazy("Otherwise"), required=False)

    def __init__(self, hand: Sequence[Card], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ways = [*sorted(hand), *(way for way in Way if way is not Way.ASK)]
        self._offer("falls", [*ANYTHING, *((rank.letter, falling(rank)) for rank in Rank)])
        self._offer("then", [("", _("no answer yet")), *_labelled(ways)])
        self._offer("otherwise", _labelled([Way.ASK, *ways]))

    def _offer(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> None:
        given = [name for name in ("falls", "count_at_least", "makes") if self.cleaned_data.get(name)]
        if given and not self.cleaned_data.get("then") and not self.errors:
            self.add_error("then", _("Choose what to play."))

    @property
    def is_given(self) -> bool:
        return bool(self.cleaned_data.get("then"))

    @property
    def answer(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        conditions = {name: chosen[name] for name in ("falls", "count_at_least", "makes") if chosen[name]}
        return {"if": conditions, "then": chosen["then"], "else": chosen["otherwise"] or str(Way.ASK)}


def _labelled(actions: Iterable[Action]) -> list[tuple[str, str]]:
    return [(str(action), action_label(action)) for action in actions]


class Sheet:
    """What the reader sees of the table, and the forms: filled in with `data` of a request, or with a plan."""

    def __init__(self, view: View, names: Names, data: Any = None, plan: Sequence[Answer] = ()) -> None:
        self.view, self.names = view, names
        written = [_initial(answer) for answer in to_json(plan)] + [{}] * MOST_ANSWERS
        self.forms = [
            AnswerForm(own_hand(view), data, prefix=f"answer{number}", initial=written[number])
            for number in range(min(MOST_ANSWERS, turns_left(view)))
        ]

    def is_valid(self) -> bool:
        """Whether every form is, and the answers stand one after the other."""
        if not all([form.is_valid() for form in self.forms]):
            return False
        given = [form.is_given for form in self.forms]
        if given != sorted(given, reverse=True) or not given[0]:
            first = self.forms[given.index(False)]
            first.add_error("then", _("Answers are given in the order of the turns, beginning with the next one."))
            return False
        return True

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The plan that is written there, once it is valid."""
        return parse([form.answer for form in self.forms if form.is_given])

    @property
    def turns(self) -> list[tuple[str, AnswerForm]]:
        return [(str(turn), form) for turn, form in zip(TURNS, self.forms, strict=False)]

    @property
    def hand(self) -> tuple[CardView, ...]:
        return faces_up(sorted(own_hand(self.view)))

    @property
    def starter(self) -> CardView | None:
        return face_up(self.view.starter) if self.view.starter else None

    @property
    def pile(self) -> list[LaidView]:
        return [LaidView(face_up(one.card), one.seat == self.view.you, self.names[one.seat]) for one in self.view.pile]


def _initial(answer: dict[str, Any]) -> dict[str, Any]:
    return {**answer["if"], "then": answer["then"], "otherwise": answer["else"]}

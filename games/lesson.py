"""A step of the lesson as its page shows it: the table drawn from a staged game, and what is said to an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import combinations
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.cards import Card
from games.engine.errors import IllegalMove, MoveError
from games.engine.events import Event, PointsEvent, ShowEvent
from games.engine.moves import Count, Discard, Move, Play, Record
from games.engine.scoring import score_hand
from games.engine.showing import true_count
from games.engine.state import State
from games.lesson_steps import COMPUTER, LEARNER, STEPS, Step
from games.refusals import explain
from games.render import render_regions
from games.staged import Staged
from games.staged_table import staged_table
from games.tables import TableView
from games.words import card_name, points

REGIONS_LEFT_OUT = ("title", "log", "menu")


@dataclass(frozen=True)
class Reply:
    """What is said to the learner's answer."""

    is_right: bool
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class LessonView:
    """All that the page of one step shows. An address is "" where there is nothing to go to."""

    number: int
    last: int
    title: str
    texts: tuple[str, ...]
    task: str
    reply: Reply | None
    table: TableView
    regions: dict[str, str]
    url: str
    back_url: str
    next_url: str
    answer_url: str  # shows how it is done


def lesson(number: int, answer: Move | None, now: datetime) -> LessonView:
    """Step `number`, from 1 on, and what comes of an answer. Raises IndexError for a step that there is not."""
    step, staged = STEPS[number - 1], position(number)
    answered, reply = judge(step, staged, answer) if answer is not None else (staged, None)
    is_right = reply is not None and reply.is_right
    # What was right is done; a show is open where it was just counted, or is there to be read.
    reader = User(username=_("Learner"))
    table = staged_table(answered, reader, now, is_present=not is_right, reads_show=is_right or bool(step.before))
    told = facts(step, staged)
    return LessonView(
        number=number,
        last=len(STEPS),
        title=str(step.title),
        texts=tuple(str(text) % told for text in step.texts),
        task="" if is_right else str(step.task) % told,
        reply=reply,
        table=table,
        regions={name: html for name, html in render_regions(table).items() if name not in REGIONS_LEFT_OUT},
        url=step_url(number),
        back_url=step_url(number - 1),
        next_url=step_url(number + 1),
        answer_url="" if is_right else _answer_url(number, step),
    )


def step_url(number: int) -> str:
    """The address of a step; "" for one that there is not."""
    return reverse("learn_step", args=[number]) if 1 <= number <= len(STEPS) else ""


@cache
def position(number: int) -> Staged:
    """Where step `number` begins: all that happened before it, with the answers that were asked for."""
    step = STEPS[number - 1]
    return (step.start or _end(number - 1)).after(*step.before)


def _end(number: int) -> Staged:
    step = STEPS[number - 1]
    return _answered(step, position(number), step.answer) if step.answer else position(number)


def _answered(step: Step, staged: Staged, answer: Move) -> Staged:
    return staged.after(Record(LEARNER, answer), *step.after)


# Judging


def judge(step: Step, staged: Staged, answer: Move) -> tuple[Staged, Reply]:
    """The position after an answer, and what is said to it. Only the answer that was asked for changes anything."""
    if step.answer is None:  # there is only something to read
        return staged, _wrong(step, [explain(IllegalMove("not_now"))])
    try:
        tried = staged.after(Record(LEARNER, answer))
    except MoveError as error:
        return staged, _wrong(step, [explain(error)])
    if not _is_right(staged.state, step.answer, answer):
        return staged, _wrong(step, _why_not(step, staged, answer, tried))
    answered = _answered(step, staged, answer)
    return answered, Reply(True, (str(step.right) % facts(step, staged),))


def _wrong(step: Step, why: Sequence[str]) -> Reply:
    return Reply(False, (*why, *filter(None, [str(step.hint)])))


def _is_right(state: State, wanted: Move, answer: Move) -> bool:
    match wanted, answer:
        case Discard(asked), Discard(laid_away):
            return set(asked) == set(laid_away)
        case Count(), Count(claimed):
            return claimed == true_count(state).points
        case Play(), _:
            return wanted == answer
    return wanted.kind == answer.kind


def _why_not(step: Step, staged: Staged, answer: Move, tried: Staged) -> list[str]:
    """What would come of an answer that the rules allow but nobody asked for."""
    match answer:
        case Discard(laid_away):
            return [_worth_of_keeping(step, staged.state, laid_away)]
        case Count(claimed):
            return [_how_far_off(claimed - true_count(staged.state).points)]
        case Play(card):
            values = {"card": card_name(card), "count": staged.state.count + card.value}
            scored = points(_pegged(tried.told[-1].events, LEARNER))
            return [
                _("With the %(card)s the count is %(count)d, which scores %(points)s.") % (values | {"points": scored})
            ]
    return []


def _worth_of_keeping(step: Step, state: State, laid_away: tuple[Card, ...]) -> str:
    """Compares what is left with the best that could be, under the starter that will be turned up."""
    hand, starter = state.hands[LEARNER], _end(STEPS.index(step) + 1).state.starter
    assert starter is not None
    kept = tuple(card for card in hand if card not in laid_away)
    worth = score_hand(kept, starter).points
    most = max(score_hand(four, starter).points for four in combinations(hand, 4))
    return _(
        "With the starter that will be turned up you would keep %(points)s; with others away it would be %(most)s."
    ) % {"points": points(worth), "most": points(most)}


def _how_far_off(surplus: int) -> str:
    if surplus < 0:
        return _("There is more in it; still to be found: %(points)s.") % {"points": points(-surplus)}
    return _("There is not so much in it; too many: %(points)s.") % {"points": points(surplus)}


def facts(step: Step, staged: Staged) -> Mapping[str, object]:
    """What the texts of a step may name, found out by the engine: the position, and what the right answer brings."""
    state = staged.state
    known: dict[str, object] = {
        "target": state.settings.target,
        "count": state.count,
        "needed": state.settings.target - state.scores[LEARNER],
        "needed_by_computer": state.settings.target - state.scores[COMPUTER],
    }
    if step.answer is None:
        return known
    events = [event for told in _answered(step, staged, step.answer).told[len(staged.told) :] for event in told.events]
    worth = sum(event.points for event in events if isinstance(event, ShowEvent))
    won, lost = (_pegged(events, seat) for seat in (LEARNER, COMPUTER))
    return known | {"points": points(won), "theirs": points(lost), "worth": points(worth)}


def _pegged(events: Sequence[Event], seat: int) -> int:
    return sum(event.pegged for event in events if isinstance(event, PointsEvent) and event.seat == seat)


def _answer_url(number: int, step: Step) -> str:
    """The address of the right answer, with the fields that the table's form would send."""
    match step.answer:
        case None:
            return ""
        case Play(card):
            fields: dict[str, object] = {"play": card}
        case Discard(laid_away):
            fields = {"action": "discard", "cards": list(laid_away)}
        case Count(claimed):
            fields = {"action": "count", "points": claimed}
        case other:
            fields = {"action": other.kind}
    return f"{step_url(number)}?{urlencode(fields, doseq=True)}#reply"

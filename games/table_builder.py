"""Builds the `TableView` of one reader from what that reader's `View` says, seat by seat and part by part."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urlencode, urljoin

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import absence_views, card_views, clock_views, school_views, show_views, talk_views
from games.engine.ending import may_abort
from games.engine.events import PointsEvent, ShowEvent
from games.engine.school import hand_to_count
from games.engine.state import Laid, Phase, Result, State, Status
from games.engine.views import SeatView, View, replay_view, view_for
from games.models import Match, Plan, Remark, Seat
from games.plan_words import plan_action, why_dropped
from games.presence import Absence
from games.selectors import annulment_reason
from games.tables import (
    AbsenceView,
    ActionView,
    CardView,
    LaidView,
    PlayerView,
    ResultView,
    SchoolView,
    TableView,
    Told,
)
from games.tasks import Task, button_for, card_acts, find_task, numbers_for, prompt_for
from games.words import Names, annulment_words, headline, result_detail, seat_name, sentences


@dataclass(frozen=True)
class Look:
    """Everything one drawing of a table is made from.

    `reader` is a seat or None for a watcher; `events` are those of this deal up to this ply, record by record,
    redacted for the reader; `is_present` is false for a ply that the match has already passed; `plan` is the own one;
    `remarks` are what the players said, as far as it is for the reader; `absence` is the opponent's.
    """

    match: Match
    state: State
    reader: int | None
    events: Sequence[Told]
    is_present: bool
    is_show: bool
    now: datetime
    rematch: Match | None = None
    plan: Plan | None = None
    remarks: Sequence[Remark] = ()
    absence: Absence | None = None

    @property
    def near(self) -> int:
        """The seat that lies at the bottom of the page."""
        return self.reader or 0

    @property
    def seats(self) -> Sequence[Seat]:
        """Both, in their order."""
        return list(self.match.seats.all())

    @property
    def view(self) -> View:
        return view_for(self.state, self.reader)


@dataclass(frozen=True, kw_only=True)
class ReplayLook(Look):
    """A look back at a match that ended in the position `last`: no reader, but the hands of some seats lie open."""

    last: State
    open_seats: Sequence[int]

    @property
    def near(self) -> int:
        return self.open_seats[0]

    @property
    def view(self) -> View:
        return replay_view(self.state, self.last, self.open_seats)


def build_table(look: Look) -> TableView:
    """The table as the reader may know it, in the language that is active."""
    view = look.view
    seats = look.seats
    names = [seat_name(seat) for seat in seats]
    task = find_task(look.match, view, look.is_present, look.is_show)
    near, far = look.near, 1 - look.near
    return TableView(
        match_id=look.match.id,
        ply=look.state.ply,
        status=view.status,
        phase=view.phase,
        task=task,
        prompt=_prompt(look, view, task, names),
        said=_said(look, names),
        target=view.settings.target,
        near=_player(look, view, seats[near], task),
        far=_player(look, view, seats[far], task) if seats[far].is_taken or view.status is not Status.OPEN else None,
        count=view.count,
        pile=_pile(view.pile or view.previous_pile, look.near, names),
        starter=card_views.face_up(view.starter) if view.starter else None,
        crib_owner=_crib_owner(view, names),
        crib_size=view.crib_size,
        crib=card_views.faces_up(view.crib or ()),
        decision=(view.decision or "") if look.is_present else "",
        button=button_for(task, view, names),
        ask_first=_asks_first(seats, look.reader),
        counting=show_views.build(view, names, look.events, look.is_show) if task is not Task.OVER else None,
        log=tuple(_sentences(look.events, names)),
        result=_result(look, view, names) if task is Task.OVER else None,
        actions=_actions(look),
        invite_url=_invite_url(look),
        commitment=look.match.commitment,
        seeds=_seeds(look, view),
        cut_cards=_cut_cards(look, view, names),
        numbers=numbers_for(task, view),
        school=_school(look, view) if task is Task.COUNT else None,
        may_school=task is Task.COUNT and hand_to_count(view) is not None,
        plan=plan_action(look.match, view, look.plan) if task is Task.WAIT and look.is_present else None,
        plan_dropped=why_dropped(look.plan) if task is not Task.READ and look.is_present else "",
        talk=talk_views.build(look.match, seats, look.reader, look.remarks, look.now),
    )


def _prompt(look: Look, view: View, task: Task, names: Names) -> str:
    absence = _absence(look, 1 - look.near) if task is Task.WAIT else None
    return absence.sentence if absence else prompt_for(task, look.match, view, names)


def _absence(look: Look, seat: int) -> AbsenceView | None:
    """That of the reader's opponent, for the reader alone, until the match is over."""
    if look.absence is None or look.state.result is not None or look.reader != 1 - seat:
        return None
    gone = look.seats[seat]
    return absence_views.build(look.absence, gone, seat_name(gone), look.now)


def _said(look: Look, names: Names) -> tuple[str, ...]:
    """The sentences of the record that led here; a show lists its points itself."""
    told = next((told for told in look.events if told.ply == look.state.ply), None)
    if told is None:
        return ()
    if any(isinstance(event, ShowEvent) for event in told.events):
        told = replace(told, events=tuple(event for event in told.events if not isinstance(event, PointsEvent)))
    return tuple(_sentences([told], names))


def _sentences(told: Sequence[Told], names: Names) -> list[str]:
    texts = (text for one in told for text in sentences(one.events, names, one.automatic))
    return [text for text in texts if text]


def _player(look: Look, view: View, seat: Seat, task: Task) -> PlayerView:
    about = view.seats[seat.number]
    is_own = look.reader == seat.number
    awaited = seat.number in view.turn and look.is_present
    absence = _absence(look, seat.number)
    return PlayerView(
        seat=seat.number,
        name=seat_name(seat),
        url=reverse("player", args=[seat.user.username]) if seat.user else "",
        near=seat.number == look.near,
        score=about.score,
        back_peg=about.back_peg,
        needs=_needs(view.settings.target - about.score),
        note="" if absence else _note(is_own, awaited),
        dealer=view.dealer == seat.number,
        awaited=awaited,
        computer=bool(seat.computer),
        clock=clock_views.build(look.match, seat, look.now, tells_moment=look.reader is not None),
        absence=absence,
        hand=_hand(view, about, task),
        played=card_views.faces_up(about.played),
    )


def _needs(points: int) -> str:
    if not points:
        return ""
    return ngettext("needs %(points)d", "needs %(points)d", points) % {"points": points}


def _note(is_own: bool, awaited: bool) -> str:
    if not awaited:
        return ""
    return _("your turn") if is_own else _("to play")


def _hand(view: View, about: SeatView, task: Task) -> tuple[CardView, ...]:
    if view.phase in (Phase.COUNT, Phase.OVER):
        return ()  # lies in the show, where it is counted, or with the result
    if about.hand is None:
        return card_views.faces_down(about.hand_size)
    return card_acts(view, about.hand, task in (Task.PLAY, Task.GO))


def _pile(laid: Sequence[Laid], near: int, names: Names) -> tuple[LaidView, ...]:
    return tuple(LaidView(card_views.face_up(one.card), one.seat == near, names[one.seat]) for one in laid)


def _crib_owner(view: View, names: Names) -> str:
    if view.dealer is None:
        return ""
    if view.dealer == view.you:
        return _("your crib")
    return _("%(name)s's crib") % {"name": names[view.dealer]}


def _asks_first(seats: Sequence[Seat], reader: int | None) -> bool:
    user = seats[reader].user if reader is not None else None
    return user is not None and user.asks_before_playing


def _school(look: Look, view: View) -> SchoolView | None:
    seat = look.seats[look.near]
    wanted = seat.user is not None and seat.user.counts_by_cards
    return school_views.build(view, seat.school) if wanted else None


def _seeds(look: Look, view: View) -> tuple[str, str] | None:
    if view.seeds is None:
        return None
    near, far = view.seeds[look.near], view.seeds[1 - look.near]
    return near or "", far or ""


def _cut_cards(look: Look, view: View, names: Names) -> tuple[LaidView, ...]:
    """The cards of the cut, until the first deal's discards begin to come."""
    if view.phase not in (Phase.CUT, Phase.DISCARD) or view.deal > 1:
        return ()
    pairs = [
        LaidView(card_views.face_up(pair[seat]), seat == look.near, names[seat])
        for pair in view.cut_pairs
        for seat in (0, 1)
    ]
    return tuple(pairs)


def _result(look: Look, view: View, names: Names) -> ResultView | None:
    if view.result is None:
        return None
    hands = [
        (_("%(name)s's hand") % {"name": names[seat]}, card_views.faces_up(sorted(view.seats[seat].hand or ())))
        for seat in (0, 1)
    ]
    crib = [(_crib_owner(view, names), card_views.faces_up(sorted(view.crib)))] if view.crib else []
    return ResultView(
        headline=headline(view.result, names, view.you),
        detail=_how_it_ended(look, view.result, names),
        hands=tuple(hands + crib) if view.deal else (),
        rematch=_rematch(look),
        rematch_url=_rematch_url(look),
        replay_url=_replay_url(look),
        check_url=reverse("check", args=[look.match.id]),
    )


def _how_it_ended(look: Look, result: Result, names: Names) -> str:
    why = annulment_words(annulment_reason(look.match))
    return " ".join(text for text in (result_detail(result, names), why) if text)


def _replay_url(look: Look) -> str:
    is_replay = isinstance(look, ReplayLook)
    return "" if is_replay or not look.state.deal else reverse("replay", args=[look.match.id])


def _rematch(look: Look) -> str:
    """What the reader may do about a rematch: "", "offer", "offered", "accept" or "go"."""
    if look.reader is None or look.match.status in (Match.State.CANCELLED, Match.State.EXPIRED):
        return ""
    opponent = look.seats[1 - look.reader]
    if look.rematch is None:
        return "offer" if opponent.is_taken else ""
    if look.rematch.status != Match.State.OPEN:
        return "go"
    return "accept" if look.rematch.invited_id == look.seats[look.reader].user_id else "offered"


def _rematch_url(look: Look) -> str:
    if _rematch(look) == "go" and look.rematch is not None:
        return look.rematch.get_absolute_url()
    return reverse("rematch", args=[look.match.id])


def _actions(look: Look) -> tuple[ActionView, ...]:
    """The lesser things the reader may do at this table now, and first of all what staff have to say."""
    return (*_news_of_sanctions(look), *_own_acts(look))


def _news_of_sanctions(look: Look) -> tuple[ActionView, ...]:
    """Every other page says at its head what is new; here all places are taken."""
    reader = look.seats[look.reader].user if look.reader is not None else None
    if reader is None or not reader.has_sanction_to_read:
        return ()
    return (ActionView(_("Your sanctions"), reverse("sanctions"), post=False, strong=True),)


def _own_acts(look: Look) -> tuple[ActionView, ...]:
    match, seat = look.match, look.reader
    if match.status == Match.State.OPEN:
        return _actions_at_open_table(match, seat)
    if look.state.result is not None:
        return (*_records(match), *_manners(look))
    if seat is None or match.status != Match.State.ACTIVE:
        return ()
    return (_way_out(look, seat), *_ways_off(look, seat), *_manners(look))


def _manners(look: Look) -> tuple[ActionView, ...]:
    """What a player may do about the other one."""
    other = look.seats[1 - look.reader].user if look.reader is not None else None
    if other is None:
        return ()
    report = f"{reverse('report', args=[other.username])}?{urlencode({'match': look.match.id})}"
    block = ActionView(_("Block"), reverse("block", args=[other.username]), post=False)
    lift = ActionView(_("Players you block"), reverse("blocks"), post=False)
    own = look.seats[look.near]
    return lift if own.blocks_other else block, ActionView(_("Report"), report, post=False)


def _actions_at_open_table(match: Match, seat: int | None) -> tuple[ActionView, ...]:
    if seat is not None:
        return (_post(_("Take the table back"), "cancel", match),)
    if match.opponent == Match.Opponent.NAMED:
        return (_post(_("Decline"), "decline", match),)
    return ()


def _records(match: Match) -> tuple[ActionView, ...]:
    """What anybody who sees a match that is over may take away."""
    return (
        ActionView(_("Check the deals"), reverse("check", args=[match.id]), post=False),
        ActionView(_("Record (JSON)"), reverse("record", args=[match.id]), post=False),
        ActionView(_("Record (text)"), reverse("record_as_text", args=[match.id]), post=False),
    )


def _way_out(look: Look, seat: int) -> ActionView:
    if may_abort(look.state, seat):
        return ActionView(_("Abort"), reverse("abort", args=[look.match.id]), post=False)
    return ActionView(_("Resign"), reverse("resign", args=[look.match.id]), post=False)


def _ways_off(look: Look, seat: int) -> tuple[ActionView, ...]:
    opponent, absence = look.seats[1 - seat], _absence(look, 1 - seat)
    if opponent.deadline is not None and opponent.deadline <= look.now:
        return _call_off(look, seat), _post(_("Claim the game on time"), "claim", look.match, strong=True)
    if absence is not None and absence.may_claim:
        claim = _post(_("Claim the game"), "claim", look.match, strong=True)
        return claim, _post(_("Call it off alone"), "agree", look.match, strong=True)
    return (_call_off(look, seat),)


def _call_off(look: Look, seat: int) -> ActionView:
    if look.state.agreed[1 - seat]:
        return _post(_("Agree to call it off"), "agree", look.match, strong=True)
    return ActionView(_("Call it off"), reverse("agree", args=[look.match.id]), post=False)


def _post(label: str, name: str, match: Match, strong: bool = False) -> ActionView:
    return ActionView(label, reverse(name, args=[match.id]), post=True, strong=strong)


def _invite_url(look: Look) -> str:
    if look.match.status != Match.State.OPEN or look.reader != 0 or not look.match.invite:
        return ""
    return str(urljoin(settings.SITE_URL, reverse("invite", args=[look.match.invite])))

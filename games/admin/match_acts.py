"""What staff may do to matches, each asked about on a page of its own first."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games import inspection
from games.engine.errors import MoveError
from games.models import Match
from games.refusals import SENTENCES, explain
from games.selectors import with_seats
from games.services import staff
from games.words import seat_name

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from games.admin.matches import MatchAdmin

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 100
LONGEST_REASON = 300  # characters

Do = Callable[[Match, User, datetime, str], str]
IN_FULL = gettext_lazy("Why? For the action log.")


@dataclass(frozen=True)
class MatchAct:
    """`do` answers with what to tell of it, and is None where the answer is a file of one match.

    `question` is what the page asks, `why` how it asks for the reason.
    """

    key: str
    label: "_StrPromise"
    question: "_StrPromise"
    do: Do | None = None
    why: "_StrPromise" = IN_FULL
    needs_why: bool = True

    def is_for(self, match: Match, now: datetime) -> bool:
        """Whether there is any use in a button for it."""
        if self.key == "end_by_time":
            return match.seats.filter(deadline__lte=now).exists()
        return self.key in ("verify", "export") or match.status == Match.State.ACTIVE


def _end_by_time(match: Match, by: User, now: datetime, why: str) -> str:
    staff.end_by_time(match.pk, by, now, why)
    return _("Match %(id)s was ended by time.") % {"id": match.pk}


def _abort(match: Match, by: User, now: datetime, why: str) -> str:
    staff.abort(match.pk, by, now, why)
    return _("Match %(id)s was aborted.") % {"id": match.pk}


def _annul(match: Match, by: User, now: datetime, why: str) -> str:
    staff.annul(match.pk, by, now, why)
    return _("Match %(id)s was annulled.") % {"id": match.pk}


def _verify(match: Match, by: User, now: datetime, why: str) -> str:
    faults = inspection.verify(match, by, now, why)
    if not faults:
        return _("Match %(id)s: no faults.") % {"id": match.pk}
    raise Faulty(match, faults)


class Faulty(Exception):
    """A match that does not say what its log says."""

    def __init__(self, match: Match, faults: Sequence[str]) -> None:
        super().__init__(match.pk)
        self.told = _("Match %(id)s has faults: %(faults)s") % {"id": match.pk, "faults": "; ".join(faults)}


ACTS = {
    act.key: act
    for act in (
        MatchAct(
            "end_by_time",
            gettext_lazy("End by time"),
            gettext_lazy("Do you want to end what is overdue, as the referee would?"),
            _end_by_time,
        ),
        MatchAct(
            "abort",
            gettext_lazy("Abort the match"),
            gettext_lazy("Do you want to abort this? It counts for nobody, and cannot be taken back."),
            _abort,
        ),
        MatchAct(
            "annul",
            gettext_lazy("Annul the match"),
            gettext_lazy("Do you want to annul this? It counts for nobody, and cannot be taken back."),
            _annul,
            why=gettext_lazy("The reason, as the players read it, and for the action log."),
        ),
        MatchAct(
            "verify",
            gettext_lazy("Verify"),
            gettext_lazy("Do you want to have the whole log played again and every deck dealt again?"),
            _verify,
            needs_why=False,
        ),
        MatchAct(
            "export",
            gettext_lazy("Export"),
            gettext_lazy("Do you want the record of this match? Of a running one it has what a watcher knows."),
            needs_why=False,
        ),
    )
}


class WhyForm(forms.Form):
    why = forms.CharField(max_length=LONGEST_REASON, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, act: MatchAct, data: Any = None) -> None:
        super().__init__(data)
        self.fields["why"].label = str(act.why)
        self.fields["why"].required = act.needs_why


def ask_and_do(page: "MatchAdmin", request: HttpRequest, key: str) -> HttpResponse:
    """Asks on GET, does on POST; `?match=` names the matches."""
    if not page.has_act_permission(request):
        raise PermissionDenied
    ids = request.GET.getlist("match")[:MOST_AT_ONCE]
    known = [pk for pk in ids if pk.isascii() and pk.isprintable()]  # PostgreSQL takes no NUL
    matches = list(with_seats(Match.objects.filter(pk__in=known)))
    if key not in ACTS or not matches or (ACTS[key].do is None and len(matches) > 1):
        raise Http404
    act = ACTS[key]
    form = WhyForm(act, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _ask(page, request, act, matches, form)
    if act.do is None:
        return _file(matches[0], cast(User, request.user), form.cleaned_data["why"])
    for match in matches:
        _do(request, act.do, match, form.cleaned_data["why"])
    one = reverse("admin:games_match_change", args=[matches[0].pk])
    return redirect(one if len(matches) == 1 else reverse("admin:games_match_changelist"))


def _ask(
    page: "MatchAdmin", request: HttpRequest, act: MatchAct, matches: Sequence[Match], form: WhyForm
) -> HttpResponse:
    about = [(match, " – ".join(seat_name(seat) for seat in match.seats.all())) for match in matches]
    context = {
        **page.admin_site.each_context(request),
        "opts": page.opts,
        "title": act.label,
        "act": act,
        "matches": about,
        "form": form,
    }
    return TemplateResponse(request, "staff/confirm.html", context)


def _do(request: HttpRequest, do: Do, match: Match, why: str) -> None:
    """To one match; what is refused or fails is told, and stops none of the others."""
    try:
        messages.success(request, do(match, cast(User, request.user), timezone.now(), why))
    except Faulty as error:
        messages.error(request, error.told)
    except MoveError as error:
        messages.error(request, f"{match.pk}: {explain(error)}")
    except Exception:
        logger.exception("an act of staff on match %s failed", match.pk)
        messages.error(request, f"{match.pk}: {SENTENCES['failed']}")


def _file(match: Match, by: User, why: str) -> HttpResponse:
    told = inspection.export(match, by, timezone.now(), why)
    name = f'attachment; filename="cribsite-{match.pk}.json"'
    return JsonResponse(told, headers={"Content-Disposition": name})

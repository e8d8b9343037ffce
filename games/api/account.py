"""The calls about the caller, and about whom one can play."""

from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language
from ninja import Router

from accounts.models import User
from games.api.access import caller
from games.api.schemas import Account, Computers, Error, VacationOut
from games.computer import LEVELS
from games.match_json import Json, moment
from games.pauses import pause_of
from games.services import vacations
from games.words import COMPUTERS

router = Router(tags=["account"])
REFUSALS = frozenset({401, 403, 429})
DAY = timedelta(days=1)


@router.get("account", response={200: Account, REFUSALS: Error})
def account(request: HttpRequest) -> Json:
    """Who you are here."""
    user = caller(request)
    pause = pause_of(user, timezone.now())
    return {
        "username": user.username,
        "language": get_language(),
        "program": user.is_program,
        "paused_until": moment(pause.until) if pause else None,
    }


@router.get("account/vacation", response={200: VacationOut, REFUSALS: Error})
def vacation(request: HttpRequest) -> Json:
    """Whether you are away, and how much vacation this year has left for you."""
    return _vacation(caller(request))


@router.post("account/vacation", response={200: VacationOut, REFUSALS: Error})
def begin_vacation(request: HttpRequest) -> Json:
    """Stops the clocks of your slow games. Whoever is away already stays so."""
    vacations.leave(caller(request), timezone.now())
    return _vacation(caller(request))


@router.delete("account/vacation", response={200: VacationOut, REFUSALS: Error})
def end_vacation(request: HttpRequest) -> Json:
    """Lets your clocks go on. Whoever is back already stays so."""
    vacations.come_back(caller(request), timezone.now())
    return _vacation(caller(request))


def _vacation(user: User) -> Json:
    running = user.vacations.filter(ended_at=None).first()
    return {
        "away": running is not None,
        "since": moment(running.started_at) if running else None,
        "days_left": round(vacations.time_left(user, timezone.now()) / DAY, 2),
    }


@router.get("computers", response={200: Computers, REFUSALS: Error})
def computers(request: HttpRequest) -> Json:
    """The computer players, from the weakest to the strongest."""
    about = ((level.key, *COMPUTERS[level.key]) for level in LEVELS)
    return {"computers": [{"level": key, "name": str(name), "description": str(text)} for key, name, text in about]}

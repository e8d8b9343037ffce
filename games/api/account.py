"""The calls about the caller, and about whom one can play."""

from django.http import HttpRequest
from django.utils.translation import get_language
from ninja import Router

from games.api.access import caller
from games.api.schemas import Account, Computers, Error
from games.computer import LEVELS
from games.match_json import Json
from games.words import COMPUTERS

router = Router(tags=["account"])
REFUSALS = frozenset({401, 429})


@router.get("account", response={200: Account, REFUSALS: Error})
def account(request: HttpRequest) -> Json:
    """Who you are here."""
    user = caller(request)
    return {"username": user.username, "language": get_language(), "program": user.is_program}


@router.get("computers", response={200: Computers, REFUSALS: Error})
def computers(request: HttpRequest) -> Json:
    """The computer players, from the weakest to the strongest."""
    about = ((level.key, *COMPUTERS[level.key]) for level in LEVELS)
    return {"computers": [{"level": key, "name": str(name), "description": str(text)} for key, name, text in about]}

"""A slow deal whose cards are known: Ben leads, Ana deals and waits."""

from accounts.models import User
from games.engine import Card
from games.engine.moves import Cut, Discard, Play
from games.models import DAY, Match, Plan
from games.planning import parse
from games.services import plans

from .conftest import Stack
from .players import NOW, cards, cut_pack, pack, send, started

BENS = "7D 6C 2D KC"
ANAS = "8H 9S 4C TD"

Json = dict[str, object]


def known_deal(ana: User, ben: User, stack: Stack, discards: bool = True) -> Match:
    """Both have laid away two cards and hold these four; the starter is the queen of clubs, and Ben leads."""
    stack({0: cut_pack("AC KD"), 1: pack(f"{BENS} AH 3H", f"{ANAS} 3S JD", "QC")})
    match = started(ana, ben, allowance=3 * DAY, bank=0)
    send(match, ana, Cut("ana"))
    send(match, ben, Cut("ben"))
    if discards:
        send(match, ben, Discard(cards("AH 3H")))
        send(match, ana, Discard(cards("3S JD")))
    return match


def seal(match: Match, user: User, *answers: Json, ply: int | None = None) -> None:
    plans.seal(match.pk, user, parse(list(answers)), NOW, ply)


def play(match: Match, user: User, code: str) -> None:
    send(match, user, Play(Card.parse(code)))


def plan_of(match: Match, user: User) -> Plan | None:
    return Plan.objects.filter(seat__match=match, seat__user=user).first()


def left(match: Match, user: User) -> int:
    """How many answers the player has left."""
    plan = plan_of(match, user)
    return len(plan.answers) if plan else 0


def dropped(match: Match, user: User) -> str:
    plan = plan_of(match, user)
    return plan.dropped if plan else ""


def laid(match: Match) -> str:
    """The cards of the play, in order, with an asterisk where the site played for somebody."""
    rows = match.records.filter(kind__in=("play", "go")).order_by("ply")
    return " ".join(row.data.get("card", "go") + "*" * row.automatic for row in rows)

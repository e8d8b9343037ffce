"""Guests: players without a password or mail, each of one browser, until they sign up or stay away."""

from datetime import datetime, timedelta
from random import SystemRandom

from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.usersessions.models import UserSession
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from accounts.adapter import sign_up_closed
from accounts.models import User
from accounts.names import GUEST_PREFIX
from accounts.services import delete_account
from cribsite.models import SignUp
from cribsite.site import site_settings
from games.models import Match, Seat
from games.services.players import lock_with_opponents

FEWEST_DIGITS = 4
AWAY_FOR_GOOD = timedelta(days=30)
SESSION = timedelta(days=400)  # no browser keeps a cookie longer, and with the session a guest is lost
BACKEND = "django.contrib.auth.backends.ModelBackend"


def enter_as_guest(request: HttpRequest) -> User:
    """Make the stranger who asks a guest, logged in from here on. There is a limit for each address: then 429.

    A site by invitation has guests as ever, for they come by its players' links; one that is closed takes none.
    """
    if site_settings().sign_up == SignUp.CLOSED:
        raise ImmediateHttpResponse(sign_up_closed(request))
    too_many = ratelimit.consume_or_429(request, action="guest")
    if too_many:
        raise ImmediateHttpResponse(too_many)
    guest = make_guest(get_language() or "", timezone.now())
    token = request.META.get("CSRF_COOKIE")
    login(request, guest, BACKEND)
    request.session.set_expiry(SESSION)
    # Forms in the stranger's other tabs stay good: there is nothing yet that a token known to others would open.
    if token:
        request.META["CSRF_COOKIE"] = token
    return guest


def make_guest(language: str, now: datetime) -> User:
    """A new guest under a number that nobody has, the shortest at hand."""
    digits = FEWEST_DIGITS
    while True:
        number = SystemRandom().randrange(10 ** (digits - 1), 10**digits)
        guest = User(username=f"{GUEST_PREFIX}{number}", is_guest=True, language=language, date_joined=now)
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save(force_insert=True)
        except IntegrityError:
            digits += 1  # somebody has the number, or takes it at this very moment
        else:
            return guest


def away_for_good(now: datetime) -> QuerySet[User]:
    """The guests who have not been seen for 30 days, but for those whose clock runs in a game with a person.

    Such a game ends by its clock. One without a clock would never end, and a person would wait for nobody.
    """
    since = now - AWAY_FOR_GOOD
    seen = UserSession.objects.filter(user=OuterRef("pk"), last_seen_at__gt=since)
    timed = Seat.objects.filter(user=OuterRef("pk"), match__status=Match.State.ACTIVE, match__allowance__isnull=False)
    with_people = timed.exclude(match__opponent=Match.Opponent.COMPUTER)
    return User.objects.filter(~Exists(seen), ~Exists(with_people), is_guest=True, date_joined__lte=since)


def sweep_guest(guest_id: int, now: datetime) -> bool:
    """Delete a guest who is away for good, as if by the guest's own hand; whether it was one still."""
    with transaction.atomic():
        guest = User.objects.filter(pk=guest_id).first()
        if guest is None:
            return False
        lock_with_opponents(guest)
        if not away_for_good(now).filter(pk=guest_id).exists():
            return False
        delete_account(guest, now)
    return True

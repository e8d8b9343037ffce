"""Every page and letter in a language that brackets whatever is marked for translation: a word outside stands out."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone, translation

from accounts.conduct import appeals, sanctions
from accounts.conduct.models import Appeal, Sanction
from accounts.models import User
from games.letter_words import unsubscribe_token
from games.models import DAY, Mail, Match
from games.postman import deliver
from games.services import endings, lobby
from tests.browser.positions import MOMENTS, keep_low
from tests.factors import with_app, with_passkey
from tests.games.finished import finished
from tests.games.players import browser_of, new_player, play_until, started
from tests.pseudo import CLOSE, OPEN, pseudo_language, unmarked, unmarked_words

__all__ = ["pseudo_language"]
pytestmark = pytest.mark.django_db

PASSWORD = "pegging-out-on-friday"
# Addresses that answer with no page: they take a form, lead on, bring a file or data, or belong to a way of logging in
# that the site does not offer.
NO_PAGES = {
    *("unblock",),
    *("cancel", "claim", "decline", "go_on", "join", "move", "next_game", "play_now", "rematch", "revoke_api_token"),
    *("read_sanction", "appeal"),
    *(
        "school",
        "talk",
        "manifest",
        "service_worker",
        "set_language",
        "api_player",
        "my_data",
        "my_records",
        "my_records_as_text",
        "record",
    ),
    *("mfa_login_webauthn", "mfa_download_recovery_codes"),
    *("dismiss_announcement", "record_as_text", "check_file", "account_set_password", "replay", "learn"),
    *("account_confirm_login_code", "account_confirm_reauthentication_code", "account_request_reauthentication_code"),
}


class Visit:
    """Asks for pages and gathers which were seen, and what stood out."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.seen: set[str] = set()
        self.found: list[str] = []

    def look(
        self, browser: Client, address: str, data: dict[str, Any] | None = None, post: bool = False
    ) -> HttpResponse:
        ask = browser.post if post else browser.get
        answer = ask(address, data or {}, follow=True, headers={"accept-language": self.language})
        if answer.status_code != 404:
            self.seen.add(answer.resolver_match.url_name)
        html = answer.content.decode()
        assert OPEN in html, address
        words = unmarked_words(html)
        self.found += [f"{address}: {' '.join(words)}"] if words else []
        return answer


@pytest.fixture
def visit(pseudo_language: str) -> Visit:
    return Visit(pseudo_language)


@pytest.fixture
def ana(pseudo_language: str) -> User:
    player = new_player("Ana", language=pseudo_language, password=PASSWORD)
    EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)
    return player


@pytest.fixture
def ben(pseudo_language: str) -> User:
    return new_player("Ben", language=pseudo_language)


def names_of_pages() -> Iterator[str]:
    for pattern in get_resolver().url_patterns:
        if getattr(pattern, "app_name", None) is None and "admin" not in str(pattern.pattern):
            yield from _names_in(pattern)


def _names_in(pattern: Any) -> Iterator[str]:
    if isinstance(pattern, URLPattern):
        yield pattern.name or ""
    elif pattern.app_name is None:
        for inner in pattern.url_patterns:
            yield from _names_in(inner)


def look_at_doors(visit: Visit, stranger: Client) -> None:
    for name in ("account_login", "account_signup", "account_reset_password", "account_reset_password_done"):
        visit.look(stranger, reverse(name))
    for name in ("account_reset_password_from_key_done", "account_inactive", "account_email_verification_sent"):
        visit.look(stranger, reverse(name))
    wrong = {"username": "!", "email": "nonsense", "password1": "1", "password2": "2"}
    visit.look(stranger, reverse("account_signup"), wrong, post=True)
    visit.look(stranger, reverse("account_login"), {"login": "Ana", "password": "wrong"}, post=True)
    visit.look(stranger, reverse("account_reset_password"), {"email": "ana@example.org"}, post=True)
    for kind in ("password/reset/key/1-abc", "confirm-email/abc"):
        visit.look(stranger, f"/accounts/{kind}/")


def look_as_stranger(visit: Visit, ana: User) -> None:
    stranger = Client()
    lobby.create_match(ana, lobby.Terms(opponent=Match.Opponent.OPEN), timezone.now())
    link = lobby.create_match(ana, lobby.Terms(opponent=Match.Opponent.LINK), timezone.now())
    look_at_doors(visit, stranger)
    for address in (
        "/terms/",
        "/privacy/",
        "/age/",
        "/",
        "/rules/",
        "/api/",
        "/no-such-page/",
        "/players/Ana/",
        "/cards/",
        "/deals/",
        "/learn/",
        reverse("offline"),
    ):
        visit.look(stranger, address)
    visit.look(stranger, f"/join/{link.invite}/")
    for number in range(1, 12):
        visit.look(stranger, f"/learn/{number}/")
        for answer in (
            {"action": "discard", "cards": ["8D", "8S"]},
            {"play": "3S"},
            {"action": "count", "points": "10"},
        ):
            visit.look(stranger, f"/learn/{number}/", answer)
    visit.look(stranger, f"/mail/off/{unsubscribe_token(ana, Mail.Kind.TURN)}/")


def look_at_account(visit: Visit, anas: Client) -> None:
    anas.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    for name in ("settings", "delete_account", "account_logout", "account_email", "account_change_password"):
        visit.look(anas, reverse(name))
    for name in ("usersessions_list", "account_reauthenticate", "api_tokens", "vacation", "my_games"):
        visit.look(anas, reverse(name))
    for address, wrong in [
        ("/settings/", {"language": "xx", "mail_turn": "digest"}),
        ("/settings/tokens/", {"name": "Ana"}),
        ("/accounts/password/change/", {"oldpassword": "wrong", "password1": "1", "password2": "2"}),
        ("/accounts/email/", {"action_add": "", "email": "ana@example.org"}),
        ("/accounts/email/", {"action_add": "", "email": "second@example.org"}),
        ("/settings/delete/", {"password": "wrong"}),
        ("/tables/new/", {"opponent": "named", "name": "Nobody", "bank_days": "many"}),
        ("/settings/vacation/", {"action": "begin"}),
    ]:
        visit.look(anas, address, wrong, post=True)
    visit.look(anas, "/settings/vacation/")
    visit.look(anas, "/games/", {"opponent": "Nobody", "since": "nonsense"})


def look_at_manners(visit: Visit, anas: Client, match: Match) -> None:
    """Of Ana and Ben, who have played this match."""
    for name in ("block", "report"):
        visit.look(anas, reverse(name, args=["Ben"]))
    report = f"{reverse('report', args=['Ben'])}?match={match.pk}"
    for answers in ({"category": "other"}, {"category": "leaving"}, {"category": "leaving"}):
        visit.look(anas, report, answers, post=True)
    visit.look(anas, reverse("block", args=["Ben"]), post=True)
    for address in ("/settings/blocks/", "/reports/", "/players/Ben/"):
        visit.look(anas, address)


def look_at_second_factor(visit: Visit, ana: User) -> None:
    anas = Client(headers={"accept-language": visit.language})
    anas.post(reverse("account_login"), {"login": "Ana", "password": PASSWORD})
    anas.post(reverse("account_reauthenticate"), {"password": PASSWORD, "next": "/settings/"})
    for name in ("mfa_index", "mfa_list_webauthn", "mfa_activate_totp", "mfa_add_webauthn"):
        visit.look(anas, reverse(name))
    visit.look(anas, reverse("mfa_activate_totp"), {"code": "wrong"}, post=True)
    with_app(ana)
    for name in ("mfa_index", "mfa_deactivate_totp", "mfa_view_recovery_codes", "mfa_generate_recovery_codes"):
        visit.look(anas, reverse(name))
    key = with_passkey(ana, name=f"{OPEN}Phone{CLOSE}")  # the own words of a player
    for name in ("mfa_reauthenticate", "mfa_reauthenticate_webauthn", "mfa_list_webauthn"):
        visit.look(anas, reverse(name))
    for name in ("mfa_edit_webauthn", "mfa_remove_webauthn"):
        visit.look(anas, reverse(name, args=[key]))
    arriving = Client(headers={"accept-language": visit.language})
    arriving.post(reverse("account_login"), {"login": "Ana", "password": PASSWORD})
    visit.look(arriving, reverse("mfa_authenticate"))
    visit.look(arriving, reverse("mfa_authenticate"), {"code": "wrong"}, post=True)
    Authenticator.objects.filter(user=ana).delete()  # where there is one, nobody is asked for the password


def look_as_player(visit: Visit, ana: User, ben: User) -> None:
    anas = browser_of(ana)
    over = finished(ana, ben)
    slow = started(ana, ben, timezone.now(), allowance=3 * DAY, bank=DAY)
    play_until(slow, lambda state: bool(state.pile), timezone.now())
    challenge = lobby.create_match(ben, lobby.Terms(opponent=Match.Opponent.NAMED, invited=ana), timezone.now())
    for match in (slow, challenge, over):
        visit.look(anas, match.get_absolute_url())
    for way in ("resign", "abort", "agree", "plan"):
        for browser in (anas, browser_of(ben)):
            visit.look(browser, reverse(way, args=[slow.pk]))
    visit.look(anas, reverse("replay", args=[over.pk]))
    visit.look(anas, reverse("check", args=[over.pk]))
    for ply in range(1, over.ply + 1, 9):
        visit.look(anas, reverse("replay_ply", args=[over.pk, ply]))
    for address in ("/", "/players/Ben/", "/players/Ana/", "/games/", "/cards/mine/", f"/table/{slow.pk}/move/"):
        visit.look(anas, address) if "move" not in address else visit.look(anas, address, {"play": "XX"}, post=True)
    look_at_account(visit, anas)
    look_at_manners(visit, anas, over)


def look_as_sanctioned(visit: Visit, ana: User) -> None:
    moderator, now = new_player("Mo"), timezone.now()
    anas = browser_of(ana)
    for kind in Sanction.Kind:
        given = sanctions.give(ana, kind, "A7", moderator, now, now + timedelta(days=7))
        visit.look(anas, reverse("sanctions"))
        visit.look(anas, reverse("appeal", args=[given.pk]), {"words": ""}, post=True)
        visit.look(anas, reverse("privacy"))
        written = appeals.appeal(given, "A7", now)
        visit.look(anas, reverse("sanctions"))
        appeals.decide(written, Appeal.Decision.UPHELD, "A7", moderator, now)
        visit.look(anas, reverse("privacy"))
        sanctions.lift(given, "A7", moderator, now)
        visit.look(anas, reverse("sanctions"))


def look_as_guest(visit: Visit) -> None:
    browser = browser_of(new_player("guest-4821", is_guest=True, language=visit.language))
    for address in ("/", "/settings/", "/games/", "/accounts/signup/", "/accounts/logout/", "/accounts/email/"):
        visit.look(browser, address)
    for address in ("/settings/delete/", "/settings/tokens/", "/players/guest-4821/"):
        visit.look(browser, address)


def test_every_page(visit: Visit, ana: User, ben: User) -> None:
    look_as_stranger(visit, ana)
    look_at_second_factor(visit, ana)  # before an address waits to be confirmed: allauth then takes no second factor
    look_as_player(visit, ana, ben)
    look_as_guest(visit)
    look_as_sanctioned(visit, ana)
    assert visit.found == []
    assert set(names_of_pages()) - NO_PAGES - visit.seen == set(), "visit it, or say that it is no page"


@pytest.mark.parametrize(
    "moment", [pytest.param(moment, marks=pytest.mark.long) if moment == "over" else moment for moment in MOMENTS]
)
def test_a_table_at_every_moment(visit: Visit, ana: User, ben: User, moment: str) -> None:
    now, about = timezone.now(), MOMENTS[moment]
    for terms in (about.terms, about.terms | {"allowance": 20, "bank": 120}):
        match = started(ana, ben, now, **terms)
        play_until(match, about.is_reached, now, keep_low)
        for browser in (browser_of(ana), browser_of(ben), Client()):
            while (table := visit.look(browser, match.get_absolute_url()).context["table"]).task == "read":
                browser.post(reverse("go_on", args=[match.pk]), {"ply": str(table.counting.ply)})
    assert visit.found == []


def test_school_mode(visit: Visit, ana: User, ben: User) -> None:
    User.objects.update(counts_by_cards=True)
    match = started(ana, ben, timezone.now(), count_mode="manual")
    state = play_until(match, MOMENTS["count"].is_reached, timezone.now())
    owner = browser_of([ana, ben][1 - (state.dealer or 0)])
    address = match.get_absolute_url()
    table = visit.look(owner, address).context["table"]
    codes = [card.code for card in table.counting.cards]
    for cards in (codes[:2], codes[:2], codes[1:3], codes):
        visit.look(owner, f"{address}school/", {"cards": cards, "decision": table.decision}, post=True)
    assert visit.found == []


def test_letters(visit: Visit, ana: User, ben: User) -> None:
    EmailAddress.objects.create(user=ben, email=ben.email, primary=True, verified=True)
    now = timezone.now()
    slow = started(ana, ben, now, allowance=3 * DAY, bank=0)
    play_until(slow, lambda state: bool(state.pile), now)
    lobby.create_match(ben, lobby.Terms(opponent=Match.Opponent.NAMED, invited=ana), now)
    deliver(now + timedelta(minutes=2))
    endings.resign(slow.pk, ana, now + timedelta(minutes=3))
    deliver(now + timedelta(minutes=9))
    stranger = Client(headers={"accept-language": visit.language})
    stranger.post("/accounts/password/reset/", {"email": "ana@example.org"})
    stranger.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    anas = browser_of(ana)
    anas.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    anas.post("/accounts/email/", {"action_add": "", "email": "second@example.org"})
    anas.post("/settings/tokens/", {"name": "bot"})
    assert len(mail.outbox) >= 7
    for letter in mail.outbox:
        told = [letter.subject, letter.body]
        assert [unmarked(text) for text in told] == [[], []], letter.body
        for html, _kind in getattr(letter, "alternatives", []):
            assert unmarked_words(str(html)) == []


def test_a_word_that_is_not_marked_stands_out(pseudo_language: str) -> None:
    with translation.override(pseudo_language):
        marked = translation.gettext("Lobby")
    assert marked == f"{OPEN}Lobby{CLOSE}"
    assert unmarked_words(f"<h1>{marked}</h1><p>A7 Ana Cribsite</p>") == []
    assert unmarked_words(f"<h1>Lobby</h1><p title='More'>{marked}</p><code>seed</code>") == ["Lobby", "More"]

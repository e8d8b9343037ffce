"""Without an account one plays the computer at once, and whoever sends or gets a link; nothing else."""

from hashlib import sha256

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.guests import make_guest
from accounts.models import ApiToken, User
from games.engine.moves import Cut
from games.engine.state import Phase
from games.models import Match
from games.services import endings, lobby
from games.services.errors import Forbidden, Refused
from games.services.lobby import Terms

from .players import NOW, browser_of, fresh, play_to, said, send
from .test_lobby_lists import rows

SIGN_UP_FIRST = "Guests play the computer, and friends by a link."


@pytest.fixture
def guest(db: None) -> User:
    return make_guest("", NOW)


@pytest.fixture
def guests(guest: User) -> Client:
    return browser_of(guest)


def link_table(host: User) -> Match:
    return lobby.create_match(host, Terms(Match.Opponent.LINK), NOW)


def invitation(match: Match) -> str:
    return reverse("invite", args=[match.invite])


def press(browser: Client, **more: str) -> str:
    """Press the button of the landing page; the address that one comes to."""
    answer = browser.post(reverse("play_now"), more)
    assert answer.status_code == 302, answer.content
    return str(answer["Location"])


def test_one_press_opens_a_table_against_the_easy_computer_and_sits_down(db: None, client: Client) -> None:
    address = press(client)
    match = Match.objects.get()
    assert address == match.get_absolute_url()
    assert (match.status, match.opponent, match.allowance, match.target) == ("active", "computer", None, 121)
    assert match.seats.get(number=1).computer == "easy"
    page = client.get(address)
    assert page.status_code == 200
    assert page.context["table"].task == "cut"
    assert page.context["table"].near.name == User.objects.get().shown_name


def test_a_guest_plays_a_deal_by_plain_forms(db: None, client: Client) -> None:
    press(client)
    match, guest = Match.objects.get(), User.objects.get()
    send(match, guest, Cut("my part"))
    assert play_to(match, Phase.DISCARD, deal=2).deal == 2


def test_two_tabs_that_press_are_one_guest_at_one_table(db: None) -> None:
    browser = Client(enforce_csrf_checks=True)
    tabs = [str(browser.get("/").context["csrf_token"]) for _ in range(2)]
    first, second = (press(browser, csrfmiddlewaretoken=token) for token in tabs)
    assert first == second
    assert User.objects.count() == Match.objects.count() == 1


def test_the_press_of_a_player_with_an_account_makes_no_guest(anas: Client, ana: User) -> None:
    first = press(anas)
    assert Match.objects.get().seats.get(number=0).user == ana
    endings.abort(Match.objects.get().pk, ana, NOW)
    assert press(anas) != first
    assert User.objects.count() == 1


def test_a_press_without_the_token_of_the_page_makes_nobody(db: None) -> None:
    assert Client(enforce_csrf_checks=True).post(reverse("play_now")).status_code == 403
    assert not User.objects.exists()


@pytest.mark.parametrize("method", ["get", "head", "put", "options"])
def test_robots_make_nobody_by_following_links(db: None, client: Client, method: str) -> None:
    assert getattr(client, method)(reverse("play_now")).status_code == 405
    assert not User.objects.exists()


def test_one_address_makes_only_so_many_guests(db: None, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/m/ip"}
    answers = [Client().post(reverse("play_now")) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert "Please wait a few minutes" in answers[2].content.decode()
    assert Client(REMOTE_ADDR="192.0.2.7").post(reverse("play_now")).status_code == 302
    assert User.objects.count() == 3


@pytest.mark.parametrize("opponent", [Match.Opponent.OPEN, Match.Opponent.NAMED])
def test_a_guest_opens_no_table_for_anybody_by_any_service(guest: User, ana: User, opponent: Match.Opponent) -> None:
    with pytest.raises(Forbidden, match="sign_up_first"):
        lobby.create_match(guest, Terms(opponent, invited=ana), NOW)
    assert not Match.objects.exists()


@pytest.mark.parametrize("form", [{"opponent": "open"}, {"opponent": "named", "name": "Ana"}])
def test_a_hand_made_form_opens_none_either_and_says_how_one_may(
    guests: Client, ana: User, form: dict[str, str]
) -> None:
    answer = guests.post(reverse("create"), form)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert SIGN_UP_FIRST in page
    assert f'href="{reverse("account_signup")}"' in page
    assert not Match.objects.exists()


def test_the_lobby_offers_a_guest_what_a_guest_may(guests: Client) -> None:
    offered = [preset.fields["opponent"] for preset in rows(guests, "presets")]  # type: ignore[attr-defined]
    assert offered == ["link", "computer", "computer"]
    form = guests.get(reverse("lobby")).context["form"]
    assert [code for code, _words in form["opponent"].field.widget.choices] == ["link", "computer"]
    assert form["opponent"].value() == "computer"


def test_a_seat_at_an_open_table_leads_a_guest_to_the_sign_up_and_back_to_it(guests: Client, ana: User) -> None:
    match = lobby.create_match(ana, Terms(Match.Opponent.OPEN), NOW)
    answer = guests.post(reverse("join", args=[match.pk]))
    assert answer["Location"] == f"{reverse('account_signup')}?next={match.get_absolute_url()}"
    assert SIGN_UP_FIRST in guests.get(answer["Location"]).content.decode()
    assert fresh(match).status == "open"


def test_a_program_in_the_name_of_a_guest_is_refused_by_the_api(guest: User, ana: User) -> None:
    """No way makes such a token; this one is written into the database by hand."""
    ApiToken.objects.create(user=guest, name="mine", secret_hash=sha256(b"cribsite_secret").hexdigest(), created_at=NOW)
    program = Client(headers={"authorization": "Bearer cribsite_secret"})
    for opponent in ("open", "user:Ana"):
        answer = program.post("/api/v1/matches", {"opponent": opponent}, "application/json")
        assert (answer.status_code, answer.json()["error"]["reason"]) == (403, "sign_up_first")
    match = lobby.create_match(ana, Terms(Match.Opponent.OPEN), NOW)
    answer = program.post(f"/api/v1/matches/{match.pk}/join", {}, "application/json")
    assert (answer.status_code, answer.json()["error"]["reason"]) == (403, "sign_up_first")
    assert Match.objects.get().status == "open"


def test_nobody_challenges_a_guest_by_name(anas: Client, ana: User, guest: User) -> None:
    with pytest.raises(Refused, match="guest_challenged"):
        lobby.create_match(ana, Terms(Match.Opponent.NAMED, invited=guest), NOW)
    answer = anas.post(reverse("create"), {"opponent": "named", "name": guest.username})
    assert said("guest_challenged") in answer.content.decode()


def test_a_guest_sends_a_link_and_plays_who_comes_and_once_more(guests: Client, guest: User, ben: User) -> None:
    guests.post(reverse("create"), {"opponent": "link", "pace": "none"})
    match = Match.objects.get()
    lobby.join(match.pk, ben, NOW, invite=match.invite or "")
    endings.abort(match.pk, ben, NOW)
    again = endings.rematch(match.pk, ben, NOW)
    assert guests.post(reverse("join", args=[again.pk]))["Location"] == again.get_absolute_url()
    assert fresh(again).status == "active"


def test_a_stranger_with_a_link_may_sit_down_as_a_guest_log_in_or_sign_up(client: Client, ana: User) -> None:
    match = link_table(ana)
    page = client.get(invitation(match)).content.decode()
    assert 'name="as_guest"' in page
    for way in ("account_login", "account_signup"):
        assert f'href="{reverse(way)}?next={invitation(match)}"' in page
    answer = client.post(invitation(match), {"as_guest": "1"})
    assert answer["Location"] == match.get_absolute_url()
    seated = fresh(match).seats.get(number=1).user
    assert seated is not None
    assert seated.is_guest
    assert client.get(match.get_absolute_url()).context["table"].near.name == seated.shown_name


def test_a_stranger_who_does_not_say_so_becomes_no_guest(client: Client, ana: User) -> None:
    """Such is the press of a player whose session has ended meanwhile."""
    match = link_table(ana)
    assert client.post(invitation(match)).status_code == 200
    assert User.objects.count() == 1
    assert fresh(match).status == "open"


def test_a_link_whose_seat_is_taken_makes_no_guest(client: Client, ana: User, ben: User) -> None:
    match = link_table(ana)
    lobby.join(match.pk, ben, NOW, invite=match.invite or "")
    client.post(invitation(match), {"as_guest": "1"})
    assert User.objects.count() == 2


def test_a_guest_takes_no_second_seat_by_the_own_link(guests: Client, guest: User) -> None:
    match = link_table(guest)
    assert guests.post(invitation(match), {"as_guest": "1"})["Location"] == match.get_absolute_url()
    assert fresh(match).status == "open"


def test_a_guests_page_says_so_and_has_no_figures(guests: Client, guest: User, anas: Client) -> None:
    for browser in (guests, anas):
        page = browser.get(reverse("player", args=[guest.username])).content.decode()
        assert "This is a guest, who plays without an account." in page
        assert "Completion rate" not in page


def test_an_opponent_reads_that_it_is_a_guest(anas: Client, ana: User, guest: User) -> None:
    match = link_table(ana)
    lobby.join(match.pk, guest, NOW, invite=match.invite or "")
    assert anas.get(match.get_absolute_url()).context["table"].far.name == guest.shown_name

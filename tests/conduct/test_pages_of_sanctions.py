"""What a sanctioned player is told on the pages, and what stays open to whoever is shut out."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.conduct import sanctions
from accounts.conduct.models import Sanction
from accounts.models import User
from games.models import DAY, Match
from games.services import lobby
from tests.games.conftest import StoppedClock
from tests.games.players import NOW, browser_of, new_player, started
from tests.streams import whole

from .conftest import REASON, WEEK, Give

pytestmark = pytest.mark.django_db
PAGE = "/sanctions/"


def text(browser: Client, address: str) -> str:
    return browser.get(address).content.decode()


def main_of(page: str) -> str:
    return page.partition("<main")[2].partition("</main>")[0]


@pytest.mark.parametrize("kind", ["warning", "silence", "no_live"])
def test_the_notice_stands_on_every_page_until_it_is_read(
    ana: User, anas: Client, bens: Client, clock: StoppedClock, give: Give, kind: str, match: Match
) -> None:
    sanction = give(ana, kind)
    for address in ("/", "/settings/", "/rules/", f"{match.get_absolute_url()}resign/", "/players/Ana/"):
        page = text(anas, address)
        assert REASON in page, address
        assert PAGE in page
        assert REASON not in text(bens, address.replace("/settings/", "/games/"))
    answer = anas.post(f"/sanctions/{sanction.pk}/read/", {"next": "/rules/"})
    assert answer.headers["Location"] == "/rules/"
    assert REASON not in text(anas, "/")
    assert REASON in text(anas, PAGE), "it can be read again"


def test_nothing_stands_above_a_table_whose_menu_leads_there(
    ana: User, anas: Client, bens: Client, clock: StoppedClock, give: Give, match: Match
) -> None:
    sanction = give(ana, "silence")
    table = text(anas, match.get_absolute_url())
    assert REASON not in table
    menu = table.split('id="region-menu"')[1].split("</section>")[0]
    assert "more news" in menu
    assert f'href="{PAGE}"' in menu
    assert f'href="{PAGE}"' not in text(bens, match.get_absolute_url())
    anas.post(f"/sanctions/{sanction.pk}/read/")
    menu = text(anas, match.get_absolute_url()).split('id="region-menu"')[1].split("</section>")[0]
    assert f'href="{PAGE}"' not in menu


def test_the_table_says_why_talk_is_off(
    ana: User, anas: Client, bens: Client, clock: StoppedClock, give: Give, match: Match
) -> None:
    give(ana, "silence")
    talk = text(anas, match.get_absolute_url()).split('id="region-talk"')[1].split("</section>")[0]
    assert "Until March 21, 2026, 9 a.m. you may use no phrases and no chat." in talk
    assert f'href="{PAGE}"' in talk
    assert 'name="phrase"' not in talk
    assert "Switch chat on" not in talk
    assert 'value="mute"' in talk, "the other may still speak"
    assert 'name="phrase"' in text(bens, match.get_absolute_url())
    clock.now = NOW + WEEK
    assert 'name="phrase"' in text(anas, match.get_absolute_url())


def test_the_notice_says_until_when_in_the_readers_time(
    ana: User, anas: Client, clock: StoppedClock, give: Give
) -> None:
    User.objects.filter(pk=ana.pk).update(time_zone="Africa/Nairobi", language="en")
    give(ana, "silence")
    assert "Until March 21, 2026, noon you may use no phrases and no chat." in text(anas, "/")


def test_reading_leads_to_no_other_site(ana: User, anas: Client, clock: StoppedClock, give: Give) -> None:
    sanction = give(ana, "warning")
    for address in ("https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", ""):
        answer = anas.post(f"/sanctions/{sanction.pk}/read/", {"next": address})
        assert answer.headers["Location"] == PAGE


def test_nobody_reads_or_appeals_for_another(ana: User, bens: Client, clock: StoppedClock, give: Give) -> None:
    sanction = give(ana, "warning")
    for act in ("read", "appeal"):
        assert bens.post(f"/sanctions/{sanction.pk}/{act}/", {"words": "Me, too"}).status_code == 404
        assert Client().post(f"/sanctions/{sanction.pk}/{act}/").headers["Location"].startswith("/accounts/login/")
    sanction.refresh_from_db()
    assert sanction.read_at is None
    assert not hasattr(sanction, "appeal")


@pytest.mark.parametrize("kind", ["suspension", "ban"])
def test_who_is_shut_out_reaches_the_sanction_and_what_is_the_own(
    ana: User, ben: User, anas: Client, clock: StoppedClock, give: Give, kind: str
) -> None:
    slow = started(ana, ben, allowance=DAY)
    give(ana, kind)
    table = slow.get_absolute_url()
    for address in (
        *("/", "/games/", "/settings/", "/settings/tokens/", "/settings/vacation/", "/rules/", "/learn/", "/api/"),
        *(table, f"{table}replay/", "/players/Ben/", "/next/", "/accounts/email/", "/accounts/sessions/", "/admin/"),
        *("/accounts/password/change/", "/games/records.jsonl"),
    ):
        answer = anas.get(address)
        assert (answer.status_code, answer.headers.get("Location")) == (302, PAGE), address
    for address in ("/play/", "/tables/new/", f"{table}move/", f"{table}resign/", f"{table}talk/", "/settings/"):
        answer = anas.post(address, {"opponent": "open", "phrase": "hello"})
        assert (answer.status_code, answer.headers.get("Location")) == (302, PAGE), address
    assert REASON in text(anas, PAGE)
    for address in (
        "/settings/delete/",
        "/accounts/logout/",
        "/privacy/",
        "/manifest.webmanifest",
        "/service-worker.js",
    ):
        assert anas.get(address).status_code == 200, address
    assert REASON in whole(anas.get("/settings/data.json"))
    assert anas.post("/language/", {"language": "es", "next": PAGE}).headers["Location"] == PAGE
    assert anas.post("/accounts/logout/").headers["Location"] == "/"
    assert anas.get("/").status_code == 200, "a stranger now"


def test_who_is_suspended_may_log_in_and_is_led_to_the_sanction(ana: User, clock: StoppedClock, give: Give) -> None:
    ana.set_password("pegging-out-on-friday")
    ana.save()
    give(ana, "suspension")
    browser = Client()
    answer = browser.post("/accounts/login/", {"login": "Ana", "password": "pegging-out-on-friday"}, follow=True)
    assert answer.redirect_chain[-1][0] == PAGE
    assert REASON in answer.content.decode()


def test_access_returns_by_the_moment_itself_and_by_lifting_at_once(
    ana: User, anas: Client, moderator: User, clock: StoppedClock, give: Give
) -> None:
    give(ana, "suspension")
    clock.now = NOW + WEEK - timedelta(seconds=1)
    assert anas.get("/").status_code == 302
    clock.now = NOW + WEEK
    assert anas.get("/").status_code == 200
    ban = give(ana, "ban", now=clock.now)
    assert anas.get("/").status_code == 302
    sanctions.lift(ban, "A mistake.", moderator, clock.now)
    page = text(anas, "/")
    assert "Lifted on March 21, 2026." in page, "and is told so"


def test_a_banned_account_can_be_deleted(ana: User, anas: Client, clock: StoppedClock, give: Give) -> None:
    ana.set_password("pegging-out-on-friday")
    ana.save()
    browser = browser_of(ana)
    give(ana, "ban")
    assert browser.post("/settings/delete/", {"password": "pegging-out-on-friday"}).status_code == 302
    assert not User.objects.filter(username="Ana").exists()
    assert not Sanction.objects.exists()


def test_a_banned_players_page_stays_and_does_not_say_why(
    ana: User, bens: Client, client: Client, clock: StoppedClock, give: Give
) -> None:
    before = text(client, "/players/Ana/")
    give(ana, "ban")
    for browser in (bens, client):
        page = text(browser, "/players/Ana/")
        assert "Ana" in page
        assert REASON not in page
    assert main_of(text(client, "/players/Ana/")) == main_of(before)


def test_a_form_is_answered_with_the_sentence(
    ana: User, ben: User, anas: Client, clock: StoppedClock, give: Give, match: Match
) -> None:
    table = lobby.create_match(ben, lobby.Terms(Match.Opponent.OPEN, allowance=20), NOW)
    give(ana, "silence")
    give(ana, "no_live")
    said = anas.post(f"/table/{match.pk}/talk/", {"phrase": "hello"}, follow=True).content.decode()
    assert "Until March 21, 2026, 9 a.m. you may use no phrases and no chat." in said
    sentence = "you may play slow games and the computer, but no live games with people."
    assert sentence in anas.post(f"/table/{table.pk}/join/", follow=True).content.decode()
    assert sentence in anas.post("/tables/new/", {"opponent": "open", "pace": "steady"}).content.decode()
    assert not match.remarks.exists()


def test_a_guest_is_told_too(clock: StoppedClock, give: Give) -> None:
    guest = new_player("guest-4821", is_guest=True)
    browser = browser_of(guest)
    give(guest, "suspension")
    assert REASON in browser.get("/", follow=True).content.decode()
    assert browser.get(reverse("delete_account")).status_code == 200


def test_who_has_none_reads_so(anas: Client) -> None:
    assert "There are none" in text(anas, PAGE)


def test_what_is_written_is_shown_as_text(ana: User, anas: Client, moderator: User, clock: StoppedClock) -> None:
    sanctions.give(ana, Sanction.Kind.WARNING, "<script>alert(1)</script>", moderator, NOW)
    for address in ("/", PAGE):
        assert "<script>alert(1)" not in text(anas, address)
        assert "&lt;script&gt;" in text(anas, address)

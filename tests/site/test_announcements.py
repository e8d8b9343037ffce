"""What the host announces is on every page in the reader's language, from start to end, until it is put away."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from cribsite import announcements
from cribsite.models import Announcement
from cribsite.site import stored_settings
from games.services.lobby import Terms, create_match
from tests.games.players import browser_of

HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def nothing_kept(db: None) -> None:
    announcements.forget()


def announce(begins: timedelta = -HOUR, ends: timedelta = HOUR, **texts: str) -> Announcement:
    now = timezone.now()
    made = Announcement.objects.create(starts_at=now + begins, ends_at=now + ends)
    for language, text in texts.items():
        made.texts.create(language=language, text=text)
    return made


def page(browser: Client, address: str = "/", language: str = "en") -> str:
    return browser.get(address, headers={"accept-language": language}).content.decode()


def test_each_reader_has_the_own_language_and_else_the_sites(client: Client) -> None:
    announce(en="Cups on <Sunday>", es="Copas el domingo")
    assert "Cups on &lt;Sunday&gt;" in page(client)
    assert "Copas el domingo" in page(client, language="es")
    assert '<p lang="en">Cups on' in page(client, language="sw")


def test_where_there_is_no_text_in_the_sites_language_any_other_is_told(client: Client) -> None:
    announce(sw="Vikombe Jumapili")
    assert '<p lang="sw">Vikombe Jumapili' in page(client)


def test_it_is_told_from_its_start_to_its_end_only(client: Client) -> None:
    announce(begins=HOUR, ends=2 * HOUR, en="Too early")
    announce(begins=-2 * HOUR, ends=-HOUR, en="Too late")
    announce(en="Just now")
    text = page(client)
    assert ("Too early" in text, "Too late" in text, "Just now" in text) == (False, False, True)


def test_it_is_told_at_a_table_in_the_lobby_and_on_forms(ana: User) -> None:
    announce(en="Cups on Sunday")
    match = create_match(ana, Terms("open"), timezone.now())
    for address in ("/", f"/table/{match.pk}/", "/settings/", "/rules/"):
        assert page(browser_of(ana), address).count("Cups on Sunday") == 1, address


def test_whoever_puts_it_away_sees_it_no_more_in_this_browser_and_comes_back_to_the_page(client: Client) -> None:
    away, stays = announce(en="Put me away"), announce(en="I stay")
    answer = client.post(reverse("dismiss_announcement", args=[away.pk]), {"next": "/rules/"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/rules/")
    text = page(client, "/rules/")
    assert ("Put me away" in text, "I stay" in text) == (False, True)
    assert client.cookies["dismissed"].value == str(away.pk)
    client.post(reverse("dismiss_announcement", args=[stays.pk]), {"next": "https://elsewhere.example/"})
    assert client.cookies["dismissed"].value == f"{away.pk}.{stays.pk}"
    assert "Put me away" in page(Client())


@pytest.mark.parametrize("after", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", ""])
def test_putting_away_leads_to_no_other_site(client: Client, after: str) -> None:
    answer = client.post(reverse("dismiss_announcement", args=[announce(en="So").pk]), {"next": after})
    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize("cookie", ["nonsense", "x.²", "9" * 5000, "..", "-1"])
def test_a_cookie_that_says_nothing_hides_nothing(client: Client, cookie: str) -> None:
    announce(en="Cups on Sunday")
    client.cookies["dismissed"] = cookie
    assert "Cups on Sunday" in page(client)


def test_staff_writes_one_by_the_admin_and_not_one_that_ends_before_it_starts(admin: Client) -> None:
    texts = {
        **{"texts-TOTAL_FORMS": "2", "texts-INITIAL_FORMS": "0", "texts-MIN_NUM_FORMS": "1"},
        **{"texts-0-language": "en", "texts-0-text": "Cups on Sunday"},
        **{"texts-1-language": "es", "texts-1-text": "Copas el domingo"},
    }
    address = reverse("admin:cribsite_announcement_add")
    day = {"starts_at_0": "2026-03-14", "starts_at_1": "09:00", "ends_at_1": "08:00"}
    refused = admin.post(address, {**texts, **day, "ends_at_0": "2026-03-14"})
    assert "It must end after it starts." in refused.content.decode()
    assert admin.post(address, {**texts, **day, "ends_at_0": "2026-03-15"}).status_code == 302
    made = Announcement.objects.get()
    assert set(made.texts.values_list("language", "text")) == {("en", "Cups on Sunday"), ("es", "Copas el domingo")}


def test_the_site_goes_by_the_name_that_the_host_gave_it(client: Client) -> None:
    wishes = stored_settings()
    wishes.name = "The Crown & Peg"
    wishes.save()
    text = page(client)
    assert text.count("The Crown &amp; Peg") >= 2  # header and title
    assert "Cribsite" not in text
    assert client.get("/manifest.webmanifest").json()["name"] == "The Crown & Peg"
    client.post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    assert mail.outbox[0].subject == "No account at The Crown & Peg with this address"
    assert "Cribsite" not in mail.outbox[0].body
    assert "The Crown & Peg, " in mail.outbox[0].body


def test_the_pages_ask_for_name_and_announcements_once_in_five_seconds(
    client: Client, django_assert_num_queries: object
) -> None:
    announce(en="Cups on Sunday")
    page(client, "/rules/")
    with django_assert_num_queries(0):  # type: ignore[operator]
        page(client, "/rules/")

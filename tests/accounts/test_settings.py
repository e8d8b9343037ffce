"""What a player prefers, and the language of the pages."""

from datetime import UTC

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts import models
from accounts.models import User
from tests.games.players import new_player, started

from .conftest import errors

COOKIE = settings.LANGUAGE_COOKIE_NAME


def language_of(client: Client) -> str:
    return str(client.get(reverse("account_reset_password")).headers["Content-Language"])


# What the form of a player who wants no mail sends besides the boxes that are ticked.
WANTED = {
    "language": "en",
    "theme": "baize",
    "card_back": "diamonds",
    "pace": "700",
    "mail_turn": "never",
}


def test_preferences_are_saved_and_said_to_be(ana: User, at_home: Client) -> None:
    answer = at_home.post(
        reverse("settings"),
        WANTED | {"says_go_for_me": "on", "private_games": "on"},
        follow=True,
    )
    ana.refresh_from_db()
    assert (ana.says_go_for_me, ana.asks_before_playing, ana.private_games) == (True, False, True)
    assert "Your settings are saved." in answer.content.decode()
    assert at_home.get(reverse("settings")).context["form"]["says_go_for_me"].value() is True


def test_a_language_chosen_in_the_settings_holds_at_once_and_everywhere(ana: User, at_home: Client) -> None:
    answer = at_home.post(reverse("settings"), WANTED | {"language": "es"}, follow=True)
    assert answer.headers["Content-Language"] == "es"
    assert '<html lang="es"' in answer.content.decode()
    elsewhere = Client(headers={"accept-language": "sw"})
    elsewhere.force_login(ana)
    assert language_of(elsewhere) == "es"


def test_the_look_that_was_chosen_is_on_every_page_and_the_pace_at_every_table(ana: User, at_home: Client) -> None:
    page = at_home.get("/").content.decode()
    assert all(look in page for look in ('data-theme="baize"', 'data-back="diamonds"', 'data-pack="two"'))
    chosen = {"theme": "linen", "card_back": "waves", "four_colours": "on", "pace": "1200"}
    assert at_home.post(reverse("settings"), WANTED | chosen).status_code == 302
    table = started(ana, new_player("Ben")).get_absolute_url()
    for address in ("/", reverse("settings"), table, "/no-such-page/"):
        page = at_home.get(address).content.decode()
        assert all(look in page for look in ('data-theme="linen"', 'data-back="waves"', 'data-pack="four"'))
    assert 'data-pace="1200"' in at_home.get(table).content.decode()
    assert 'data-pace="700"' in Client().get(table).content.decode()


@pytest.mark.parametrize("field", ["theme", "card_back", "pace"])
def test_a_look_that_does_not_exist_is_refused(at_home: Client, field: str) -> None:
    assert errors(at_home.post(reverse("settings"), WANTED | {field: "3"}), field)


def test_a_language_the_site_has_not_is_refused(ana: User, at_home: Client) -> None:
    assert errors(at_home.post(reverse("settings"), WANTED | {"language": "fr"}), "language")


def test_who_has_chosen_nothing_sees_what_the_browser_asks_for(ana: User) -> None:
    browser = Client(headers={"accept-language": "sw"})
    browser.force_login(ana)
    assert language_of(browser) == "sw"
    assert browser.get(reverse("settings")).context["form"]["language"].value() == "sw"


def test_the_switch_holds_for_a_passer_by_in_this_browser(client: Client, db: None) -> None:
    answer = client.post(reverse("set_language"), {"language": "sw", "next": "/settings/"})
    assert answer.url == "/settings/"
    assert client.cookies[COOKIE].value == "sw"
    assert language_of(client) == "sw"


def test_the_switch_is_remembered_for_a_player(ana: User, at_home: Client) -> None:
    at_home.post(reverse("set_language"), {"language": "sw", "next": "/"})
    ana.refresh_from_db()
    assert ana.language == "sw"
    assert language_of(at_home) == "sw"


def test_the_switch_takes_no_language_the_site_has_not(ana: User, at_home: Client) -> None:
    for code in ["fr", "x" * 5000, "", "es\x00"]:
        assert at_home.post(reverse("set_language"), {"language": code, "next": "/"}).status_code == 302
    ana.refresh_from_db()
    assert ana.language == ""
    assert language_of(at_home) == "en"


def test_following_a_link_changes_no_language(client: Client, db: None) -> None:
    assert client.get(reverse("set_language"), {"language": "sw"}).status_code == 405


def test_the_languages_are_named_in_themselves(at_home: Client) -> None:
    page = at_home.get(reverse("settings")).content.decode()
    assert all(f'<option value="{code}"' in page for code, _ in settings.LANGUAGES)
    assert "Español</option>" in page
    assert "Kiswahili</option>" in page


def as_they_are(at_home: Client) -> dict[str, object]:
    """What the page of the settings sends where nothing is changed."""
    form = at_home.get(reverse("settings")).context["form"]
    return {name: form[name].value() for name in form.fields if form[name].value()}


@pytest.mark.parametrize(
    "fields",
    [
        {"mail_turn": "digest", "digest_hours": []},
        {"mail_turn": "digest", "digest_hours": ["24"]},
        {"mail_turn": "digest", "digest_hours": ["7,8"]},
        {"mail_turn": "digest", "digest_hours": ["7", "-1"]},
        {"mail_turn": "digest", "digest_hours": ["\N{ARABIC-INDIC DIGIT SEVEN}"]},
        {"mail_turn": "hourly"},
        {"mail_turn": "never", "time_zone": "../../etc/passwd"},
        {"mail_turn": "never", "time_zone": "Africa/Nairobi\0"},
    ],
)
def test_wishes_for_mail_that_cannot_be_are_told_and_change_nothing(
    ana: User, at_home: Client, fields: dict[str, str | list[str]]
) -> None:
    before = User.objects.filter(pk=ana.pk).values().get()
    answer = at_home.post(reverse("settings"), as_they_are(at_home) | fields)
    assert set(answer.context["form"].errors) <= {"digest_hours", "mail_turn", "time_zone"}
    assert answer.context["form"].errors
    assert User.objects.filter(pk=ana.pk).values().get() == before


def test_an_hour_that_is_sent_twice_is_kept_once(ana: User, at_home: Client) -> None:
    wishes = as_they_are(at_home) | {"mail_turn": "digest", "digest_hours": ["18", *["7"] * 50, *map(str, range(24))]}
    assert at_home.post(reverse("settings"), wishes).status_code == 302
    ana.refresh_from_db()
    assert sorted(map(int, ana.digest_hours.split(","))) == list(range(24))


def test_time_zones_are_looked_for_once_and_not_with_every_page(
    at_home: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = []
    monkeypatch.setattr(models, "available_timezones", lambda: looks.append(1) or {"Africa/Nairobi"})
    models.zone_names.cache_clear()
    at_home.cookies["time_zone"] = "Africa/Nairobi"
    for _ in range(3):
        at_home.get("/")
    models.zone_names.cache_clear()
    assert len(looks) == 1


def test_the_time_zones_to_choose_from_are_places(at_home: Client) -> None:
    offered = at_home.get("/settings/").context["form"]["time_zone"].field.choices
    codes = {code for code, _name in offered}
    assert {"Africa/Nairobi", "America/Bogota", "Europe/Madrid", "UTC"} <= codes
    assert not {"localtime", "Factory"} & codes


def test_a_time_zone_that_there_is_no_longer_is_utc(ana: User, at_home: Client) -> None:
    User.objects.update(time_zone="Europe/Atlantis")
    ana.refresh_from_db()
    assert ana.zone is UTC
    assert at_home.get("/").status_code == 200

"""Everything that the site keeps about me, as one file."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmation
from asgiref.sync import async_to_sync, sync_to_async
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.db.models import ForeignKey, Model, OneToOneField
from django.test import Client
from django.urls import reverse

from accounts.conduct.models import Clue
from accounts.models import ApiToken, User
from accounts.tokens import make_token, revoke_token
from cribsite.models import StaffAct
from games.engine.state import CountMode, Phase, Settings
from games.match_json import view_json
from games.models import DAY, Mail, Match, Plan, Seat, SeatStatistics
from games.personal_data import LISTS, everything_about
from games.record import record_json
from games.selectors import find_match
from games.services import letters, lobby, vacations
from games.services.talk import talk
from games.talking import Say
from tests.streams import whole

from .conftest import Stack, StoppedClock
from .finished import finished
from .planned_deals import known_deal, seal
from .players import NOW, browser_of, play_to, started
from .stored_games import StoredGame

pytestmark = pytest.mark.django_db

ADDRESS = "/settings/data.json"


def data_of(browser: Client) -> Any:
    return json.loads(whole(browser.get(ADDRESS)))


def test_the_settings_offer_it_beside_deletion_and_deletion_offers_it_first(anas: Client) -> None:
    for page in ("settings", "delete_account"):
        assert f'href="{ADDRESS}"' in anas.get(reverse(page)).content.decode()
    assert reverse("delete_account") in anas.get(reverse("settings")).content.decode()
    assert Client().get(ADDRESS).status_code == 302


def test_it_is_a_file_and_no_cache_keeps_it(anas: Client) -> None:
    answer = anas.get(ADDRESS)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="cribsite-Ana.json"'
    assert answer.headers["Cache-Control"] == "no-store"
    data = json.loads(whole(answer))
    assert (data["format"], data["version"], data["matches"]) == ("cribsite-account", 1, [])


def test_account_preferences_and_all_lists_are_told(ana: User, ben: User, clock: StoppedClock) -> None:
    User.objects.filter(pk=ana.pk).update(language="es", private_games=True)
    EmailAddress.objects.create(user=ana, email="ana@example.org", primary=True, verified=True)
    EmailAddress.objects.create(user=ben, email="ben@example.org", primary=True)
    make_token(ana, "my program", NOW)
    revoke_token(ApiToken.objects.get(), NOW + timedelta(hours=1))
    make_token(ben, "his program", NOW)
    vacations.leave(ana, NOW)
    letters.write(ana, Mail.Kind.DIGEST, NOW, None, "2026-03-14 08")
    letters.write(ben, Mail.Kind.DIGEST, NOW, None, "2026-03-14 08")
    browser = browser_of(ana, headers={"user-agent": "A browser"})
    data = data_of(browser)
    account = {"username": "Ana", "email": "Ana@example.org", "language": "es", "private_games": True}
    assert account.items() <= data["account"].items()
    assert data["email_addresses"] == [{"email": "ana@example.org", "primary": True, "verified": True}]
    (session,) = data["sessions"]
    assert (session["user_agent"], session["ip"]) == ("A browser", "127.0.0.1")
    begun, ended = "2026-03-14T09:00:00Z", "2026-03-14T10:00:00Z"
    token = {"name": "my program", "created_at": begun, "used_at": None, "revoked_at": ended}
    assert data["api_tokens"] == [token]
    assert data["vacations"] == [{"started_at": begun, "ended_at": None}]
    (letter,) = data["letters"]
    assert (letter["kind"], letter["decision"], letter["state"]) == ("digest", "2026-03-14 08", "waiting")


def test_nothing_in_it_opens_anything(ana: User) -> None:
    secret = make_token(ana, "my program", NOW)
    browser = browser_of(ana)
    text = whole(browser.get(ADDRESS))
    key = browser.session.session_key
    stored = ApiToken.objects.get().secret_hash
    password = User.objects.get(pk=ana.pk).password
    assert key
    for hidden in (secret, stored, password, key, browser.session["_auth_user_hash"]):
        assert hidden not in text


def test_matches_are_records_with_figures_once_they_are_over_and_views_before(
    ana: User, ben: User, cleo: User, anas: Client, clock: StoppedClock
) -> None:
    over = finished(ben, ana, now=NOW)
    running = started(ana, ben, now=NOW + timedelta(hours=1))
    play_to(running, Phase.PLAY, now=NOW + timedelta(hours=1))
    challenge = lobby.create_match(cleo, lobby.Terms(Match.Opponent.NAMED, invited=ana), NOW + timedelta(hours=2))
    taken_back = lobby.create_match(ana, lobby.Terms(Match.Opponent.OPEN), NOW + timedelta(hours=3))
    lobby.cancel(taken_back.pk, ana, NOW + timedelta(hours=3))
    started(ben, cleo)
    told = data_of(anas)["matches"]
    seen = [find_match(match.pk) for match in (taken_back, challenge, running)]
    assert [entry.get("view") for entry in told] == [*(view_json(match, ana.pk) for match in seen if match), None]
    match = find_match(over.pk)
    assert match is not None
    assert told[-1]["record"] == record_json(match)
    figures = SeatStatistics.objects.get(user=ana)
    assert told[-1]["statistics"]["cribs"] == figures.cribs
    assert told[-1]["statistics"]["best_hand"] == figures.best_hand


def test_what_i_said_is_told_and_what_was_said_to_me_is_not(match: Match, ana: User, ben: User, anas: Client) -> None:
    for player, phrase in ((ana, "hello"), (ben, "sorry")):
        talk(match.pk, player, Say(phrase=phrase), NOW)
    told = {"match_id": match.pk, "phrase": "hello", "text": "", "at": "2026-03-14T09:00:00Z"}
    assert data_of(anas)["remarks"] == [told]


def test_the_own_plan_is_told_and_the_opponents_is_not(
    ana: User, ben: User, anas: Client, bens: Client, stack: Stack, clock: StoppedClock
) -> None:
    match = known_deal(ana, ben, stack)
    before = data_of(bens)["matches"]
    seal(match, ana, {"then": "lowest"})
    (told,) = data_of(anas)["matches"]
    assert told["plan"] == {"deal": 1, "answers": [{"if": {}, "then": "lowest", "else": "ask"}], "dropped": ""}
    assert data_of(bens)["matches"] == before
    assert before[0]["plan"] is None


def test_a_match_that_is_deleted_or_broken_meanwhile_leaves_the_others_in_one_document(ana: User, ben: User) -> None:
    gone, broken, *others = (finished(ana, ben, seed=seed) for seed in range(4))

    def meanwhile() -> None:
        gone.delete()
        broken.records.update(events=["nonsense"])

    async def read() -> str:
        chunks = everything_about(ana, NOW)
        begun = await anext(chunks)
        await sync_to_async(meanwhile)()
        return begun + "".join([chunk async for chunk in chunks])

    told = json.loads(async_to_sync(read)())["matches"]
    assert {match["record"]["id"] for match in told} == {match.pk for match in others}


@pytest.mark.parametrize(
    "count_mode",
    [
        CountMode.MUGGINS,
        *(pytest.param(mode, marks=pytest.mark.long) for mode in (CountMode.AUTOMATIC, CountMode.MANUAL)),
    ],
)
def test_it_does_not_change_with_the_cards_that_i_may_not_know(
    ana: User, ben: User, clock: StoppedClock, count_mode: CountMode
) -> None:
    game = StoredGame(ana, ben, Settings(61, count_mode), 44)
    exchanged = 0
    for ply in game.plies():
        if game.state.result is not None or ply > 40:
            break
        clock.now = game.now
        if not game.state.deal:
            continue
        reader = ply % 2
        text = text_of(game.browsers[reader])
        with game.exchanged_for(reader) as is_changed:
            assert text_of(game.browsers[reader]) == text, f"{reader} at ply {ply}"
        exchanged += is_changed
    assert exchanged > 10


def text_of(browser: Client) -> str:
    """All of it, without the moment that every request changes."""
    return re.sub(r'"last_seen_at": "[^"]*"', "", whole(browser.get(ADDRESS)))


def test_every_table_that_names_a_player_is_told_of_or_left_out_on_purpose() -> None:
    """Whoever adds one has to say which. What names a seat names its player."""
    in_the_matches = {Match, Seat, SeatStatistics, Plan}
    of_the_staff = {LogEntry, StaffAct, Clue}
    told = {*(model for model, _field in LISTS.values()), *in_the_matches, *of_the_staff}
    assert {model for model in apps.get_models() if _names_a_player(model)} == told
    assert EmailConfirmation not in told, "a key that opens something"


def _names_a_player(model: type[Model]) -> bool:
    keys = (field for field in model._meta.get_fields() if isinstance(field, ForeignKey | OneToOneField))
    return any(key.related_model in (User, Seat) for key in keys)


def test_a_slow_games_letter_says_which_match_it_is_about(ana: User, ben: User, anas: Client) -> None:
    match = started(ana, ben, allowance=DAY, bank=0)
    assert [letter["match_id"] for letter in data_of(anas)["letters"]] == [match.pk]

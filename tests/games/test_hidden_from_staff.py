"""The admin tells no more of a running match than a watcher sees, and lets nobody change history."""

import json

import pytest
from django.urls import reverse

from accounts.models import User
from cribsite.roles import MODERATOR, appoint
from games import deals
from games.engine.state import CountMode, Phase, Settings
from games.models import Match, MoveRecord

from .players import browser_of, new_player
from .stored_games import CHANGES_WITH_EVERY_REQUEST, StoredGame, cards_told

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(db):
    return browser_of(User.objects.create_superuser("Root", "root@example.org", "secret"))


def pages(game: StoredGame) -> list[str]:
    """The pages of the admin about this match, its seats and the end of its log."""
    rows = game.match.records.order_by("-ply").values_list("pk", flat=True)[:5]
    acts = ("abort", "annul", "verify", "end_by_time", "export")
    return [
        reverse("admin:index"),
        reverse("admin:games_match_changelist"),
        *(f"{reverse('admin:games_match_act', args=[act])}?match={game.match.pk}" for act in acts),
        reverse("admin:games_match_change", args=[game.match.pk]),
        reverse("admin:games_match_history", args=[game.match.pk]),
        reverse("admin:games_moverecord_changelist"),
        *(reverse("admin:games_moverecord_change", args=[pk]) for pk in rows),
    ]


def read(staff, game: StoredGame) -> dict[str, str]:
    """The admin's pages by address."""
    texts = {}
    for path in pages(game):
        answer = staff.get(path)
        assert answer.status_code == 200
        texts[path] = CHANGES_WITH_EVERY_REQUEST.sub("", answer.content.decode())
    return texts


@pytest.mark.parametrize("count_mode", [pytest.param(CountMode.AUTOMATIC, marks=pytest.mark.long), CountMode.MUGGINS])
def test_staff_is_told_of_no_hidden_card_and_of_no_seed(staff, ana, ben, count_mode):
    """Looked at now and then in the first deal, with the real cards and with others in their place."""
    game = StoredGame(ana, ben, Settings(61, count_mode), 44)
    phases, exchanged = set(), 0
    for ply in game.plies():
        if game.state.deal > 1:
            break
        if ply % 3:
            continue
        phases.add(game.state.phase)
        texts = read(staff, game)
        for path, text in texts.items():
            assert cards_told(text) <= game.known_from_the_log(), path
            assert game.match.deal_salt not in text, path
            assert deals.server_seed(game.match).hex() not in text, path
        with game.exchanged_for(None) as is_changed:
            assert read(staff, game) == texts
            exchanged += is_changed
    assert phases >= {Phase.DISCARD, Phase.PLAY, Phase.COUNT}
    assert exchanged > 2


@pytest.mark.long
def test_an_export_of_a_running_match_tells_of_no_hidden_card_and_of_no_seed(staff, ana, ben):
    game = StoredGame(ana, ben, Settings(61, CountMode.MUGGINS), 44)
    address = f"{reverse('admin:games_match_act', args=['export'])}?match={game.match.pk}"
    exchanged = 0
    for ply in game.plies():
        if game.state.deal > 1:
            break
        if ply % 4:
            continue
        text = staff.post(address).content.decode()
        assert set(json.loads(text)) == {"id", "status", "seats", "settings", "created_at", "commitment", "events"}
        assert cards_told(text) <= game.known_from_the_log()
        assert game.match.deal_salt not in text
        assert deals.server_seed(game.match).hex() not in text
        with game.exchanged_for(None) as is_changed:
            assert staff.post(address).content.decode() == text
            exchanged += is_changed
    assert exchanged > 2


@pytest.fixture
def moderator(db):
    player = new_player("Mod")
    appoint(player, MODERATOR)
    return browser_of(player)


@pytest.mark.parametrize("query", ["data__hands__0__0__startswith=J", "data__icontains=J", "events__icontains=J"])
def test_no_record_of_a_running_match_is_picked_out_by_its_cards(moderator, match, query):
    assert moderator.get(f"/admin/games/moverecord/?q={match.pk}&{query}").status_code == 400


@pytest.mark.parametrize("query", ["snapshot__hands__0__0__startswith=J", "deal_salt__gte=1", "invite__startswith=a"])
def test_no_match_is_picked_out_by_what_it_hides(moderator, match, query):
    assert moderator.get(f"/admin/games/match/?{query}").status_code == 400


def test_staff_changes_adds_and_deletes_nothing(staff, match, ana):
    row = match.records.first()
    for model, pk in (("match", match.pk), ("moverecord", row.pk)):
        for action, args in (("add", []), ("delete", [pk])):
            address = reverse(f"admin:games_{model}_{action}", args=args)
            assert staff.get(address).status_code == 403
            assert staff.post(address, {"post": "yes"}).status_code == 403
        address = reverse(f"admin:games_{model}_change", args=[pk])
        assert staff.post(address, {"status": "finished", "kind": "go"}).status_code == 403
        chosen = {"action": "delete_selected", "_selected_action": [pk], "post": "yes"}
        staff.post(reverse(f"admin:games_{model}_changelist"), chosen)
    assert Match.objects.get(pk=match.pk).status == "active"
    assert MoveRecord.objects.filter(pk=row.pk, kind="join").exists()


def test_staff_finds_a_match_by_its_id_and_by_a_player(staff, match):
    for model in ("match", "moverecord"):
        for words in (match.pk, "ana", "Ben"):
            answer = staff.get(reverse(f"admin:games_{model}_changelist"), {"q": words})
            assert match.pk in answer.content.decode()
        answer = staff.get(reverse(f"admin:games_{model}_changelist"), {"q": "nobody"})
        assert match.pk not in answer.content.decode()


def test_the_admin_is_for_staff_alone(anas, match):
    for model in ("match", "moverecord"):
        assert anas.get(reverse(f"admin:games_{model}_changelist")).status_code == 302

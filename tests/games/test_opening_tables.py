"""The small form that opens a table, and the presets that open one with a click."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.errors import MoveError
from games.forms import PRESETS, Preset
from games.models import Match
from games.services import lobby
from games.services.lobby import Terms
from games.state import load

from .players import NOW, browser_of, new_player, said

CREATE = reverse("create")
MOST = 10  # open tables of one player, where the host wishes nothing else


def opened(answer: HttpResponse) -> Match:
    """The one table there is, at which the answer leads to."""
    match = Match.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == match.get_absolute_url()
    return match


def names_at(match: Match) -> list[str]:
    return [seat.user.username if seat.user else seat.computer for seat in match.seats.order_by("number")]


def errors(answer: HttpResponse, field: str) -> list[str]:
    """The sentences at a field of the refused form, each of which stands in the page."""
    assert answer.status_code == 422
    sentences = list(answer.context["form"].errors.get(field, []))
    assert all(sentence in answer.content.decode() for sentence in sentences)
    assert not Match.objects.exists()
    return sentences


def test_a_table_for_anyone_takes_what_is_usual_where_nothing_is_chosen(ana: User, anas: Client) -> None:
    match = opened(anas.post(CREATE, {"opponent": "open"}))
    assert (match.status, match.opponent, match.target, match.count_mode) == ("open", "open", 121, "automatic")
    assert (match.allowance, match.bank) == (20, 120)
    assert names_at(match) == ["Ana", ""]
    assert match.invite is None


def test_a_table_takes_all_that_is_chosen(ana: User, anas: Client) -> None:
    form = {"opponent": "open", "target": "61", "count_mode": "muggins", "pace": "calm"}
    match = opened(anas.post(CREATE, form))
    assert (match.target, match.count_mode, match.allowance, match.bank) == (61, "muggins", 60, 600)


def test_a_table_without_a_clock_has_none(ana: User, anas: Client) -> None:
    match = opened(anas.post(CREATE, {"opponent": "open", "pace": "none"}))
    assert (match.allowance, match.bank) == (None, 0)


def test_a_link_to_send_stands_at_the_table_for_its_creator(ana: User, anas: Client) -> None:
    match = opened(anas.post(CREATE, {"opponent": "link"}))
    assert match.invite
    assert f"/join/{match.invite}/" in anas.get(match.get_absolute_url()).content.decode()


def test_a_named_player_is_found_however_the_name_is_typed(ana: User, ben: User, anas: Client) -> None:
    match = opened(anas.post(CREATE, {"opponent": "named", "name": " bEn "}))
    assert match.invited == ben
    assert names_at(match) == ["Ana", ""], "a challenge waits for its answer"


@pytest.mark.parametrize("level", ["easy", "club"])
def test_the_computer_sits_down_at_once_and_no_clock_runs(ana: User, anas: Client, level: str) -> None:
    match = opened(anas.post(CREATE, {"opponent": "computer", "level": level}))
    assert match.status == Match.State.ACTIVE
    assert names_at(match) == ["Ana", level]
    assert match.allowance is None
    assert load(match).seeds[1] is not None, "it has cut as well"
    assert load(match).seeds[0] is None


def test_a_name_left_over_in_the_form_challenges_nobody(ana: User, ben: User, anas: Client) -> None:
    assert opened(anas.post(CREATE, {"opponent": "open", "name": "Ben"})).invited is None


def test_a_level_left_over_in_the_form_seats_no_computer(ana: User, anas: Client) -> None:
    assert names_at(opened(anas.post(CREATE, {"opponent": "open", "level": "club"}))) == ["Ana", ""]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: str(preset.label))
def test_every_preset_opens_the_table_that_it_speaks_of(ana: User, anas: Client, preset: Preset) -> None:
    match = opened(anas.post(CREATE, preset.fields))
    assert match.opponent == preset.fields["opponent"]
    detail = str(preset.detail)
    assert str(match.target) in detail or match.opponent == Match.Opponent.LINK
    assert (match.allowance is None) == ("no clock" in detail.lower())
    assert detail in anas.get(reverse("lobby")).content.decode()


@pytest.mark.parametrize("name", ["Nobody-Here", "", "x" * 41, "Ana Ben", "\u202e"])
def test_a_name_that_nobody_has_is_told(ana: User, anas: Client, name: str) -> None:
    assert errors(anas.post(CREATE, {"opponent": "named", "name": name}), "name")


def test_a_player_who_is_locked_out_cannot_be_challenged(ana: User, ben: User, anas: Client) -> None:
    User.objects.filter(pk=ben.pk).update(is_active=False)
    form = {"opponent": "named", "name": "Ben"}
    assert errors(anas.post(CREATE, form), "name") == ["There is no player of this name."]


def test_challenging_oneself_is_refused_in_the_form(ana: User, anas: Client) -> None:
    answer = anas.post(CREATE, {"opponent": "named", "name": "ana", "target": "61"})
    assert errors(answer, "__all__") == [said("challenge_to_oneself")]
    assert answer.context["form"]["target"].value() == "61", "what was chosen stays chosen"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("opponent", ""),
        ("opponent", "everybody"),
        ("target", "1000000"),
        ("target", "-121"),
        ("target", "sixty-one"),
        ("count_mode", "by hand"),
        ("pace", "glacial"),
        ("level", "grandmaster"),
        ("target", "\0"),
    ],
)
def test_absurd_values_are_refused_at_their_field(ana: User, anas: Client, field: str, value: str) -> None:
    assert errors(anas.post(CREATE, {"opponent": "computer", field: value}), field)


def test_an_empty_form_is_refused(ana: User, anas: Client) -> None:
    assert errors(anas.post(CREATE), "opponent")


def test_who_is_not_logged_in_logs_in_and_comes_back_to_the_lobby(client: Client, db: None) -> None:
    answer = client.post(CREATE, {"opponent": "open"})
    assert answer.status_code == 302
    assert answer["Location"] == f"{reverse('account_login')}?next={reverse('lobby')}"
    assert not Match.objects.exists()


def test_looking_at_the_address_opens_nothing(ana: User, anas: Client) -> None:
    assert anas.get(CREATE).status_code == 405
    assert not Match.objects.exists()


def test_so_many_tables_may_stand_open_and_no_more(ana: User, anas: Client) -> None:
    for _ in range(MOST):
        lobby.create_match(ana, Terms(Match.Opponent.OPEN), NOW)
    answer = anas.post(CREATE, {"opponent": "link"})
    assert answer.status_code == 422
    assert f"You have {MOST} open tables" in answer.content.decode()
    assert Match.objects.count() == MOST


def test_tables_that_were_taken_or_taken_back_leave_room_again(ana: User, ben: User, anas: Client) -> None:
    tables = [lobby.create_match(ana, Terms(Match.Opponent.OPEN), NOW) for _ in range(MOST)]
    lobby.join(tables[0].pk, ben, NOW)
    lobby.cancel(tables[1].pk, ana, NOW)
    for _ in range(2):
        assert anas.post(CREATE, {"opponent": "open"}).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_a_refused_table_leaves_nothing_behind() -> None:
    ana = new_player("Ana")
    refused: dict[str, Any] = {"opponent": Match.Opponent.NAMED, "invited": ana}
    with pytest.raises(MoveError):
        lobby.create_match(ana, Terms(**refused), NOW)
    assert not Match.objects.exists()


def test_a_creator_may_cut_while_the_other_seat_is_free(ana: User) -> None:
    match = lobby.create_match(ana, Terms(Match.Opponent.OPEN), NOW, seed="early")
    assert load(match).seeds == ("early", None)
    waiting = browser_of(ana).get(match.get_absolute_url()).content.decode()
    assert 'value="cut"' not in waiting, "it is done and cannot be done again"

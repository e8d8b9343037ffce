"""Moves that are none: each gets its sentence in the reader's language, and changes nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils.translation import trans_real
from pytest_django import Settings

from accounts.models import User
from games.engine.moves import Cut, Discard, Go
from games.engine.state import Phase
from games.models import Match
from games.services import endings
from games.services.errors import Forbidden, NoSuchMatch, StaleDecision

from .conftest import Stack
from .players import cards, cut_pack, everything, pack, play_to, position, said, send, started

Fields = dict[str, Any]
NOT_A_CARD = said("not_a_card")
DISCARD_TWO = said("discard_two")
OUT_OF_RANGE = said("points_out_of_range", most=29)
MISSING = said("points_missing")
STALE = said("stale_decision")
NOT_YOUR_TURN = said("not_your_turn")
NO_ACTION = said("unknown_action")
SEED = said("seed_not_printable", most=64)


@pytest.fixture
def decks(stack: Stack) -> None:
    """Ana deals. Ben leads the ten; after Ana's king and his nine, Ana has to say go."""
    stack({0: cut_pack("AC KD"), 1: pack("TC 9C 5H 9D 2S 3S", "KD 6H 7H 8H QS 4C", "JS")})


@pytest.fixture
def discarding(match: Match, decks: None) -> Match:
    play_to(match, Phase.DISCARD)
    return match


@pytest.fixture
def playing(discarding: Match, ana: User, ben: User) -> Match:
    send(discarding, ben, Discard(cards("2S 3S")))
    send(discarding, ana, Discard(cards("QS 4C")))
    return discarding


@pytest.fixture
def going(playing: Match, anas: Client, bens: Client) -> Match:
    """The count is 29 and Ana to say go."""
    for browser, card, token in ((bens, "TC", "1.play.0"), (anas, "KD", "1.play.0"), (bens, "9C", "1.play.1")):
        post(browser, playing, {"play": card, "decision": token})
    assert position(playing).count == 29
    return playing


@pytest.fixture
def counting(ana: User, ben: User, decks: None) -> Match:
    """Ben's hand is to be claimed."""
    match = started(ana, ben, count_mode="muggins")
    play_to(match, Phase.COUNT)
    return match


def post(browser: Client, match: Match, fields: Fields) -> list[str]:
    """What the page that follows will say."""
    browser.cookies.pop("messages", None)  # what was said before and not yet read
    answer = browser.post(reverse("move", args=[match.pk]), fields)
    assert answer.status_code == 302
    assert answer["Location"] == match.get_absolute_url()
    return [str(message) for message in get_messages(answer.wsgi_request)]


def assert_refused(browser: Client, match: Match, fields: Fields, sentence: str) -> None:
    before = everything(match)
    assert post(browser, match, fields) == [sentence]
    assert everything(match) == before


def test_the_sentence_stands_on_the_page_that_follows_and_on_no_other(match: Match, anas: Client) -> None:
    post(anas, match, {"action": "peek"})
    listed = f'<li class="message error" role="status">{NO_ACTION}</li>'
    assert listed in anas.get(match.get_absolute_url()).content.decode()
    assert listed not in anas.get(match.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, NO_ACTION),
        ({"action": ""}, NO_ACTION),
        ({"action": "peek"}, NO_ACTION),
        ({"action": "cut", "seed": "x" * 65}, SEED),
        ({"action": "cut", "seed": "two\nlines"}, SEED),
        ({"action": "cut", "seed": "año"}, SEED),
        ({"action": "cut", "seed": "\0"}, SEED),
        ({"action": "cut", "seed": "x" * 201}, said("not_a_move")),
        ({"action": "cut", "seed": "", "move_id": "7"}, said("move_id_is_no_uuid")),
        ({"action": "discard", "cards": ["5H", "6H"]}, said("not_now")),
        ({"action": "cut", "decision": "1.cut"}, STALE),
        ({"action": "cut", "decision": ""}, STALE),
        ({"action": "cut", "decision": "x" * 201}, said("not_a_move")),
    ],
)
def test_a_cut_that_is_none_is_refused(match: Match, anas: Client, fields: Fields, sentence: str) -> None:
    assert_refused(anas, match, {"decision": "0.cut"} | fields, sentence)


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        ([], DISCARD_TWO),
        (["QS"], DISCARD_TWO),
        (["QS", "4C", "KD"], DISCARD_TWO),
        (["QS", "4C", "KD", "6H", "7H", "8H"], DISCARD_TWO),
        (["QS", "QS"], said("card_twice")),
        (["QS", "TC"], said("card_not_held", card="TC")),  # Ben's
        (["QS", "JS"], said("card_not_held", card="JS")),  # the starter to come
        (["QS", "1H"], NOT_A_CARD),
        (["QS", ""], NOT_A_CARD),
        (["qs", "4c"], NOT_A_CARD),
        (["QS4C"], NOT_A_CARD),
        (["QS,4C"], NOT_A_CARD),
        (["QS", "\0"], NOT_A_CARD),
        (["QS", "<script>"], NOT_A_CARD),
        (["QS"] * 7, NOT_A_CARD),
        (["Q" * 10_000], NOT_A_CARD),
    ],
)
def test_a_discard_that_is_none_is_refused(discarding: Match, anas: Client, texts: list[str], sentence: str) -> None:
    assert_refused(anas, discarding, {"action": "discard", "cards": texts, "decision": "1.discard"}, sentence)


def test_a_third_card_cannot_be_laid_away(discarding: Match, anas: Client, ana: User) -> None:
    send(discarding, ana, Discard(cards("QS 4C")))
    for token in ("1.discard", "", "2.discard"):
        assert_refused(anas, discarding, {"action": "discard", "cards": ["KD", "6H"], "decision": token}, NOT_YOUR_TURN)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"play": "9C"}, said("card_not_held", card="9C")),  # played
        ({"play": "2S"}, said("card_not_held", card="2S")),  # in the crib
        ({"play": "8H"}, said("card_passes_31", card="8H")),
        ({"play": ""}, NOT_A_CARD),
        ({"play": "10H"}, NOT_A_CARD),
        ({"action": "play"}, said("play_one_card")),
        ({"action": "play", "cards": ["6H", "7H"]}, said("play_one_card")),
        ({"action": "discard", "cards": ["6H", "7H"]}, said("not_now")),
        ({"action": "cut", "seed": ""}, said("not_now")),
        ({"action": "count", "points": "5"}, said("not_now")),
        ({"action": "pass"}, said("not_now")),
        ({"action": "go", "decision": "1.play.0"}, STALE),
        ({"action": "go", "decision": "1.play.2"}, STALE),
    ],
)
def test_a_card_that_cannot_be_laid_is_refused(going: Match, anas: Client, fields: Fields, sentence: str) -> None:
    assert_refused(anas, going, {"decision": "1.play.1"} | fields, sentence)


def test_nobody_says_go_who_holds_a_card_that_fits(playing: Match, bens: Client) -> None:
    sentence = said("go_while_a_card_fits")
    assert_refused(bens, playing, {"action": "go", "decision": "1.play.0"}, sentence)


def test_nobody_plays_out_of_turn(playing: Match, anas: Client) -> None:
    for fields in ({"play": "KD"}, {"action": "go"}):
        assert_refused(anas, playing, {"decision": "1.play.0", **fields}, NOT_YOUR_TURN)


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ("30", OUT_OF_RANGE),
        ("999", OUT_OF_RANGE),
        ("1000", MISSING),
        ("-1", MISSING),
        ("", MISSING),
        ("many", MISSING),
        ("٨", MISSING),
        ("8.0", MISSING),
        (["8", "x"], MISSING),
    ],
)
def test_a_claim_that_is_no_count_is_refused(counting: Match, bens: Client, points: str, sentence: str) -> None:
    assert_refused(bens, counting, {"action": "count", "points": points, "decision": "1.count.0"}, sentence)


@pytest.mark.parametrize(("points", "sentence"), [("0", OUT_OF_RANGE), ("30", OUT_OF_RANGE), ("", MISSING)])
def test_a_call_of_muggins_that_is_no_count_is_refused(
    counting: Match, anas: Client, bens: Client, points: str, sentence: str
) -> None:
    post(bens, counting, {"action": "count", "points": "3", "decision": "1.count.0"})
    assert_refused(anas, counting, {"action": "muggins", "points": points, "decision": "1.muggins.0"}, sentence)


def test_only_the_owner_claims_and_only_the_opponent_calls(counting: Match, anas: Client, bens: Client) -> None:
    claim = {"action": "count", "points": "3", "decision": "1.count.0"}
    assert_refused(anas, counting, claim, NOT_YOUR_TURN)
    post(bens, counting, claim)
    assert_refused(bens, counting, {"action": "pass", "decision": "1.muggins.0"}, NOT_YOUR_TURN)


def test_after_the_end_no_move_counts(playing: Match, ana: User, bens: Client) -> None:
    endings.resign(playing.pk, ana, playing.created_at)
    assert_refused(bens, playing, {"play": "TC", "decision": "1.play.0"}, said("match_over"))


def test_an_old_page_may_not_answer_a_newer_decision(playing: Match, ben: User) -> None:
    before = everything(playing)
    with pytest.raises(StaleDecision):
        send(playing, ben, Go(), token="1.discard")
    assert everything(playing) == before


@pytest.mark.parametrize("form", [{"action": "cut", "decision": "0.cut"}, {"action": "go", "decision": "nonsense"}])
def test_a_stranger_moves_nothing_at_a_table_that_anyone_may_see(match: Match, cleos: Client, form: Fields) -> None:
    assert_refused(cleos, match, form, said("not_your_table"))


def test_a_table_that_is_not_public_is_not_there_for_a_stranger(ana: User, ben: User, cleos: Client) -> None:
    match = started(ana, ben, opponent=Match.Opponent.NAMED, invited=ben)
    before = everything(match)
    for name in ("move", "go_on", "resign", "abort", "claim", "agree", "rematch", "join"):
        form = {"action": "cut", "decision": "0.cut", "ply": "1"}
        assert cleos.post(reverse(name, args=[match.pk]), form).status_code == 404
    assert cleos.get(match.get_absolute_url()).status_code == 404
    assert everything(match) == before


@pytest.mark.parametrize("name", ["move", "go_on", "resign", "abort", "claim", "agree", "rematch", "cancel", "decline"])
def test_there_is_nothing_to_do_at_a_table_that_there_is_not(ana: User, anas: Client, name: str) -> None:
    form = {"action": "cut", "decision": "0.cut", "ply": "1"}
    assert anas.post(reverse(name, args=["nosuchtable2"]), form).status_code == 404


def test_the_services_say_the_same_to_whoever_asks_them(match: Match, cleo: User, ana: User) -> None:
    for service in (endings.resign, endings.abort, endings.claim, endings.agree, endings.rematch):
        with pytest.raises(Forbidden):
            service(match.pk, cleo, match.created_at)
        with pytest.raises(NoSuchMatch):
            service("nosuchtable2", ana, match.created_at)


def test_a_player_who_was_locked_out_meanwhile_moves_nothing(match: Match, ana: User) -> None:
    User.objects.filter(pk=ana.pk).update(is_active=False)
    before = everything(match)
    with pytest.raises(Forbidden):
        send(match, ana, Cut(""), token="0.cut")
    assert everything(match) == before


@pytest.mark.parametrize("ply", ["", "-1", "x", "1.0", "9" * 9, "\0"])
def test_going_on_from_nowhere_is_refused(match: Match, anas: Client, ply: str) -> None:
    before = everything(match)
    answer = anas.post(reverse("go_on", args=[match.pk]), {"ply": ply})
    assert said("not_a_move") in anas.get(answer["Location"]).content.decode()
    assert everything(match) == before


@pytest.fixture
def spanish_words(settings: Settings, tmp_path: Path) -> Iterator[None]:
    """A catalogue of one sentence and one card, so that no translator's choice is tested here."""
    catalogue = Catalog(locale="es")
    catalogue.add("You do not hold the %(card)s.", "No tienes: %(card)s.")
    catalogue.add("%(rank)s of %(suit)s", "%(rank)s de %(suit)s")
    catalogue.add("clubs", "tréboles")
    catalogue.add("ten", "diez", context="card")
    (tmp_path / "es" / "LC_MESSAGES").mkdir(parents=True)
    with (tmp_path / "es" / "LC_MESSAGES" / "django.mo").open("wb") as file:
        write_mo(file, catalogue)
    settings.LOCALE_PATHS = [tmp_path]
    trans_real._translations.clear()
    yield
    trans_real._translations.clear()


def test_the_sentence_comes_in_the_language_of_the_reader(
    discarding: Match, anas: Client, ana: User, spanish_words: None
) -> None:
    User.objects.filter(pk=ana.pk).update(language="es")
    fields = {"action": "discard", "cards": ["QS", "TC"], "decision": "1.discard"}
    assert_refused(anas, discarding, fields, "No tienes: diez de tréboles.")

"""Every refusal has its sentence, every sentence its refusal; read from the source, so that none is forgotten."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from games import deals
from games.engine import errors as engine_errors
from games.engine.errors import IllegalMove, MoveError
from games.refusals import SENTENCES, explain
from games.services import errors as service_errors

ROOT = Path(__file__).resolve().parents[2]
SOURCE = (ROOT / "games", ROOT / "accounts")
ERRORS = {
    name
    for module in (engine_errors, service_errors, deals)
    for name, value in vars(module).items()
    if isinstance(value, type) and issubclass(value, MoveError)
}


TEXTS = {"card": "5H", "until": "2026-03-14T11:00:00+00:00"}  # of errors; all else that they bring are numbers


def errors_made() -> Iterator[tuple[str, ast.Call]]:
    """Every place in the source at which an error is made, with its file and line."""
    for path in sorted(path for folder in SOURCE for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def test_every_error_names_its_key_where_it_is_made_and_the_key_has_a_sentence() -> None:
    places = list(errors_made())
    assert len(places) > 30, "the source was read"
    for place, call in places:
        assert call.args, place
        key = call.args[0]
        assert isinstance(key, ast.Constant), f"{place}: the key is not written out"
        assert key.value in SENTENCES, f"{place}: {key.value} has no sentence"


def test_no_sentence_is_left_over() -> None:
    used = {call.args[0].value for _place, call in errors_made() if isinstance(call.args[0], ast.Constant)}
    assert set(SENTENCES) - used == set()


def test_every_error_brings_what_its_sentence_asks_for() -> None:
    for place, call in errors_made():
        key = call.args[0]
        assert isinstance(key, ast.Constant)
        given = {keyword.arg: 7 for keyword in call.keywords} | TEXTS
        brought = {name: value for name, value in given.items() if name in {word.arg for word in call.keywords}}
        sentence = explain(MoveError(str(key.value), **brought))  # type: ignore[arg-type]
        assert "%" not in sentence, place


@pytest.mark.parametrize("language", ["en", "es", "sw"])
def test_the_sentences_hold_in_every_language(language: str) -> None:
    with translation.override(language):
        for key in SENTENCES:
            sentence = explain(MoveError(key, **TEXTS, most=29, count=30, days=30, hours=24, key_id="a1"))
            assert sentence
            assert "%" not in sentence


def test_a_card_is_named_as_players_name_it() -> None:
    assert explain(IllegalMove("card_not_held", card="TH")) == "You do not hold the ten of hearts."


def test_no_two_refusals_sound_alike() -> None:
    sentences = [str(sentence) for sentence in SENTENCES.values()]
    assert len(set(sentences)) == len(sentences)

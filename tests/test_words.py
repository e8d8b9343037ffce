"""The site speaks each of its languages whole: every word is collected, and every collected word is translated."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent
LOCALE = Path("cribsite", "locale")
LANGUAGES = ("es", "sw")
NO_SOURCE = (".*", "var", "tests", "static", "__pycache__", "*.mo")
# %(name)s and %d of Python, {name} of str.format, and the tags of HTML with all that stands in them.
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[a-z%]|\{\w*\}|</?[a-z][^>]*>")


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def written(language: str, root: Path = ROOT) -> str:
    """The file of a language, as it stands."""
    return (root / LOCALE / language / "LC_MESSAGES" / "django.po").read_text()


def catalogue(language: str, root: Path = ROOT) -> Catalog:
    """The file of a language, read; an error where it is not well formed."""
    return read_po(written(language, root).splitlines(keepends=True), locale=language, abort_invalid=True)


def entries(catalog: Catalog) -> list[Message]:
    """All but the first, which holds the header."""
    return [message for message in catalog if message.id]


def forms(text: str | tuple[str, ...] | list[str]) -> list[str]:
    """The singular, then the plurals where there are any."""
    return [text] if isinstance(text, str) else list(text)


def keys(catalog: Catalog) -> set[tuple[str | None, tuple[str, ...]]]:
    """What is to be translated: the context and the English forms of each entry."""
    return {(message.context, tuple(forms(message.id))) for message in entries(catalog)}


def placeholders(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))


def blanks(text: str) -> tuple[str, str, int]:
    """The white space before and after the text, which would be lost on the page or glue words, and its lines."""
    before, after = len(text) - len(text.lstrip()), len(text.rstrip())
    return text[:before], text[after:], text.count("\n")


def test_these_are_all_the_languages_beside_english() -> None:
    assert {code for code, _name in settings.LANGUAGES} == {"en", *LANGUAGES}
    assert {path.name for path in (ROOT / LOCALE).iterdir()} == set(LANGUAGES)


def test_every_entry_is_translated(language: str) -> None:
    words = entries(catalogue(language))
    assert len(words) > 400
    assert [word.id for word in words if not all(form.strip() for form in forms(word.string))] == []


def test_no_entry_is_fuzzy_or_obsolete(language: str) -> None:
    words = catalogue(language)
    assert not words.fuzzy
    assert [word.id for word in entries(words) if word.fuzzy] == []
    assert list(words.obsolete) == []


def test_the_header_names_the_language(language: str) -> None:
    assert dict(catalogue(language).mime_headers)["Language"] == language


def test_every_plural_has_the_forms_that_the_header_tells(language: str) -> None:
    text = written(language)
    told = re.search(r"Plural-Forms: nplurals=(\d+);", text)
    assert told is not None
    plurals = [entry for entry in text.split("\n\n") if "\nmsgid_plural " in entry]
    assert plurals
    wanted = [str(number) for number in range(int(told[1]))]
    assert [entry for entry in plurals if re.findall(r"^msgstr\[(\d+)\]", entry, re.MULTILINE) != wanted] == []


def test_every_placeholder_and_tag_is_kept(language: str) -> None:
    for word in entries(catalogue(language)):
        for form in forms(word.id) + forms(word.string):
            assert placeholders(form) == placeholders(forms(word.id)[0]), form


def test_lines_and_outer_blanks_are_those_of_the_english(language: str) -> None:
    for word in entries(catalogue(language)):
        for form in forms(word.string):
            assert blanks(form) == blanks(forms(word.id)[0]), form


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the site in which the words have just been collected."""
    if shutil.which("xgettext") is None:
        pytest.skip("to run it, install GNU gettext: apt-get install gettext")
    copy = tmp_path_factory.mktemp("collected") / "site"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NO_SOURCE))
    chosen = [part for language in LANGUAGES for part in ("--locale", language)]
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", *chosen, "--no-location", "--no-wrap", "--verbosity", "0"],
        cwd=copy,
        env=os.environ | {"SECRET_KEY": "unused", "DEAL_KEY": "unused"},
        check=True,
    )
    return copy


def test_the_words_of_the_source_are_the_words_collected(language: str, collected: Path) -> None:
    kept, found = keys(catalogue(language)), keys(catalogue(language, collected))
    assert found - kept == set(), "run `make messages` and translate these"
    assert kept - found == set(), "run `make messages`: the source says these no more"

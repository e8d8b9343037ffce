"""A language that brackets every word that is marked for translation, so that one that is not stands out."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.utils.translation import trans_real

SPOKEN_AS = "sw"  # the pages ask for this one; its dates are numbers and names of months, which are marked as well
OPEN, CLOSE = "⟦", "⟧"
# What is the same in every language: the site's name, the names of the languages, of the players, of cards' indices,
# addresses of mail and pages, keys, kinds of file.
NOBODY_TRANSLATES = re.compile(
    r"\b(?:Cribsite|English|Español|Kiswahili|API|JSON|UTC|Ana|Ben|Cleo|[AJQKg]|Enter)\b|\S+@\S+|https?:\S+|/\S*/"
)
READ_ATTRIBUTES = ("title", "alt", "aria-label", "placeholder", "aria-description", "aria-valuetext")
SILENT = {"script", "style", "code", "pre", "kbd"}
EMPTY = {"input", "link", "meta", "br", "img", "hr", "circle", "path", "line", "rect", "use", "polyline"}


class PseudoLanguage(trans_real.DjangoTranslation):  # type: ignore[misc]
    """Brackets what Spanish and Swahili both have a word for. Whatever else is marked is not translated either."""

    def __init__(self) -> None:
        super().__init__(SPOKEN_AS)
        self._others = trans_real.DjangoTranslation("es")

    def gettext(self, message: str) -> str:
        return self._bracketed(message) if self._has(message) else message

    def ngettext(self, singular: str, plural: str, number: Any) -> str:
        text = singular if number == 1 else plural
        return self._bracketed(text) if self._has((singular, 0)) else text

    def _has(self, key: Any) -> bool:
        return bool(key) and all(key in catalog._catalog for catalog in (self, self._others))

    def _bracketed(self, message: str) -> str:
        text = message.split(trans_real.CONTEXT_SEPARATOR)[-1]
        before, after = len(text) - len(text.lstrip()), len(text.rstrip())
        return f"{text[:before]}{OPEN}{text[before:after]}{CLOSE}{text[after:]}"


@pytest.fixture
def pseudo_language(monkeypatch: pytest.MonkeyPatch) -> str:
    """Puts it in the place of one of the site's languages; the code to ask for it with."""
    monkeypatch.setitem(trans_real._translations, SPOKEN_AS, PseudoLanguage())
    return SPOKEN_AS


def unmarked(text: str) -> list[str]:
    """The words of a text that stand in no brackets."""
    depth, outside = 0, []
    for sign in text:
        depth += (sign == OPEN) - (sign == CLOSE)
        outside.append(sign if depth == 0 and sign != CLOSE else " ")
    assert depth == 0, text
    return re.findall(r"[^\W\d_]{2,}|[^\W\d_]\b", NOBODY_TRANSLATES.sub(" ", "".join(outside)))


class _Reader(HTMLParser):
    """Gathers what a reader is told: the text in its order, and each attribute that is read out or shown."""

    def __init__(self) -> None:
        super().__init__()
        self.silent: list[str] = []
        self.text: list[str] = []
        self.attributes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = dict(attrs)
        if self.silent or tag in SILENT or about.get("name") == "time_zone":
            self.silent += [] if tag in EMPTY else [tag]
            return
        self.text.append(" ")
        self.attributes += [about.get(name) or "" for name in READ_ATTRIBUTES]
        self.attributes += [text or "" for name, text in attrs if name.startswith("data-") and " " in (text or "")]
        if tag == "input" and about.get("type") in ("submit", "button"):
            self.attributes.append(about.get("value") or "")

    def handle_endtag(self, tag: str) -> None:
        if self.silent and self.silent[-1] == tag:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.text.append(data)


def unmarked_words(html: str) -> list[str]:
    """The words of a page that no translator was given."""
    reader = _Reader()
    reader.feed(html)
    return unmarked("".join(reader.text)) + [word for text in reader.attributes for word in unmarked(text)]

"""The texts of hosts: plain text with headings, lists and links. Nothing in it is HTML.

A library of Markdown would be one more thing to keep safe, for signs that terms and privacy have no use for.
"""

from collections.abc import Iterator, Sequence

from django.utils.html import format_html, format_html_join, urlize
from django.utils.safestring import SafeString, mark_safe

HEADINGS = {"# ": "<h2>{}</h2>", "## ": "<h2>{}</h2>", "### ": "<h3>{}</h3>"}
POINT = "- "


def as_html(text: str) -> SafeString:
    """Paragraphs between blank lines, headings after `#` signs, `-` lists; addresses are links, all else is escaped."""
    return format_html_join("\n", "{}", ((part,) for part in _parts(text)))


def _parts(text: str) -> Iterator[SafeString]:
    paragraph: list[str] = []
    points: list[str] = []
    for line in [*map(str.strip, text.splitlines()), ""]:
        heading = next((sign for sign in HEADINGS if line.startswith(sign)), None)
        is_point = line.startswith(POINT)
        if paragraph and (heading or is_point or not line):
            yield format_html("<p>{}</p>", _linked(" ".join(paragraph)))
            paragraph = []
        if points and not is_point:
            yield _list(points)
            points = []
        if heading:
            yield format_html(HEADINGS[heading], line.removeprefix(heading))
        elif is_point:
            points.append(line.removeprefix(POINT))
        elif line:
            paragraph.append(line)


def _list(points: Sequence[str]) -> SafeString:
    return format_html("<ul>{}</ul>", format_html_join("", "<li>{}</li>", ((_linked(point),) for point in points)))


def _linked(words: str) -> SafeString:
    return mark_safe(urlize(words, nofollow=True, autoescape=True))

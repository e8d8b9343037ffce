"""What browsers keep of the site: manifest, worker and the page for when there is no line."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.models import BROWSER_COLOURS, Theme, User

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.django_db


def browser_colour(client: Client) -> str:
    found = re.search(r'<meta name="theme-color"\s+content="(#\w+)">', client.get("/").content.decode())
    return found[1] if found else ""


def test_the_browser_is_coloured_as_the_edge_of_each_theme() -> None:
    sheet = (ROOT / "static/css/tokens.css").read_text()
    blocks = re.findall(r'^:root(?:\[data-theme="(\w+)"\])? \{(.*?)^\}', sheet, re.MULTILINE | re.DOTALL)
    edges = {name or "baize": re.search(r"--cloth-dark: (#\w+);", block) for name, block in blocks}
    assert {name: edge[1] for name, edge in edges.items() if edge} == {
        theme.value: colour for theme, colour in BROWSER_COLOURS.items()
    }


def test_the_colour_follows_the_theme_that_was_chosen(client: Client) -> None:
    assert browser_colour(client) == "#0f2a21"
    client.force_login(User.objects.create(username="Ana", theme=Theme.LINEN))
    assert browser_colour(client) == "#e0d9c7"


@pytest.mark.parametrize(
    ("language", "words"), [("en", "with anyone"), ("es", "cribbage con quien"), ("sw", "cribbage na")]
)
def test_the_manifest_is_in_the_readers_language(client: Client, language: str, words: str) -> None:
    page = Client(headers={"accept-language": language}).get("/").content.decode()
    address = re.search(r'rel="manifest" href="([^"]+)"', page)
    assert address
    answer = client.get(address[1])  # as browsers ask for it: without a cookie, and here without a language
    assert answer.headers["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["lang"] == language
    assert words in manifest["description"]
    for icon in manifest["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/"))


def test_the_worker_is_asked_for_anew_and_keeps_the_page_of_its_readers_language() -> None:
    answer = Client(headers={"accept-language": "sw"}).get("/service-worker.js")
    assert answer.headers["Content-Type"] == "text/javascript"
    assert "no-cache" in answer.headers["Cache-Control"]
    assert '"/offline/?language=sw"' in answer.content.decode()


def test_the_page_without_a_line_is_the_same_for_everybody() -> None:
    ana = Client()
    ana.force_login(User.objects.create(username="Ana"))
    pages = [client.get("/offline/?language=es") for client in (ana, Client())]
    assert pages[0].content == pages[1].content
    assert not pages[1].cookies
    assert "No tienes conexión" in pages[0].content.decode()


def test_a_language_that_the_site_has_not_is_the_readers_own(client: Client) -> None:
    assert "You are off line" in client.get("/offline/?language=xx").content.decode()


def test_pages_go_compressed_to_whoever_takes_that(client: Client) -> None:
    assert client.get("/rules/").headers.get("Content-Encoding") is None
    answer = client.get("/rules/", headers={"accept-encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["Vary"]

"""What every page says to the browser, and that none needs a script or a style within itself."""

import re

import pytest

from tests.attack.places import API, places
from tests.attack.world import World

INLINE = re.compile(
    r"<script(?![^>]*\bsrc=)(?![^>]*application/json)|<style\b|\sstyle=|\son[a-z]+=\"|javascript:", re.I
)


@pytest.mark.long
def test_every_page_is_without_inline_scripts_and_says_what_it_declines(world: World) -> None:
    found = []
    for pattern, methods in places().items():
        if pattern.startswith(API) or "GET" not in methods or "records." in pattern:
            continue
        answer = world.ask("admin", "GET", pattern)
        assert "camera=()" in answer["Permissions-Policy"], pattern
        assert answer["Cross-Origin-Opener-Policy"] == "same-origin", pattern
        assert answer["Referrer-Policy"] == "same-origin", pattern
        assert answer["X-Content-Type-Options"] == "nosniff", pattern
        policy = answer["Content-Security-Policy"]
        assert "unsafe" not in policy, pattern
        assert "default-src 'self'" in policy, pattern
        if answer.headers.get("Content-Type", "").startswith("text/html") and not answer.streaming:
            found += [f"{pattern}: {piece}" for piece in INLINE.findall(answer.content.decode())]
    assert found == []

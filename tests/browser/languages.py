"""The languages in which the pages are looked at: at the desk in one whose words are long, in CI in all."""

import pytest

LANGUAGES = ("en", "es", "sw")
every_language = pytest.mark.parametrize(
    "language", ["sw", *(pytest.param(language, marks=pytest.mark.long) for language in ("en", "es"))]
)

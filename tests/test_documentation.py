"""The documents say how it is."""

import re
from pathlib import Path

from django.core.management import get_commands

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()


def test_every_setting_from_the_environment_stands_in_the_readme() -> None:
    settings = (ROOT / "cribsite" / "settings.py").read_text()
    read = set(re.findall(r"""(?:env\.\w+|secret)\(["']([A-Z_]+)["']""", settings))
    assert len(read) >= 10
    assert read == set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE))


def test_every_command_of_the_site_stands_in_the_readme() -> None:
    own = [name for name, app in get_commands().items() if app in ("games", "accounts", "cribsite")]
    assert own
    assert [name for name in own if f"manage.py {name}" not in README] == []


def test_every_module_of_the_games_stands_on_the_map() -> None:
    rooms = [path.stem for path in (ROOT / "games").glob("*.py")] + [
        path.stem for path in (ROOT / "games" / "engine").glob("*.py")
    ]
    unmapped = {"__init__", "apps", "admin", "urls", "signals", "context"}
    missing = [room for room in rooms if room not in unmapped and not re.search(rf"\b{room}\b", CONTRIBUTING)]
    assert missing == []


def test_every_vendored_file_is_listed_with_its_licence() -> None:
    files = [path.name for path in (ROOT / "static" / "vendor").iterdir()]
    assert files
    assert [name for name in files if name not in CONTRIBUTING] == []

"""What the settings make of an address with https."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TELL = """
import json
from cribsite import settings
kept = ("SESSION_", "CSRF_", "SECURE_")
print(json.dumps({name: getattr(settings, name) for name in dir(settings) if name.startswith(kept)}))
"""


def settings_at(address: str) -> dict[str, object]:
    """As a process reads them that serves this address."""
    environment = os.environ | {"SITE_URL": address}
    told = subprocess.run([sys.executable, "-c", TELL], cwd=ROOT, env=environment, capture_output=True, check=True)
    found: dict[str, object] = json.loads(told.stdout)
    return found


def test_cookies_and_heads_are_strict_over_https() -> None:
    wishes = settings_at("https://cribsite.example")
    assert (wishes["SESSION_COOKIE_NAME"], wishes["CSRF_COOKIE_NAME"]) == ("__Host-session", "__Host-csrf")
    for name in ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_PRELOAD"):
        assert wishes[name] is True, name
    assert int(str(wishes["SECURE_HSTS_SECONDS"])) >= 365 * 24 * 60 * 60
    assert wishes["CSRF_TRUSTED_ORIGINS"] == ["https://cribsite.example"]


def test_a_pub_with_a_plain_address_can_log_in() -> None:
    wishes = settings_at("http://192.168.1.10:8000")
    assert wishes.get("SESSION_COOKIE_NAME", "sessionid") == "sessionid"
    assert (wishes["SESSION_COOKIE_SECURE"], wishes["SECURE_SSL_REDIRECT"], wishes["SECURE_HSTS_SECONDS"]) == (
        False,
        False,
        0,
    )

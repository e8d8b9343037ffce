"""The site's settings under a calendar that a test turns: for every process of a real site, its commands too.

The present is what the file CALENDAR holds, an ISO moment, until a test writes another there. To be named by
DJANGO_SETTINGS_MODULE, so that Daphne and `manage.py` run as they are.
"""

import os
from datetime import datetime
from pathlib import Path

from django.utils import timezone

from cribsite.settings import *  # noqa: F403

_calendar = Path(os.environ["CALENDAR"])


def _now() -> datetime:
    return datetime.fromisoformat(_calendar.read_text())


timezone.now = _now

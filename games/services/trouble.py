"""A match that is broken is logged and marked for the admin, and stops nothing else."""

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from games.models import Match

logger = logging.getLogger(__name__)


def attempt(act: Callable[[str, datetime], bool], match_id: str, now: datetime) -> bool | None:
    """What `act` answers for the match; None where it failed, and then it changed nothing but the mark."""
    try:
        with transaction.atomic():
            done = act(match_id, now)
    except Exception as error:
        logger.exception("match %s is in trouble", match_id)
        Match.objects.filter(pk=match_id).update(trouble=f"{now.isoformat()} {error!r}")
        return None
    Match.objects.filter(pk=match_id).exclude(trouble="").update(trouble="")
    return done

"""What is due whether anybody is looking or not. One broken match does not stop the others."""

import logging
from dataclasses import dataclass
from datetime import datetime

from games.models import Match
from games.services import letters, vacations
from games.services.table import end_if_overdue, overdue_matches

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Sweep:
    """What one sweep did, by number."""

    ended: int = 0  # by time, or as open tables that nobody joined
    vacations_ended: int = 0
    in_trouble: int = 0


NOTHING = Sweep()


def sweep(now: datetime) -> Sweep:
    """End what is overdue, close old open tables, end vacations that are used up, write the letters of the hour.

    May run twice side by side: each match is locked, and looked at again once it is.
    """
    returned = vacations.end_used_up(now)
    letters.warn_of_short_time(now)
    letters.write_digests(now)
    ended = broken = 0
    for match_id in list(overdue_matches(now).values_list("pk", flat=True)):
        try:
            ended += end_if_overdue(match_id, now)
            Match.objects.filter(pk=match_id).exclude(trouble="").update(trouble="")
        except Exception as error:
            broken += 1
            logger.exception("the referee failed on match %s", match_id)
            Match.objects.filter(pk=match_id).update(trouble=f"{now.isoformat()} {error!r}")
    return Sweep(ended, returned, broken)

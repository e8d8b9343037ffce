"""What the host announces, as each reader is told it."""

from dataclasses import dataclass
from datetime import datetime
from time import monotonic

from django.conf import settings
from django.db.models.signals import post_delete, post_save
from django.utils.translation import get_language

from cribsite.models import Announcement, AnnouncementText
from cribsite.site import SECONDS

COOKIE = "dismissed"  # numbers of the announcements that this browser has put away, like 3.5
MOST_SHOWN = 3

_read: dict[str, tuple[list[Announcement], float]] = {}


@dataclass(frozen=True)
class Told:
    """One announcement in the reader's words."""

    pk: int
    text: str
    language: str


def announcements_for(dismissed: str, now: datetime) -> list[Told]:
    """What is announced now, newest first, without what the reader has put away (the value of the cookie)."""
    put_away = read_cookie(dismissed)
    shown = (one for one in _kept() if one.starts_at <= now < one.ends_at and one.pk not in put_away)
    told = [_tell(one) for one in shown]
    return [one for one in told if one is not None][:MOST_SHOWN]


def read_cookie(value: str) -> set[int]:
    """The numbers in it; whatever else is in it tells nothing."""
    return {int(part) for part in value.split(".") if part.isascii() and part.isdigit() and len(part) < 19}


def write_cookie(dismissed: str, pk: int) -> str:
    """The cookie with one more number; of old ones only those that are still of use."""
    current = {one.pk for one in _kept()}
    return ".".join(map(str, sorted((read_cookie(dismissed) | {pk}) & current)))


def _tell(announcement: Announcement) -> Told | None:
    """In the reader's language, else the site's, else any that there is."""
    texts = {text.language: text.text for text in announcement.texts.all()}
    for language in (get_language() or "", settings.LANGUAGE_CODE, *texts):
        if language in texts:
            return Told(announcement.pk, texts[language], language)
    return None


def _kept() -> list[Announcement]:
    """All that are not over by long, at most five seconds old."""
    kept, until = _read.get("all", ([], 0.0))
    if until < monotonic():
        kept = list(Announcement.objects.order_by("-starts_at", "-pk").prefetch_related("texts")[:20])
        _read["all"] = kept, monotonic() + SECONDS
    return kept


def forget(**_about: object) -> None:
    """Have the next reader read anew."""
    _read.clear()


for model in (Announcement, AnnouncementText):
    post_save.connect(forget, model)
    post_delete.connect(forget, model)

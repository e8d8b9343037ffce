"""What the host announces, maintenance included, as each reader is told it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from time import monotonic

from django.conf import settings
from django.db.models.signals import post_delete, post_save
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from cribsite.models import Announcement, AnnouncementText
from cribsite.site import SECONDS, site_settings

COOKIE = "dismissed"  # numbers of the announcements that this browser has put away, like 3.5
MOST_SHOWN = 3  # beside that the site is being maintained

_read: dict[str, tuple[list[Announcement], float]] = {}


@dataclass(frozen=True)
class Told:
    """One announcement in the reader's words; by its number it is put away."""

    number: int
    text: str
    language: str


def announcements_for(dismissed: str, now: datetime) -> list[Told]:
    """What is announced now, newest first, without what the reader has put away (the value of the cookie)."""
    put_away = read_cookie(dismissed)
    shown = (one for one in _kept() if one.starts_at <= now < one.ends_at and one.pk not in put_away)
    told = [one for one in map(_tell, shown) if one is not None][:MOST_SHOWN]
    maintenance = _maintenance()
    return [maintenance, *told] if maintenance and maintenance.number not in put_away else told


def mark_of(told: Sequence[Told]) -> str:
    """By which a page says what it shows; empty for nothing."""
    return sha256(repr(told).encode()).hexdigest()[:12] if told else ""


def _maintenance() -> Told | None:
    """The second in which it began is its number, so that whoever put one away is told of the next."""
    began = site_settings().maintenance_began_at
    if began is None:
        return None
    text = _("The site is being maintained: no new games begin just now. Running ones go on.")
    return Told(int(began.timestamp()), text, get_language() or settings.LANGUAGE_CODE)


def read_cookie(value: str) -> set[int]:
    """The numbers in it; whatever else is in it tells nothing."""
    return {int(part) for part in value.split(".") if part.isascii() and part.isdigit() and len(part) < 19}


def write_cookie(dismissed: str, number: int) -> str:
    """The cookie with one more number; of old ones only those that are still of use."""
    maintenance = _maintenance()
    current = {one.pk for one in _kept()} | ({maintenance.number} if maintenance else set())
    return ".".join(map(str, sorted((read_cookie(dismissed) | {number}) & current)))


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

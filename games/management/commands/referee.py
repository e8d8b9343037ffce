"""`manage.py referee`: what is due and nobody may be looking at. Run it from a timer, each minute or so."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.services.endings import end_overdue_matches
from games.services.lobby import expire_tables


class Command(BaseCommand):
    help = "Ends the matches whose time is over and closes open tables that nobody joined in 30 days, once."

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        ended, expired = end_overdue_matches(now), expire_tables(now)
        self.stdout.write(f"{ended} matches ended by time, {expired} open tables closed.")

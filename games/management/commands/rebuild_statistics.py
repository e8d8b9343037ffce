"""`manage.py rebuild_statistics`: the figures of all players anew, from the logs."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

from games.models import Match
from games.services.cards import forget_totals, keep_totals
from games.services.statistics import COUNTED, rebuild_statistics


class Command(BaseCommand):
    help = (
        "Computes the statistics of every match that is over again from its log, and the totals of cards. "
        "May run while people play."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        count = 0
        for match in Match.objects.filter(status__in=COUNTED).defer("snapshot").iterator(chunk_size=500):
            with transaction.atomic():
                rebuild_statistics(match)
            count += 1
        forget_totals()
        while keep_totals(timezone.now()):
            pass
        self.stdout.write(f"The statistics of {count} matches are what their logs say.")

"""`manage.py verify_matches`: refold every log and compare."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Match
from games.verify import find_faults, find_faults_of_totals


class Command(BaseCommand):
    help = (
        "Refolds the log of every match (or of those named) and tells what disagrees with it. "
        "Where none is named, the totals of the cards are compared, too."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ids", nargs="*", help="only these matches")

    def handle(self, *args: Any, **options: Any) -> None:
        ids = options["ids"]
        count, faulty = self._verify_matches(ids)
        wrong_totals = 0 if ids else self._verify_totals()
        if faulty:
            raise CommandError(f"{faulty} of {count} matches have faults.")
        if wrong_totals:
            raise CommandError("The totals of the cards are not what the logs say.")
        self.stdout.write(f"{count} matches verified, no faults.")

    def _verify_matches(self, ids: list[str]) -> tuple[int, int]:
        """How many there are, and how many of them have faults."""
        matches = Match.objects.prefetch_related("seats").order_by("pk")
        if ids:
            matches = matches.filter(pk__in=ids)
        count = faulty = 0
        for match in matches.iterator(chunk_size=200):
            faults = list(find_faults(match))
            count += 1
            faulty += bool(faults)
            for fault in faults:
                self.stderr.write(f"{match.pk}: {fault}")
        return count, faulty

    def _verify_totals(self) -> int:
        """How many figures are wrong."""
        faults = list(find_faults_of_totals())
        for fault in faults:
            self.stderr.write(fault)
        return len(faults)

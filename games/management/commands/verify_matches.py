"""`manage.py verify_matches`: refold every log and compare."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Match
from games.verify import find_faults


class Command(BaseCommand):
    help = "Refolds the log of every match (or of those named) and tells what disagrees with it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ids", nargs="*", help="only these matches")

    def handle(self, *args: Any, **options: Any) -> None:
        matches = Match.objects.prefetch_related("seats").order_by("pk")
        if options["ids"]:
            matches = matches.filter(pk__in=options["ids"])
        count = faulty = 0
        for match in matches.iterator(chunk_size=200):
            faults = list(find_faults(match))
            count += 1
            faulty += bool(faults)
            for fault in faults:
                self.stderr.write(f"{match.pk}: {fault}")
        if faulty:
            raise CommandError(f"{faulty} of {count} matches have faults.")
        self.stdout.write(f"{count} matches verified, no faults.")

"""`manage.py verify_record`: check records of matches, of this site or any other."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.checks.by_engine import find_faults
from games.checks.check_record import NOT_CHECKED


class Command(BaseCommand):
    help = "Checks the records in files (- for standard input): seeds, decks, every move and every point."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", help="one record as JSON, or several, one a line")

    def handle(self, *args: Any, **options: Any) -> None:
        count = faulty = 0
        for name in options["files"]:
            for record in _records(sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")):
                faults = list(find_faults(record))
                count += 1
                faulty += bool(faults)
                for fault in faults:
                    self.stderr.write(f"{_name(record)}: {fault}")
        if faulty or not count:
            raise CommandError(f"Records with faults: {faulty} of {count}.")
        self.stdout.write(f"Records verified: {count}, no faults. Not checked, for a record cannot tell it:")
        for thing in NOT_CHECKED:
            self.stdout.write(f"- {thing}")


def _records(text: str) -> list[Any]:
    """One record over several lines, or one a line."""
    try:
        return [json.loads(text)]
    except ValueError:
        pass
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except ValueError as error:
        raise CommandError(f"This is no JSON: {error}") from error


def _name(record: Any) -> str:
    return str(record.get("id", "?")) if isinstance(record, dict) else "?"

"""`manage.py verify_record`: check records of matches, of this site or any other."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.checks.by_engine import find_faults
from games.checks.check_record import NOT_CHECKED, Fault, is_text, read_record


class Command(BaseCommand):
    help = "Checks the records in files (- for standard input): seeds, decks, every move and every point."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", help="one record as JSON, or several, one a line")

    def handle(self, *args: Any, **options: Any) -> None:
        count = faulty = 0
        for name in options["files"]:
            for raw in _records(_bytes_of(name)):
                match, faults = _judged(raw)
                count += 1
                faulty += bool(faults)
                for fault in faults:
                    self.stderr.write(f"{match}: {fault}")
        if faulty or not count:
            raise CommandError(f"Records with faults: {faulty} of {count}.")
        self.stdout.write(f"Records verified: {count}, no faults. Not checked, for a record cannot tell it:")
        for thing in NOT_CHECKED:
            self.stdout.write(f"- {thing}")


def _bytes_of(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}.") from error


def _records(raw: bytes) -> list[bytes]:
    """One record over several lines, or one a line."""
    lines = [line for line in raw.splitlines() if line.strip()]
    is_one_a_line = bool(lines) and lines[0].strip().endswith(b"}")
    return lines if is_one_a_line or not lines else [raw]


def _judged(raw: bytes) -> tuple[str, list[str]]:
    """The id of a record, and its faults."""
    try:
        record = read_record(raw)
    except Fault as fault:
        return "?", [str(fault)]
    match = record.get("id") if isinstance(record, dict) else None
    return str(match) if is_text(match) else "?", list(find_faults(record))

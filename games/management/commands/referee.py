"""`manage.py referee`: what is due and nobody may be looking at."""

import logging
import signal
import threading
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections
from django.utils import timezone

from games.postman import deliver
from games.services.referee import NOTHING, SECONDS_BETWEEN_SWEEPS, leave_mark, sweep

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    help = (
        "Ends matches whose time is over, closes open tables that nobody joined in 30 days, ends used-up "
        "vacations, deletes guests who were not seen for 30 days, and sends mail. Once, or with --loop until it "
        "is told to stop. May run more than once at a time."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--loop", action="store_true", help="go on, every 20 seconds, until SIGTERM or Ctrl+C")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["loop"]:
            self._work()
            return
        stop = threading.Event()

        def on_signal(_number: int, _frame: FrameType | None) -> None:
            stop.set()

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, on_signal)
        self.stdout.write("The referee is at work.")
        self.stdout.flush()
        while not stop.is_set():
            try:
                self._work()
            except Exception:  # a database that is away for a while
                logger.exception("the referee could not work")
            close_old_connections()
            stop.wait(SECONDS_BETWEEN_SWEEPS)

    def _work(self) -> None:
        now = timezone.now()
        done, letters = sweep(now), deliver(now)
        leave_mark(timezone.now())
        if done != NOTHING or letters:
            self.stdout.write(f"{done}, {letters} letters sent")

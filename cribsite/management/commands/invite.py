"""`manage.py invite`: an invitation to sign up, its link printed."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from cribsite.invitations import link
from cribsite.models import Invitation


class Command(BaseCommand):
    help = "Makes an invitation for a site that takes players by invitation, and prints its link."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("about", help="for whom it is, for staff: no more than 60 characters")
        parser.add_argument("--uses", type=int, default=1, help="how many may sign up by it (1)")
        parser.add_argument("--days", type=int, default=30, help="for how long it is good (30)")

    def handle(self, *args: Any, **options: Any) -> None:
        if not 1 <= options["uses"] <= 10_000 or not 1 <= options["days"] <= 3650:
            raise CommandError("An invitation is for 1 to 10000 players and good for 1 to 3650 days.")
        ends_at = timezone.now() + timedelta(days=options["days"])
        about = options["about"][:60]
        invitation = Invitation.objects.create(about=about, uses=options["uses"], ends_at=ends_at)
        self.stdout.write(link(invitation))

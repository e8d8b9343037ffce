"""`manage.py create_api_token USERNAME`: a key to the API for a player, printed once."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.models import User
from accounts.tokens import TooManyTokens, make_token
from games.services.errors import Forbidden


class Command(BaseCommand):
    help = "Makes a token for the API in a player's name and prints it. It cannot be shown again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--name", default="manage.py", help="what the token is called in the player's settings")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.named(options["username"])
        if user is None or not user.is_active:
            raise CommandError(f"There is no active player called {options['username']!r}.")
        try:
            self.stdout.write(make_token(user, options["name"][:40], timezone.now()))
        except Forbidden as error:
            raise CommandError(f"{user} is a guest; only a player who signed up has tokens.") from error
        except TooManyTokens as error:
            raise CommandError(f"{user} has too many tokens; revoke one in the settings first.") from error

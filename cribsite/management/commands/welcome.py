"""`manage.py welcome`: a new site's first steps: its first admin, its name, a test mail."""

import os
from collections.abc import Callable
from getpass import getpass
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.db import OperationalError, ProgrammingError, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.names import tidy_name
from cribsite.site import stored_settings
from cribsite.staff_acts import note
from cribsite.trial_mail import send_test_mail

PASSWORD = "ADMIN_PASSWORD"


class Command(BaseCommand):
    help = (
        "Makes the first admin, names the site and sends a test mail. Asks for what no option says. "
        "It may be run again: an admin who is there stays, and the mail is tested once more."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--name", help="of the first admin")
        parser.add_argument("--email", help="the admin's address, to which the test mail goes")
        parser.add_argument("--site-name", help="what the site is called")
        parser.add_argument(
            "--no-input",
            action="store_true",
            help=f"ask for nothing; the password of the admin is taken from {PASSWORD} in the environment",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self.asks = not options["no_input"]
        try:
            self._welcome(options)
        except (OperationalError, ProgrammingError) as error:
            raise CommandError(f"The database is not ready ({error}). Run `make setup` first.") from error
        except (EOFError, KeyboardInterrupt) as error:
            self.stderr.write("")  # an end of the line of the question
            raise CommandError("Stopped. What was said to be done is done; run it again for the rest.") from error

    def _welcome(self, options: dict[str, Any]) -> None:
        admin = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
        if admin is not None:
            self.stdout.write(f"There is an admin already: {admin.username}. The account stays as it is.")
        else:
            admin = self._make_admin(options["name"], options["email"])
            self.stdout.write(f"{admin.username} is the first admin of the site, with a confirmed address.")
        site = self._name_site(options["site_name"], admin)
        went, said = send_test_mail(options["email"] or admin.email, site)
        self.stdout.write(said if went else self.style.ERROR(said))
        self.stdout.write(f"All else is set at {settings.SITE_URL}{reverse('admin:index')}; README says what there is.")

    def _make_admin(self, name: str | None, email: str | None) -> User:
        admin = User(is_staff=True, is_superuser=True)

        def take_name(answer: str) -> None:
            admin.username = tidy_name(answer)
            admin.full_clean(exclude=["password", "name_key", "email"])

        def take_address(answer: str) -> None:
            validate_email(answer)
            if EmailAddress.objects.filter(email__iexact=answer).exists():
                raise ValidationError("A player has this address already.")
            admin.email = answer

        self._take("Name of the first admin, as players see it", name, "--name", take_name)
        self._take("Email address", email, "--email", take_address)
        self._take_password(admin)
        with transaction.atomic():
            admin.save()
            EmailAddress.objects.create(user=admin, email=admin.email, primary=True, verified=True)
        return admin

    def _name_site(self, name: str | None, admin: User) -> str:
        site = stored_settings()
        before = site.name

        def take(answer: str) -> None:
            site.name = answer or before
            site.full_clean()

        if name is not None or self.asks:
            self._take(f"Name of the site [{before}]", name, "--site-name", take)
        if site.name != before:
            with transaction.atomic():
                site.save(update_fields=["name"])
                note(admin, "settings", site, timezone.now())
        return site.name

    def _take(self, question: str, given: str | None, option: str, take: Callable[[str], None]) -> None:
        """Have an answer taken, from an option or by asking until it is one; `take` raises ValidationError."""
        if given is None and not self.asks:
            raise CommandError(f"{question}: missing. Give it with {option}.")
        self._until_taken(lambda: take(input(f"{question}: ").strip() if given is None else given), given is None)

    def _take_password(self, admin: User) -> None:
        given = os.environ.get(PASSWORD, "")

        def take() -> None:
            password = given if given or not self.asks else getpass("Password: ")
            validate_password(password, admin)
            if self.asks and not given and getpass("Password, once more: ") != password:
                raise ValidationError("The two passwords differ.")
            admin.set_password(password)

        self._until_taken(take, self.asks and not given)

    def _until_taken(self, take: Callable[[], None], asks: bool) -> None:
        """Once more after a wrong answer, where somebody is asked; else it ends the command."""
        while True:
            try:
                take()
            except ValidationError as error:
                if not asks:
                    raise CommandError(" ".join(error.messages)) from error
                self.stderr.write(" ".join(error.messages))
            else:
                return

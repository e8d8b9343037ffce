"""`manage.py welcome`: a new site's first steps: its first admin, its name, a test mail."""

import os
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
        name = tidy_name(self._answer("Name of the first admin, as players see it", name, "--name"))
        email = self._answer("Email address", email, "--email")
        admin = User(username=name, email=email, is_staff=True, is_superuser=True)
        password = self._password()
        try:
            validate_email(email)
            admin.full_clean(exclude=["password", "name_key"])
            validate_password(password, admin)
            if EmailAddress.objects.filter(email__iexact=email).exists():
                raise ValidationError("A player has this address already.")
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        admin.set_password(password)
        with transaction.atomic():
            admin.save()
            EmailAddress.objects.create(user=admin, email=email, primary=True, verified=True)
        return admin

    def _name_site(self, name: str | None, admin: User) -> str:
        site = stored_settings()
        if name is None and self.asks:
            name = input(f"Name of the site [{site.name}]: ").strip()
        if name and name != site.name:
            site.name = name
            try:
                site.full_clean()
            except ValidationError as error:
                raise CommandError(" ".join(error.messages)) from error
            with transaction.atomic():
                site.save(update_fields=["name"])
                note(admin, "settings", site, timezone.now())
        return site.name

    def _answer(self, question: str, given: str | None, option: str) -> str:
        answer = given if given is not None else input(f"{question}: ").strip() if self.asks else ""
        if not answer:
            raise CommandError(f"{question}: missing. Give it with {option}.")
        return answer

    def _password(self) -> str:
        password = os.environ.get(PASSWORD, "")
        if password or not self.asks:
            return password
        password = getpass("Password: ")
        if getpass("Password, once more: ") != password:
            raise CommandError("The two passwords differ. Nothing was changed.")
        return password

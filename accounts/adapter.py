"""Where django-allauth asks the site: names at sign-up, who is meant at log-in, and what mail says on its outside."""

from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.views import SignupView
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from accounts.addresses import confirmed_by
from accounts.models import User
from accounts.names import check_not_reserved, name_is_taken, tidy_name
from accounts.tokens import revoke_all
from cribsite import invitations
from cribsite.models import SignUp
from cribsite.site import is_in_maintenance, site_settings

OF_ACCOUNTS = "allauth.account"  # as allauth names what concerns address and password
NOT_OPENED = _(
    "The email address and/or password you specified are not correct. "
    "An address opens an account once it is confirmed; your name always does."
)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = DefaultAccountAdapter.error_messages | {"email_password_mismatch": NOT_OPENED}

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether whoever asks may sign up: not during maintenance; by invitation only with a code that is good."""
        sign_up = site_settings().sign_up
        if is_in_maintenance():
            return False
        if sign_up == SignUp.INVITATION:
            return invitations.is_good(invitation_of(request), timezone.now())
        return sign_up == SignUp.OPEN

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """As allauth's, in the name of the site and with links to its own address."""
        links = {name: at_home(value) for name, value in context.items() if name.endswith("_url")}
        site = {"site_name": site_settings().name, "site_address": urlsplit(settings.SITE_URL).netloc}
        super().send_mail(template_prefix, email, {**site, **context, **links})

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """The link that confirms an address; if a player has it already, word to that player instead.

        On the page it looks the same: that somebody has the address is told to its owner alone.
        """
        address: EmailAddress = emailconfirmation.email_address
        owner = confirmed_by(address.email)
        if owner is None:
            super().send_confirmation_mail(request, emailconfirmation, signup)
            return
        with override(owner.language or get_language()):
            context = {"user": owner, "other": address.user.username}
            self.send_mail("account/email/address_is_taken", address.email, context)

    def set_password(self, user: User, password: str) -> None:
        """By a change or a reset. Every token goes: who takes an account back leaves no way in to whoever was there."""
        with transaction.atomic():
            super().set_password(user, password)
            revoke_all(user, timezone.now())

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """To confirmed addresses alone: whoever gave another's address sends its owner no news of that account."""
        if email is None:
            row = EmailAddress.objects.get_verified(user)
            email = row and row.email
        if email is not None:
            super().send_notification_mail(template_prefix, user, context, email)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirms it, unless another player did. What was given before and never confirmed gets no word of that."""
        if email_address.can_set_verified():
            unconfirmed = EmailAddress.objects.filter(user_id=email_address.user_id, verified=False)
            for address in unconfirmed.exclude(pk=email_address.pk):
                address.remove()
        try:
            with transaction.atomic():
                is_confirmed: bool = super().confirm_email(request, email_address)
        except IntegrityError:  # another player confirms it at this very moment
            email_address.refresh_from_db()
            is_confirmed = super().confirm_email(request, email_address)
        return is_confirmed

    def get_reauthentication_methods(self, user: AbstractBaseUser) -> list[dict[str, Any]]:
        """The second factor where there is one, its own device first; else the password; never codes by mail.

        A password alone would show recovery codes, or change the factor for another, to whoever stole it.
        """
        ways = {way["id"]: way for way in super().get_reauthentication_methods(user)}
        by_code, by_passkey = ways.get("mfa_reauthenticate"), ways.get("mfa_reauthenticate:webauthn")
        factors = [by_code, by_passkey] if has_app(user) else [by_passkey, by_code]
        return [way for way in factors if way] or [way for way in (ways.get("reauthenticate"),) if way]

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """Not for what concerns the account where its player has neither password nor factor to give."""
        if app == OF_ACCOUNTS and not self.get_reauthentication_methods(self.request.user):
            return False
        required: bool = super().is_reauthentication_required(app=app, **more)
        return required

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as stored; ValidationError if it is badly formed, reserved or, unless `shallow`, taken."""
        name: str = super().clean_username(tidy_name(username), shallow=True)
        check_not_reserved(name)
        if not shallow and User.objects.named(name):
            raise name_is_taken()
        return name

    def new_user(self, request: HttpRequest) -> User:
        """The guest who signs up, or a new player who keeps the language of the page, so that mail comes in it too."""
        guest = guest_of(request)
        if guest is None:
            return User(language=get_language() or "")
        player = User.objects.get(pk=guest.pk)  # another object: what is refused must not show on the page
        player.is_guest = False
        return player

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        """Stores the new player; a guest becomes one in the same row, so that all games stay.

        Between the form's look at the names and this moment another sign-up may have taken the name; then the
        database refuses it, and the answer is the form again with the error it would have given a moment later.
        An invitation is counted in the same transaction, so that its last use is one player's.
        """
        super().save_user(request, user, form, commit=False)
        try:
            # Only the writing is inside: hashing the password would hold SQLite's one lock for long.
            with transaction.atomic():
                if user.pk is not None:
                    require_guest(user.pk)
                require_invitation(request)
                user.save()
        except IntegrityError:
            form.add_error("username", name_is_taken())
            raise ImmediateHttpResponse(sign_up_page(request, form)) from None
        return user

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Takes a name in any case, with or without accents, and counts all its spellings as one against guessing."""
        player = User.objects.named(credentials.get("username", ""))
        if player:
            credentials["username"] = player.username
        authenticated: AbstractBaseUser | None = super().authenticate(request, **credentials)
        return authenticated

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """By what was typed alone: allauth adds the host, and each port in its head would allow five more guesses."""
        return str(credentials.get("email") or credentials.get("username", "")).lower()

    def format_email_subject(self, subject: str) -> str:
        """Unchanged: our subjects name the site themselves, in whole sentences that can be translated."""
        return subject

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("settings")


def at_home(url: str) -> str:
    """The same page at the site's one address: allauth names the host that whoever asked for the letter chose."""
    site = urlsplit(settings.SITE_URL)
    return urlsplit(url)._replace(scheme=site.scheme, netloc=site.netloc).geturl()


def has_app(user: AbstractBaseUser) -> bool:
    """Whether the player has an app of codes; else codes are those for recovery."""
    there_is: bool = Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.TOTP).exists()
    return there_is


def guest_of(request: HttpRequest) -> User | None:
    """The guest who stands at one of the doors (`accounts.doors`)."""
    guest: User | None = getattr(request, "guest", None)
    return guest


def require_guest(user_id: int) -> None:
    """Go on with the row of a guest locked, or leave for the lobby where another tab has signed the guest up."""
    if not User.objects.select_for_update(no_key=True).filter(pk=user_id, is_guest=True).exists():
        raise ImmediateHttpResponse(redirect("lobby"))


def invitation_of(request: HttpRequest) -> str:
    """The code in the address of the page; the form is sent to the same address."""
    return str(request.GET.get("invitation", ""))


def require_invitation(request: HttpRequest) -> None:
    """Count the invitation, or answer that sign-up is closed: others may just have used it up."""
    is_asked_for = site_settings().sign_up == SignUp.INVITATION
    if is_asked_for and not invitations.use(invitation_of(request), timezone.now()):
        raise ImmediateHttpResponse(sign_up_closed(request))


def sign_up_closed(request: HttpRequest) -> HttpResponse:
    """The page that says whom the site takes at present."""
    context = {
        "is_in_maintenance": is_in_maintenance(),
        "is_by_invitation": site_settings().sign_up == SignUp.INVITATION and not is_in_maintenance(),
        "code": invitation_of(request),
    }
    return render(request, "account/signup_closed.html", context)


def sign_up_page(request: HttpRequest, form: BaseForm) -> HttpResponse:
    view = SignupView()
    view.setup(request)
    page: HttpResponse = view.form_invalid(form)
    return page

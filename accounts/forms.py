"""The forms of sign-up, log-in and settings."""

from typing import Any

from allauth.account.forms import LoginForm, ReauthenticateForm, SignupForm
from django import forms
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import SIGNALS, ApiToken, TurnMail, User, languages

LONGEST_EMAIL = 254  # RFC 5321, section 4.5.3.1, less the angle brackets


class SignUpForm(SignupForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label = _("Name")
        name.help_text = _("This is what others see at the table. 2 to 20 letters, digits, hyphens or underscores.")
        self.fields["email"].help_text = _("Only for a lost password and for news of your games. Nobody sees it.")


class LogInForm(LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"] = forms.CharField(
            label=_("Name or email"),
            max_length=LONGEST_EMAIL,
            widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
        )
        self.order_fields(["login", "password"])


TABLE = ("theme", "card_back", "four_colours", "pace", "says_go_for_me", "asks_before_playing", "counts_by_cards")
MAIL = ("mail_turn", "digest_hours", "mail_short", "mail_over", "mail_challenge", "mail_vacation", "mail_report")


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]
    language = forms.ChoiceField(label=_("Language"), choices=languages)

    digest_hours = forms.MultipleChoiceField(
        label=capfirst(_("hours of the digest")),
        choices=[(str(hour), f"{hour}:00") for hour in range(24)],
        required=False,
    )

    class Meta:
        model = User
        fields = ("language", "time_zone", *TABLE, *SIGNALS, "private_games", *MAIL)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["digest_hours"] = self.instance.digest_hours.split(",")
        self.initial["language"] = self.instance.language or get_language()
        if self.instance.is_guest:
            for name in MAIL:
                del self.fields[name]

    def clean_digest_hours(self) -> str:
        """As the model keeps them."""
        hours = self.cleaned_data["digest_hours"]
        if not hours and self.cleaned_data.get("mail_turn") == TurnMail.DIGEST:
            raise forms.ValidationError(_("Choose at least one hour for the digest."))
        return ",".join(dict.fromkeys(hours))


class DeleteAccountForm(ReauthenticateForm):  # type: ignore[misc]
    """Asks for the password as allauth does, with its limit on guessing."""


class LeaveAsGuestForm(forms.Form):
    """Asks a guest, who has no password, for no more than the word."""


class TokenForm(forms.ModelForm):  # type: ignore[type-arg]
    """Names a new key to the API."""

    class Meta:
        model = ApiToken
        fields = ("name",)
        help_texts = {"name": _("For you, to tell your tokens apart: what is it for?")}

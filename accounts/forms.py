"""The forms of sign-up, log-in and settings."""

from typing import Any

from allauth.account.forms import LoginForm, ReauthenticateForm, ResetPasswordForm, SignupForm
from django import forms
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.addresses import to_reset
from accounts.models import SIGNALS, ApiToken, TurnMail, User, languages
from cribsite.site import site_settings

LONGEST_EMAIL = 254  # RFC 5321, section 4.5.3.1, less the angle brackets


class ForgetfulInput(forms.TextInput):
    """Is empty whenever it is drawn: so a person whose browser filled it in comes in at the second try."""

    def format_value(self, value: object) -> None:
        return None


class SignUpForm(SignupForm):  # type: ignore[misc]
    """allauth's, with the age and the terms, and a field for robots."""

    # Out of everybody's sight and reach: only a program that fills in whatever there is brings something here.
    homepage = forms.CharField(
        label=_("Leave this empty"),
        required=False,
        widget=ForgetfulInput(attrs={"autocomplete": "off", "tabindex": "-1"}),
    )
    agrees = forms.BooleanField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label = _("Name")
        name.help_text = _("This is what others see at the table. 2 to 20 letters, digits, hyphens or underscores.")
        self.fields["email"].help_text = _(
            "Only for a lost password and for news of your games. Other players never see it; the site's staff can."
        )
        self.fields["agrees"].label, self.fields["agrees"].help_text = what_is_agreed(), where_privacy_is()
        self.order_fields(["username", "email", "password1", "password2", "homepage", "agrees"])

    def clean(self) -> dict[str, Any]:
        """What a robot sends is refused in words, for a browser may have filled the field in by itself."""
        cleaned: dict[str, Any] = super().clean()
        if cleaned.get("homepage"):
            raise forms.ValidationError(_("This looked like a program. If you are a person, send the form once more."))
        return cleaned


def what_is_agreed() -> SafeString:
    """The sentence at the checkbox, with its link."""
    age = site_settings().minimum_age
    sentence = ngettext(
        "I am at least %(age)d year old and agree to the %(link)sterms%(end)s.",
        "I am at least %(age)d years old and agree to the %(link)sterms%(end)s.",
        age,
    )
    link = format_html('<a href="{}">', reverse("terms"))
    return mark_safe(escape(sentence) % {"age": age, "link": link, "end": "</a>"})


def where_privacy_is() -> SafeString:
    link = format_html('<a href="{}">', reverse("privacy"))
    sentence = _("What is kept about you, and how long, stands under %(link)sprivacy%(end)s.")
    return mark_safe(escape(sentence) % {"link": link, "end": "</a>"})


class LogInForm(LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"] = forms.CharField(
            label=_("Name or email"),
            max_length=LONGEST_EMAIL,
            widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
        )
        self.order_fields(["login", "password"])


class LostPasswordForm(ResetPasswordForm):  # type: ignore[misc]
    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"]
        player = to_reset(email)
        self.users = [player] if player else []
        return email


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

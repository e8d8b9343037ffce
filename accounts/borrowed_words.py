"""Words of Django and django-allauth that players read and that neither translates into Swahili.

Our catalogues win over theirs, but hold only what stands in our own source. So these are repeated here, exactly as they
stand there, to be collected with the rest. They are the labels and errors of the forms of accounts, `timesince` and
`naturaltime`.
"""

from django.utils.translation import gettext_noop, ngettext_lazy, npgettext_lazy, pgettext_lazy

ALLAUTH = (
    gettext_noop("Email"),
    gettext_noop("Password"),
    gettext_noop("Password (again)"),
    gettext_noop("Current Password"),
    gettext_noop("New Password"),
    gettext_noop("New Password (again)"),
    gettext_noop("Forgot your password?"),
    gettext_noop("The username and/or password you specified are not correct."),
    gettext_noop("This email address is already associated with this account."),
    gettext_noop("Please type your current password."),
    gettext_noop("Incorrect password."),
    gettext_noop("You must type the same password each time."),
    gettext_noop("Too many failed login attempts. Try again later."),
    gettext_noop("Incorrect code."),
    gettext_noop("Code"),
    gettext_noop("Authenticator code"),
    gettext_noop("Use your password"),
    gettext_noop("Use authenticator app or code"),
    gettext_noop("Use a security key"),
    gettext_noop("You cannot activate two-factor authentication until you have verified your email address."),
    gettext_noop("You cannot add an email address to an account protected by two-factor authentication."),
    gettext_noop("You cannot deactivate two-factor authentication."),
    gettext_noop("You cannot generate recovery codes without having two-factor authentication enabled."),
)

DJANGO = (
    gettext_noop("Enter a valid email address."),
    gettext_noop("Null characters are not allowed."),
    gettext_noop("Your password can’t be too similar to your other personal information."),
    gettext_noop("Your password can’t be a commonly used password."),
    gettext_noop("Your password can’t be entirely numeric."),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy("%(num)d year", "%(num)d years", "num"),
    ngettext_lazy("%(num)d month", "%(num)d months", "num"),
    ngettext_lazy("%(num)d week", "%(num)d weeks", "num"),
    ngettext_lazy("%(num)d day", "%(num)d days", "num"),
    ngettext_lazy("%(num)d hour", "%(num)d hours", "num"),
    ngettext_lazy("%(num)d minute", "%(num)d minutes", "num"),
    pgettext_lazy("naturaltime-past", "%(delta)s ago"),
    npgettext_lazy("naturaltime-past", "%(num)d year", "%(num)d years", "num"),
    npgettext_lazy("naturaltime-past", "%(num)d month", "%(num)d months", "num"),
    npgettext_lazy("naturaltime-past", "%(num)d week", "%(num)d weeks", "num"),
    npgettext_lazy("naturaltime-past", "%(num)d day", "%(num)d days", "num"),
    npgettext_lazy("naturaltime-past", "%(num)d hour", "%(num)d hours", "num"),
    npgettext_lazy("naturaltime-past", "%(num)d minute", "%(num)d minutes", "num"),
)

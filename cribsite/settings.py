"""All settings, read from the environment; README lists them for hosts."""

from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = BASE_DIR / "var"
env = environ.Env()


def secret(name: str, file: str) -> str:
    """The secret from the environment, else from the file that `make run` keeps in var/."""
    kept = VAR / file
    value: str = env.str(name, default=kept.read_text().strip() if kept.exists() else "")
    if not value:
        raise ImproperlyConfigured(f"Set {name} in the environment, or run `make keys` to have one made in var/.")
    return value


DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = secret("SECRET_KEY", "secret_key")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEYS", default=[])  # older ones: what they signed or encrypted stays good
DEAL_KEY = secret("DEAL_KEY", "deal_key")
DEAL_KEYS = env.list("DEAL_KEYS", default=[])  # older ones, for matches that began under them

# The one address of the site decides hosts, secure cookies and links in mail.
SITE_URL = env.str("SITE_URL", default=f"http://127.0.0.1:{env.str('PORT', default='8000')}")
_site = urlsplit(SITE_URL)
HTTPS = _site.scheme == "https"
ALLOWED_HOSTS = [_site.hostname or "127.0.0.1", *env.list("ALLOWED_HOSTS", default=[])]
if ALLOWED_HOSTS[0] == "127.0.0.1":
    ALLOWED_HOSTS.append("localhost")
# Pages of these alone may post forms and open sockets; a host goes with the scheme and the port of the site.
CSRF_TRUSTED_ORIGINS = [
    _site._replace(netloc=_site.netloc.replace(_site.hostname or "", host)).geturl() for host in ALLOWED_HOSTS
]
CSRF_FAILURE_VIEW = "accounts.views.page_had_grown_old"
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
# Strict would show whoever follows a link from elsewhere a page for strangers.
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
if HTTPS:
    # Browsers take such names from this very host over TLS alone, so no neighbour under the same domain sets one.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-session", "__Host-csrf"
SESSION_ENGINE = "cribsite.sessions"
# Nobody sends files, and nothing that is sent is long: the pages that a host writes are the longest.
DATA_UPLOAD_MAX_NUMBER_FILES = 0
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF, f"{'wss' if HTTPS else 'ws'}://{_site.netloc}"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}

INSTALLED_APPS = [
    "daphne",  # leads, so that its runserver is the one used
    "cribsite.apps.HouseAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "accounts",
    "accounts.conduct",
    "games",
    "cribsite",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "cribsite.storage.StaticFilesSent",
    "cribsite.compression.WholeAnswersCompressed",
    "csp.middleware.CSPMiddleware",
    "cribsite.headers.powers_declined",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "games.api.errors.errors_as_json",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.preferred_language",
    "accounts.middleware.preferred_time_zone",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.second_factor.SecondFactor",
    "accounts.middleware.SessionsSeen",
    "accounts.conduct.doors.ShutOut",
]

ROOT_URLCONF = "cribsite.urls"
ASGI_APPLICATION = "cribsite.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.context.waiting",
                "cribsite.context.site",
            ],
        },
    },
]

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR / 'cribsite.sqlite3'}")}
DATABASES["default"]["CONN_MAX_AGE"] = 0
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # Without these SQLite loses writes as "database is locked" (cribsite.checks tells).
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
if REDIS_URL:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.core.RedisChannelLayer",
            "CONFIG": {
                # redis-py 8 would end an idle socket after 5 s, and with it every player's updates.
                "hosts": [{"address": REDIS_URL, "socket_timeout": None}],
                "capacity": 1500,
            },
        },
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.db.DatabaseCache",
            "LOCATION": "cache",
            "OPTIONS": {"MAX_ENTRIES": 10_000},  # of 300 some would be dropped while their players are at a table
        }
    }
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 1500}}}

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "accounts.addresses.NameOrAddress",
]
# The first makes new ones; who logs in with one of an older kind has it made anew.
PASSWORD_HASHERS = [f"django.contrib.auth.hashers.{name}" for name in ("Argon2PasswordHasher", "PBKDF2PasswordHasher")]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_REDIRECT_URL = ACCOUNT_LOGOUT_REDIRECT_URL = "lobby"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LogInForm",
    "signup": "accounts.forms.SignUpForm",
    "reset_password": "accounts.forms.LostPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"  # play is possible before the mail is confirmed
ACCOUNT_PREVENT_ENUMERATION = "strict"  # who has an address is told to nobody but its owner
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "django.contrib.auth.tokens.PasswordResetTokenGenerator"  # asks no database
ACCOUNT_CHANGE_EMAIL = True  # one address a player; a new one replaces it once confirmed
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # whoever finds a browser open takes no account over by a new address
ACCOUNT_EMAIL_NOTIFICATIONS = True  # a letter at each change that a thief of an account would make first
# How often, by address (ip), by account (user) or by what was typed (key), counted in the cache that all processes
# share: by `accounts.throttle` what is ours, by allauth the rest. An address may be a school, so its limits are wide.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",  # a class that logs in together
    "login_failed": "10/m/ip,5/5m/key",  # guessing one account's password, or one password at many accounts
    "signup": "20/m/ip,100/d/ip",  # a class at once; a script no more than that
    "guest": "30/m/ip,200/d/ip",  # one click makes one
    "reset_password": "20/m/ip,5/m/key",  # each sends a letter to somebody
    "reset_password_from_key": "20/m/ip",  # guessing a link
    "reauthenticate": "10/m/user",  # guessing a password at a browser that was left open
    "change_password": "5/m/user",
    "manage_email": "10/m/user",  # each sends a letter
    "confirm_email": "1/3m/key",  # letters to one address
    "table": "30/m/user,300/h/user",  # opened by form or API; a program plays fast games
    "challenge": "10/m/user,60/h/user",  # each tells somebody, as a rule by a letter
    "report": "20/10m/ip,60/d/ip,5/10m/user,20/d/user",  # each takes a moderator's time; guests cost nothing
    "wrong_token": "30/m/ip",  # calls of the API that no token opens
    "search": "60/m/ip",  # lists chosen by a form: the dearest pages there are
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_FORMS = {
    "add_webauthn": "accounts.passkeys.AddPasskeyForm",
    "edit_webauthn": "accounts.passkeys.EditPasskeyForm",
    "login_webauthn": "accounts.passkeys.LogInByPasskeyForm",
    "authenticate_webauthn": "accounts.passkeys.PasskeyForm",
    "reauthenticate_webauthn": "accounts.passkeys.PasskeyAgainForm",
}
MFA_ADAPTER = "accounts.second_factor.SecondFactorAdapter"
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # then browsers offer passkeys at http://localhost alone
MFA_RATE_LIMITS = {"webauthn_login": "30/m/ip"}  # no secret can be guessed there; a class that logs in together
USERSESSIONS_TRACK_ACTIVITY = True
# How many proxies of the host's own stand before the site: limits per address need the visitor's, not theirs.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)

API_CALLS_A_SECOND = env.float("API_CALLS_A_SECOND", default=10.0)  # of one token, in the long run

EMAIL_TIMEOUT = 10  # seconds: whoever sends waits no longer for a mail server that is silent
vars().update(env.email("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("EMAIL_FROM", default=f"cribsite@{_site.hostname}")

USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("es", _("Spanish")), ("sw", _("Swahili"))]
FORMAT_MODULE_PATH = ["cribsite.formats"]  # for languages whose dates Django does not know
LOCALE_PATHS = [BASE_DIR / "cribsite" / "locale"]

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "cribsite.storage.StaticFiles"},
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site needs them

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {"django.channels.server": {"level": "WARNING"}},
}

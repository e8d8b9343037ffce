"""Whether mail leaves the site: one letter, and in plain words what became of it."""

import smtplib
import socket
import ssl

from django.conf import settings
from django.core.mail import EmailMessage

PRINTED = "django.core.mail.backends.console.EmailBackend"
REAL = "django.core.mail.backends.smtp.EmailBackend"

# The first that fits counts: some are kinds of others.
REASONS: tuple[tuple[type[Exception], str], ...] = (
    (smtplib.SMTPAuthenticationError, "it does not accept the user name and password in EMAIL_URL"),
    (smtplib.SMTPSenderRefused, "it does not take mail from EMAIL_FROM, {sender}"),
    (smtplib.SMTPRecipientsRefused, "it does not take mail for this address"),
    (smtplib.SMTPNotSupportedError, "it does not offer what EMAIL_URL asks of it (TLS, or a password)"),
    (smtplib.SMTPServerDisconnected, "it hung up; smtp+tls:// in EMAIL_URL is for port 587, smtp+ssl:// for 465"),
    (ssl.SSLError, "the encryption failed; smtp+tls:// in EMAIL_URL is for port 587, smtp+ssl:// for 465"),
    (socket.gaierror, "there is no machine of this name; look at the host in EMAIL_URL"),
    (ConnectionRefusedError, "nothing listens there; look at the host and the port in EMAIL_URL"),
    (TimeoutError, "it did not answer within {seconds} seconds; a firewall may be in between, or the port is another"),
)


def send_test_mail(address: str, site: str) -> tuple[bool, str]:
    """Send one; whether it went on its way, and a sentence about it. Nothing is raised."""
    letter = EmailMessage(
        f"Mail from {site} arrives",
        f"This is the test mail of {site} at {settings.SITE_URL}. All is well.",
        to=[address],
    )
    try:
        letter.send()
    except Exception as error:
        return False, f"The test mail was not sent: {_server()} was asked, but {_reason(error)}. ({error})"
    if settings.EMAIL_BACKEND == PRINTED:
        return True, "The test mail was printed, as all mail is until EMAIL_URL names a mail server. See README."
    if settings.EMAIL_BACKEND == REAL:
        return True, f"{_server()} took the test mail. See whether it arrives at {address}, and not among the junk."
    return True, f"The test mail was handed to {settings.EMAIL_BACKEND}."


def _server() -> str:
    return f"the mail server {settings.EMAIL_HOST}:{settings.EMAIL_PORT}"


def _reason(error: Exception) -> str:
    words = next((words for kind, words in REASONS if isinstance(error, kind)), "it failed in an unknown way")
    return words.format(sender=settings.DEFAULT_FROM_EMAIL, seconds=settings.EMAIL_TIMEOUT)

"""Secrets of second factors as the database keeps them: encrypted under a key made from SECRET_KEY."""

import base64
import logging
from secrets import token_bytes

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

logger = logging.getLogger(__name__)

PURPOSE = "cribsite.second_factor"


def encrypt(text: str) -> str:
    return _keys().encrypt(text.encode()).decode()


def decrypt(encrypted: str) -> str:
    """The secret; where no key of the site opens it, one that nobody has, so that no code fits it."""
    try:
        return _keys().decrypt(encrypted).decode()
    except InvalidToken:
        logger.warning("a second factor was stored under a SECRET_KEY that is neither this nor among the older ones")
        return base64.b32encode(token_bytes(20)).decode()


def _keys() -> MultiFernet:
    """The present key first, which encrypts; the older ones open what was stored under them."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = (salted_hmac(PURPOSE, "", secret, algorithm="sha256").digest() for secret in secrets)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])

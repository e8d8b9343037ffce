"""Sessions in the database, asked for by keys that can be session keys only."""

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions


class SessionStore(DatabaseSessions):
    """PostgreSQL takes no NUL in a text, so a cookie with one must not reach it."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key) and str(key).isascii() and str(key).isalnum() and super()._validate_session_key(key)  # type: ignore[misc]

"""Manners in the admin, where moderators work."""

from accounts.conduct.admin import reports  # noqa: F401

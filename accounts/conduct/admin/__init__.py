"""Manners in the admin, where moderators work."""

from accounts.conduct.admin import clues, reports, sanctions

__all__ = ["clues", "reports", "sanctions"]

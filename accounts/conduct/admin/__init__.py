"""Manners in the admin."""

from accounts.conduct.admin import clues, sanctions

__all__ = ["clues", "sanctions"]

"""The host's pages in the admin."""

from cribsite import admin_pages

__all__ = ["admin_pages"]

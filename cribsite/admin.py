"""What of the site itself stands in the admin."""

from cribsite import admin_pages, host_pages

__all__ = ["admin_pages", "host_pages"]

"""The host's pages in the admin."""

from cribsite import host_pages

__all__ = ["host_pages"]

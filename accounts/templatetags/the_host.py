"""What the host wishes, where a page needs it."""

from django import template

from cribsite.site import site_settings

register = template.Library()


@register.simple_tag
def minimum_age() -> int:
    """In years."""
    return site_settings().minimum_age

"""Form fields as our pages show them."""

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def widget(field: BoundField) -> SafeString:
    """The field's input alone, without the placeholder that allauth makes of every label."""
    return field.as_widget(attrs={"placeholder": False})

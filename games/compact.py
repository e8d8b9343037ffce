"""Templates for the sockets."""

import re
from typing import Any

from django.template.loader import render_to_string


def render_compact(template: str, context: dict[str, Any]) -> str:
    """The template without its indentation, which would cost a phone's metered bytes."""
    return re.sub(r"\s*\n\s*", "\n", render_to_string(template, context)).strip()

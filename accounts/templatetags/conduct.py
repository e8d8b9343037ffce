"""What templates ask about a player's sanctions."""

from django import template
from django.utils import timezone

from accounts.conduct.words import Told, of_player
from accounts.models import User

register = template.Library()


@register.simple_tag
def sanctions_to_read(user: User) -> list[Told]:
    """Those with news that the player has not read, newest first."""
    return of_player(user.pk, timezone.now(), unread=True)

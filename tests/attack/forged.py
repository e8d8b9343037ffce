"""Words that mean harm, in every column of the database that holds what somebody wrote."""

from collections.abc import Iterator
from html.parser import HTMLParser

from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.utils import timezone

from accounts.models import User
from cribsite import site
from cribsite.models import HostText, Invitation, StaffAct
from games.engine.moves import Cut
from games.models import Match, Remark
from games.services import endings
from tests.attack.world import World
from tests.games.players import send, started

MARKUP = "'\"><script>alert(1)</script><img src=x onerror=alert(1)>{{ 7|add:7 }}\u202e\x07"
HEAD = "a\r\nBcc: all@example.org\r\n\r\n<script>alert(1)</script>"
TAIL = 6  # signs kept for a number, where no two may be alike

WRITTEN = {
    "accounts.User": ("username", "email"),
    "accounts.ApiToken": ("name",),
    "account.EmailAddress": ("email",),
    "usersessions.UserSession": ("user_agent",),
    "conduct.Report": ("words",),
    "conduct.Sanction": ("reason",),
    "conduct.Appeal": ("words", "answer"),
    "games.Match": ("trouble",),
    "games.Mail": ("trouble",),
    "games.Remark": ("text",),
    "cribsite.SiteSettings": ("name",),
    "cribsite.AnnouncementText": ("text",),
    "cribsite.StaffAct": ("name", "about", "why"),
    "cribsite.HostText": ("text",),
    "cribsite.Invitation": ("about",),
    "admin.LogEntry": ("object_repr",),
}
# All other columns of text hold what the site makes by itself, or takes from a list.
MADE = {
    "accounts.User": ("password", "name_key", "digest_hours"),
    "accounts.ApiToken": ("secret_hash",),
    "account.EmailConfirmation": ("key",),
    "admin.LogEntry": ("object_id", "change_message"),
    "auth.Group": ("name",),
    "auth.Permission": ("name", "codename"),
    "conduct.Trace": ("mark",),
    "contenttypes.ContentType": ("app_label", "model"),
    "cribsite.Invitation": ("code",),
    "cribsite.StaffAct": ("what",),
    "games.LevelTotals": ("level",),
    "games.Mail": ("decision",),
    "games.Match": (*("id", "invite", "reason", "deal_salt", "deal_key_id", "commitment", "server_seed"),),
    "games.MoveRecord": ("kind", "decision"),
    "games.Plan": ("dropped",),
    "games.Seat": ("computer", "decision"),
    "games.SeatStatistics": ("reason",),
    "sessions.Session": ("session_key", "session_data"),
    "usersessions.UserSession": ("session_key",),
}


def columns_of_text() -> Iterator[tuple[str, str]]:
    """All that take free text, from Django's own list of models."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, models.CharField | models.TextField) and not field.choices:
                yield model._meta.label, field.name


def forge(world: World, words: str) -> Match:
    """Puts the words wherever somebody may write; a match of Ana's that is over, whose seeds they are, too."""
    now = timezone.now()
    player = User.objects.get(username="player")
    over = started(world.ana, player)
    for one in (world.ana, player):
        send(over, one, Cut("".join(filter(str.isprintable, words))[:60]))  # the rules take no others
    endings.resign(over.pk, world.ana, now)
    EmailAddress.objects.create(user=world.ana, email="ana@example.org", primary=True, verified=True)
    for match in (world.match, world.muted, over):
        Remark.objects.create(match=match, user=world.ana, text="x", at=now)
    for page in HostText.Page.values:
        HostText.objects.create(page=page, language="en", text="x", changed_at=now)
    Invitation.objects.create(ends_at=now)
    StaffAct.objects.create(by=world.ana, name="x", what="settings", about="x", at=now)
    about = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(user=world.ana, content_type=about, object_id=world.ana.pk, action_flag=CHANGE)
    for label, names in WRITTEN.items():
        _fill(apps.get_model(label), names, words)
    site.forget()
    return over


def _fill(model: type[models.Model], names: tuple[str, ...], words: str) -> None:
    """Only Ana's row of players: the roles are found by their names."""
    for row in model._base_manager.filter(**({"username": "Ana"} if model is User else {})):
        room = {name: model._meta.get_field(name).max_length or 500 for name in names}  # type: ignore[union-attr]
        filled = {name: f"{words[: length - TAIL]}{row.pk}" for name, length in room.items()}
        model._base_manager.filter(pk=row.pk).update(**filled)


class _Harm(HTMLParser):
    """Tags and attributes that only the words could have brought."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        names = {name for name, _value in attributes}
        if (tag == "script" and "src" not in names and ("type", "application/json") not in attributes) or any(
            name.startswith("on") for name in names
        ):
            self.found.append(f"<{tag} {' '.join(names)}>")


def harm_in(html: str) -> list[str]:
    reader = _Harm()
    reader.feed(html)
    return reader.found

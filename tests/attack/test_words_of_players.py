"""What players write comes out as they wrote it: in pages never as markup, in letters never as a head of its own."""

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, User
from games.models import Mail, Remark
from games.postman import deliver
from games.services import letters
from tests.attack.places import API, places
from tests.attack.world import World

MARKUP = "\"><script>alert(1)<img src=x onerror=alert(1)>'"
HEAD = "ana\r\nBcc: all@example.org"
ASKED = {"opponent": MARKUP, "next": MARKUP, "q": MARKUP, "cursor": MARKUP, "language": MARKUP, "kind": MARKUP}


@pytest.mark.long
def test_no_page_shows_markup_of_a_player(world: World) -> None:
    User.objects.filter(pk=world.ana.pk).update(username=MARKUP)  # no sign-up takes it; pages do not rely on that
    ApiToken.objects.update(name=MARKUP)
    Remark.objects.create(match=world.match, user=world.ana, text=MARKUP, at=timezone.now())
    found, seen = [], 0
    for pattern, methods in places().items():
        if "GET" in methods and not pattern.startswith(API):
            for role, asked in (("nobody", ASKED), ("player", {}), ("player", ASKED), ("admin", {})):
                answer = world.ask(role, "GET", pattern, data=asked)
                if not answer.streaming and "html" in answer.headers.get("Content-Type", ""):
                    page = answer.content.decode()
                    found += [pattern] if "<script>alert" in page or "<img src=x" in page else []
                    seen += "&lt;script&gt;alert" in page
    assert found == []
    assert seen > 0, "the words are nowhere to be seen, so nothing was tried"


def test_no_letter_has_a_head_that_a_player_wrote(world: World) -> None:
    User.objects.filter(pk=world.ana.pk).update(username=HEAD)
    player = User.objects.get(username="player")
    now = timezone.now()
    letters.write(player, Mail.Kind.CHALLENGE, now, world.match)
    deliver(now)
    for address in ("Ana@example.org", HEAD, f"Ana@example.org\r\nBcc: {HEAD}"):
        Client(headers={"user-agent": HEAD}).post("/accounts/password/reset/", {"email": address})
    assert mail.outbox
    for letter in mail.outbox:
        assert "all@example.org" not in letter.recipients()
        assert letter.message()["Bcc"] is None

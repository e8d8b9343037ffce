"""What players and hosts write comes out as they wrote it: in pages never as markup, in letters never as a head."""

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.http.response import HttpResponseBase
from django.test import Client
from django.utils import timezone

from accounts.models import User
from cribsite import site
from cribsite.models import SiteSettings
from cribsite.site import stored_settings
from games.models import Mail
from games.postman import deliver
from games.services import letters
from tests.attack.forged import HEAD, MADE, MARKUP, WRITTEN, columns_of_text, forge, harm_in
from tests.attack.places import places
from tests.attack.world import World

ASKED = {"opponent": MARKUP, "next": MARKUP, "q": MARKUP, "cursor": MARKUP, "language": MARKUP, "kind": MARKUP}
READERS = (("nobody", ASKED), ("player", {}), ("player", ASKED), ("muted", {}), ("moderator", {}), ("admin", {}))


def test_every_column_of_text_is_written_by_somebody_or_made_by_the_site() -> None:
    named = [(label, name) for columns in (WRITTEN, MADE) for label, names in columns.items() for name in names]
    assert sorted(named) == sorted(columns_of_text())


def body_of(answer: HttpResponseBase) -> str:
    return "" if answer.streaming else answer.content.decode()  # type: ignore[attr-defined]


def faults_of(answer: HttpResponseBase) -> list[str]:
    """What a browser would take for markup; and words as they are, outside of pages, unless the type says so."""
    kind, body = answer.headers.get("Content-Type", ""), body_of(answer)
    if "html" in kind:
        evaluated = ["words taken for a template"] if "14\u202e" in body else []
        return harm_in(body) + evaluated + (["a page that was not read"] if answer.streaming else [])
    is_plain = kind.startswith(("application/json", "application/manifest+json", "text/plain", "text/x-python"))
    return [] if is_plain or "<script>alert" not in body else [f"markup as {kind}"]


@pytest.mark.long
def test_no_page_shows_markup_that_somebody_wrote(world: World) -> None:
    over = forge(world, MARKUP)
    found, seen = [], set()
    for pattern, methods in places().items():
        if "GET" not in methods:
            continue
        for match in (world.match, over) if "match_id" in pattern else (world.match,):
            world.samples["match_id"] = match.pk
            for role, asked in READERS:
                answer = world.ask(role, "GET", pattern, data=asked)
                found += [f"{role} {pattern}: {fault}" for fault in faults_of(answer)]
                seen |= {role} if "&lt;script&gt;alert" in body_of(answer) else set()
    assert found == []
    assert seen == {role for role, _asked in READERS}, "who saw none of the words tried nothing"


@pytest.mark.long
def test_no_letter_has_a_head_or_a_tag_that_somebody_wrote(world: World) -> None:
    forge(world, HEAD)
    User.objects.filter(pk=world.ana.pk).update(email="ana@example.org")
    now = timezone.now()
    for kind in Mail.Kind:
        letters.write(world.ana, kind, now, None if kind == Mail.Kind.DIGEST else world.match)
        letters.write(User.objects.get(username="player"), kind, now, world.match)
    deliver(now)
    for address in ("ana@example.org", HEAD, f"ana@example.org\r\nBcc: {HEAD}"):
        Client(headers={"user-agent": HEAD}).post("/accounts/password/reset/", {"email": address})
    assert mail.outbox
    for letter in mail.outbox:
        message = letter.message()
        assert "all@example.org" not in letter.recipients()
        assert message["Bcc"] is None
        assert "\n" not in letter.subject
        for html, _kind in letter.alternatives if isinstance(letter, EmailMultiAlternatives) else ():
            assert harm_in(html) == []


def test_the_name_of_the_site_and_of_a_player_bring_no_head_into_a_letter(db: None) -> None:
    ana = User.objects.create_user("Ana", "ana@example.org")
    stored_settings()
    SiteSettings.objects.update(name=HEAD[:40])
    User.objects.filter(pk=ana.pk).update(username=HEAD[:20])
    site.forget()
    Client().post("/accounts/password/reset/", {"email": "ana@example.org"})
    (letter,) = mail.outbox
    assert letter.message()["Bcc"] is None
    assert letter.recipients() == ["ana@example.org"]
    assert "Bcc: all" in letter.body, "the words are there, as words"

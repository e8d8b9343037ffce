"""Terms, privacy and the minimum age: the site's words, or the host's."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from cribsite.models import HostText, Invitation, StaffAct
from cribsite.plain_text import as_html
from cribsite.site import stored_settings

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 14, 9, 0, tzinfo=UTC)
ADD = "admin:cribsite_hosttext_add"


@pytest.fixture
def host(client: Client) -> Client:
    client.force_login(
        User.objects.create_superuser("root-of-all", "root@example.org"), "django.contrib.auth.backends.ModelBackend"
    )
    return client


def write(page: str, language: str, text: str) -> None:
    HostText.objects.create(page=page, language=language, text=text, changed_at=NOW)


def read(page: str, language: str = "en") -> str:
    return Client().get(f"/{page}/", headers={"accept-language": language}).content.decode()


def test_without_a_text_of_the_host_the_terms_are_the_sites_own_and_name_the_host() -> None:
    settings = stored_settings()
    settings.name, settings.minimum_age = "The <Pegs>", 16
    settings.save()
    page = read("terms")
    assert "The &lt;Pegs&gt; is free" in page
    assert "at least 16 years old" in page
    assert "at least 16 years old" in read("age")


@pytest.mark.parametrize("page", ["terms", "age"])
def test_the_hosts_text_stands_in_the_place_of_the_sites(page: str) -> None:
    write(page, "en", "## Our rules\n\nBe nice.")
    html = read(page)
    assert "<h2>Our rules</h2>\n<p>Be nice.</p>" in html
    assert "at least" not in html


def test_what_the_host_says_of_privacy_stands_before_what_the_site_keeps() -> None:
    write("privacy", "en", "The machine stands in Moshi.")
    html = read("privacy")
    assert 0 < html.index("stands in Moshi") < html.index("Your account")


def test_a_reader_gets_the_hosts_text_of_the_own_language_else_another_that_says_so() -> None:
    write("terms", "sw", "Karibu")
    assert "Karibu" in read("terms", "sw")
    assert 'lang="sw"' not in read("terms", "sw").split("<main")[1].split("</main")[0]
    english = read("terms", "en")
    assert '<div lang="sw"><p>Karibu</p></div>' in english
    assert "in another language only: Swahili" in english
    write("terms", "en", "Welcome")
    assert "Karibu" not in read("terms", "en")


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("One\nline\n\nanother", "<p>One line</p>\n<p>another</p>"),
        ("## A\n### B\nc\n- d\n- e\nf", "<h2>A</h2>\n<h3>B</h3>\n<p>c</p>\n<ul><li>d</li><li>e</li></ul>\n<p>f</p>"),
        ("\r\n\r\n- a\r\n\r\n- b", "<ul><li>a</li></ul>\n<ul><li>b</li></ul>"),
        ("<b>x</b> & {y}", "<p>&lt;b&gt;x&lt;/b&gt; &amp; {y}</p>"),
        ("## <i>", "<h2>&lt;i&gt;</h2>"),
        ("# A", "<h2>A</h2>"),
        ("http://x.example/", '<p><a href="http://x.example/" rel="nofollow">http://x.example/</a></p>'),
        ("javascript:alert(1)", "<p>javascript:alert(1)</p>"),
        ("me@x.example", '<p><a href="mailto:me@x.example">me@x.example</a></p>'),
        ("", ""),
    ],
)
def test_a_text_is_paragraphs_headings_lists_and_links_and_never_html(text: str, html: str) -> None:
    assert as_html(text) == html


@pytest.mark.parametrize(
    "text", ['https://x.example/"><script>alert(1)</script>', "<script src=https://x.example>", "\x00"]
)
def test_no_text_becomes_a_script(text: str) -> None:
    assert "<script" not in as_html(text)


def test_an_admin_writes_a_page_and_the_log_tells_of_it(host: Client) -> None:
    host.post(reverse(ADD), {"page": "terms", "language": "en", "text": "Be nice."})
    assert "<p>Be nice.</p>" in read("terms")
    text = HostText.objects.get()
    change = reverse("admin:cribsite_hosttext_change", args=[text.pk])
    host.post(change, {"page": "terms", "language": "en", "text": "Be nicer."})
    host.post(reverse("admin:cribsite_hosttext_delete", args=[text.pk]), {"post": "yes"})
    told = list(StaffAct.objects.order_by("pk").values_list("name", "what", "about"))
    assert told == [
        ("root-of-all", "page", "terms, en"),
        ("root-of-all", "page", "terms, en"),
        ("root-of-all", "delete", "terms, en"),
    ]


def test_a_preview_shows_what_players_would_see_and_stores_nothing(host: Client) -> None:
    form = host.get(reverse(ADD)).content.decode()
    assert f'formaction="{reverse("admin:host_text_preview")}"' in form
    form = {"page": "age", "language": "en", "text": "## <b>Old</b> enough"}
    page = host.post(reverse("admin:host_text_preview"), form).content.decode()
    assert "<h2>&lt;b&gt;Old&lt;/b&gt; enough</h2>" in page
    assert "nothing is saved yet" in page
    assert not HostText.objects.exists()
    assert host.post(reverse("admin:host_text_preview"), {"page": "no such page"}).status_code == 200


def test_staff_without_leave_neither_write_nor_preview(client: Client) -> None:
    moderator = User.objects.create_user("mod-erna", "mod@example.org", is_staff=True)
    moderator.user_permissions.add(Permission.objects.get(codename="view_user"))
    client.force_login(moderator, "django.contrib.auth.backends.ModelBackend")
    form = {"page": "terms", "language": "en", "text": "Mine now."}
    assert client.post(reverse(ADD), form).status_code == 403
    assert client.post(reverse("admin:host_text_preview"), form).status_code == 403
    assert client.get(reverse("admin:cribsite_invitation_add")).status_code == 403
    assert not HostText.objects.exists()


def test_an_admin_makes_an_invitation_sees_its_link_and_the_log_tells_of_it(host: Client) -> None:
    form = {"about": "a school", "uses": "30", "ends_at_0": "2030-01-01", "ends_at_1": "00:00:00"}
    host.post(reverse("admin:cribsite_invitation_add"), form)
    made = Invitation.objects.get()
    assert (
        f"/accounts/signup/?invitation={made.code}"
        in host.get(reverse("admin:cribsite_invitation_changelist")).content.decode()
    )
    assert StaffAct.objects.values_list("what", "about").get() == (
        "invitation",
        f"invitation {Invitation.objects.get().pk}",
    )


def test_changing_an_invitation_does_not_lose_whom_it_let_in_meanwhile(
    host: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Invitation.objects.create(about="a school", uses=2, ends_at=NOW)
    form = {"about": "a school", "uses": "30", "ends_at_0": "2030-01-01", "ends_at_1": "00:00:00"}
    saves = Invitation.save

    def overtaken(invitation: Invitation, *args: object, **kwargs: object) -> None:
        Invitation.objects.filter(pk=made.pk).update(used=1)
        saves(invitation, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(Invitation, "save", overtaken)
    host.post(reverse("admin:cribsite_invitation_change", args=[made.pk]), form)
    made.refresh_from_db()
    assert (made.used, made.uses) == (1, 30)

"""A moderator and an admin may do what their roles say, and nothing else of the whole admin."""

from collections.abc import Iterator

import pytest
from django.contrib import admin as django_admin
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from cribsite.models import Announcement, HostText, Invitation, SiteSettings, StaffAct
from cribsite.roles import ADMIN, MODERATOR
from games.engine.state import Phase
from games.models import Match
from tests.games.players import browser_of, new_player, play_to, started

# What each may open of the pages of every model, by the model's label.
READ = {"changelist", "history", "change"}
ALL = READ | {"add", "delete"}
MODERATORS = {"accounts.user": READ, "games.match": READ, "games.moverecord": READ}
ADMINS = {
    **MODERATORS,
    "accounts.user": READ | {"delete"},
    "games.mail": READ,
    "games.vacation": READ,
    "cribsite.sitesettings": READ,
    "cribsite.announcement": ALL,
    "cribsite.hosttext": ALL,
    "cribsite.invitation": ALL,
    "cribsite.staffact": READ,
}
OF_OTHERS = {"conduct"}  # pages that have tests of their own


@pytest.fixture
def match(ana: User, ben: User) -> Match:
    match = started(ana, ben)
    play_to(match, Phase.PLAY)
    return match


def pages_of_models() -> Iterator[tuple[str, str, str]]:
    """Label, kind of page and address, for a thing of each model that there is, or for number 1."""
    for model in django_admin.site._registry:
        about = model._meta
        if about.app_label in OF_OTHERS:
            continue
        thing = model._default_manager.order_by("pk").first()
        for kind in sorted(ALL | {"changelist"}):
            args = [] if kind in ("changelist", "add") else [thing.pk if thing else 1]
            address = reverse(f"admin:{about.app_label}_{about.model_name}_{kind}", args=args)
            yield about.label_lower, kind, address


def opened(browser: Client) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for label, kind, address in pages_of_models():
        answer = browser.get(address, follow=True)
        assert answer.status_code in (200, 403, 404), address
        is_there = answer.status_code == 200 and answer.redirect_chain[-1:] != [("/admin/", 302)]
        if is_there:
            found.setdefault(label, set()).add(kind)
    return found


@pytest.fixture
def one_of_each(match: Match, ana: User) -> None:
    Announcement.objects.create(starts_at=match.created_at, ends_at=match.created_at)
    StaffAct.objects.create(by=ana, name="Ana", what="verify", about="match", at=match.created_at)
    match.mails.create(user=ana, kind="over", written_at=match.created_at, next_try_at=match.created_at)
    HostText.objects.create(page="terms", language="en", text="Be nice.", changed_at=match.created_at)
    Invitation.objects.create(about="a school", uses=30, ends_at=match.created_at)
    ana.vacations.create(started_at=match.created_at)


def test_a_moderator_opens_just_the_pages_of_the_role(one_of_each: None, moderator: Client) -> None:
    assert opened(moderator) == MODERATORS


def test_an_admin_opens_just_the_pages_of_the_role(one_of_each: None, admin: Client) -> None:
    assert opened(admin) == ADMINS


def test_a_player_opens_none_of_them(one_of_each: None, ana: User) -> None:
    browser = browser_of(ana)
    for _label, _kind, address in pages_of_models():
        assert browser.get(address, follow=True).status_code == 403, address


def test_a_moderator_sees_of_a_player_no_rights_and_changes_nothing(moderator: Client, ana: User) -> None:
    address = reverse("admin:accounts_user_change", args=[ana.pk])
    page = moderator.get(address).content.decode()
    assert "Ana" in page
    assert not {"password", "is_superuser", "user_permissions", "groups"} & set(words_of_fields(page))
    assert moderator.post(address, {"username": "Anabel", "email": "x@example.org"}).status_code == 403
    assert moderator.get(reverse("admin:auth_user_password_change", args=[ana.pk])).status_code == 403
    ana.refresh_from_db()
    assert (ana.username, ana.email) == ("Ana", "Ana@example.org")


def words_of_fields(page: str) -> list[str]:
    return [part.split('"')[0].split(" ")[0] for part in page.split("field-")[1:]]


def form_of(player: User, **changes: object) -> dict[str, object]:
    return {"username": player.username, "email": player.email, "is_active": "on", **changes}


def role(name: str) -> int:
    return Group.objects.get(name=name).pk


def test_an_admin_gives_out_roles_and_with_the_role_goes_the_staff_flag(admin: Client, ana: User) -> None:
    address = reverse("admin:accounts_user_change", args=[ana.pk])
    admin.post(address, form_of(ana, groups=[role(MODERATOR)]))
    ana.refresh_from_db()
    assert (ana.is_staff, [group.name for group in ana.groups.all()]) == (True, [MODERATOR])
    admin.post(address, form_of(ana, groups=[]))
    ana.refresh_from_db()
    assert (ana.is_staff, ana.groups.count()) == (False, 0)
    assert set(StaffAct.objects.values_list("name", "what", "about")) == {("Adm", "player", f"player {ana.pk}")}


def test_an_admin_makes_no_superuser_and_gives_out_no_other_group_or_permission(admin: Client, ana: User) -> None:
    other = Group.objects.create(name="everything")
    all_rights = list(Permission.objects.values_list("pk", flat=True))
    address = reverse("admin:accounts_user_change", args=[ana.pk])
    admin.post(address, form_of(ana, is_superuser="on", is_staff="on", user_permissions=all_rights))
    admin.post(address, form_of(ana, groups=[other.pk]))
    ana.refresh_from_db()
    held = (ana.is_superuser, ana.is_staff, ana.groups.count(), ana.user_permissions.count())
    assert held == (False, False, 0, 0)


@pytest.mark.parametrize("is_staff", [False, True], ids=["player", "staff"])
def test_an_admin_changes_nobodys_address_for_who_reads_its_mail_can_come_in(
    admin: Client, moderator: Client, ana: User, is_staff: bool
) -> None:
    player = User.objects.get(username="Mod") if is_staff else ana
    before, address = player.email, reverse("admin:accounts_user_change", args=[player.pk])
    assert 'name="email"' not in admin.get(address).content.decode()
    groups = [group.pk for group in player.groups.all()]
    sent = form_of(player, email="mine@example.org", username="Renamed", groups=groups)
    assert admin.post(address, sent).status_code == 302
    player.refresh_from_db()
    assert (player.username, player.email) == ("Renamed", before)


def test_a_superuser_changes_an_address(root: Client, ana: User) -> None:
    root.post(reverse("admin:accounts_user_change", args=[ana.pk]), form_of(ana, email="new@example.org"))
    ana.refresh_from_db()
    assert ana.email == "new@example.org"


def test_the_history_of_a_superuser_is_for_superusers(moderator: Client, admin: Client, root: Client) -> None:
    chief = User.objects.get(username="Root")
    address = reverse("admin:accounts_user_history", args=[chief.pk])
    assert [browser.get(address).status_code for browser in (moderator, admin, root)] == [403, 403, 200]


def test_staff_change_their_password_on_the_page_that_bounds_guesses(moderator: Client) -> None:
    guess = {
        "old_password": "guess",
        "new_password1": "pegging-out-on-friday",
        "new_password2": "pegging-out-on-friday",
    }
    for answer in (moderator.get(reverse("admin:password_change")), moderator.post("/admin/password_change/", guess)):
        assert answer.headers["Location"] == reverse("account_change_password")


def test_an_admin_raises_neither_oneself_nor_touches_a_superuser(admin: Client, root: Client) -> None:
    me, chief = User.objects.get(username="Adm"), User.objects.get(username="Root")
    other = Group.objects.create(name="everything")
    own = reverse("admin:accounts_user_change", args=[me.pk])
    admin.post(own, form_of(me, is_superuser="on", groups=[other.pk, role(MODERATOR)]))
    me.refresh_from_db()
    assert (me.is_superuser, [group.name for group in me.groups.all()]) == (False, [ADMIN])
    theirs = reverse("admin:accounts_user_change", args=[chief.pk])
    assert admin.post(theirs, form_of(chief, email="mine@example.org")).status_code == 403
    gone = reverse("admin:accounts_user_delete", args=[chief.pk])
    assert admin.post(gone, {"post": "yes", "why": "So."}).status_code == 403
    assert admin.get(reverse("admin:auth_user_password_change", args=[chief.pk])).status_code == 403
    chief.refresh_from_db()
    assert chief.email == "root@example.org"


def test_a_moderator_sees_on_the_start_page_what_is_a_moderators_to_do(moderator: Client, match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(trouble="KeyError")
    page = moderator.get("/admin/").content.decode()
    assert "1 match that the referee failed on" in page
    assert "Versions and health" not in page
    assert "settings of the site" not in page.lower()


def test_the_buttons_of_a_match_are_there_for_who_may_press_them(moderator: Client, match: Match, ana: User) -> None:
    address = reverse("admin:games_match_change", args=[match.pk])
    page = moderator.get(address).content.decode()
    for label in ("Abort the match", "Annul the match", "Verify", "Export"):
        assert label in page
    assert "End by time" not in page  # nobody's time is over
    ana.is_staff = True
    ana.save()
    ana.user_permissions.add(Permission.objects.get(codename="view_match"))
    reader = browser_of(ana)
    assert "Abort the match" not in reader.get(address).content.decode()
    act = reverse("admin:games_match_act", args=["abort"])
    assert reader.post(f"{act}?match={match.pk}", {"why": "So."}).status_code == 403
    assert Match.objects.get(pk=match.pk).status == "active"


def test_settings_are_one_row_for_good_and_a_change_is_a_line_in_the_log(admin: Client) -> None:
    answer = admin.get(reverse("admin:cribsite_sitesettings_changelist"))
    address = answer.headers["Location"]
    page = admin.get(address)
    form = {name: page.context["adminform"].form.initial[name] for name in page.context["adminform"].form.fields}
    form = {name: value for name, value in form.items() if value not in (None, False)}
    admin.post(address, {**form, "name": "The Crown", "vacation_days": "7"})
    row = SiteSettings.objects.get()
    assert (row.name, row.vacation_days) == ("The Crown", 7)
    [line] = StaffAct.objects.all()
    told = (line.name, line.what, line.about, line.why)
    assert told == ("Adm", "settings", "sitesettings 1", "Name of the site, Days of vacation a year in slow games")
    admin.post(address, {**form, "name": "The Crown", "vacation_days": "7"})
    assert StaffAct.objects.count() == 1  # nothing was changed


def test_nobody_changes_the_action_log(root: Client, one_of_each: None) -> None:
    act = StaffAct.objects.get()
    for kind, args in (("add", []), ("change", [act.pk]), ("delete", [act.pk])):
        address = reverse(f"admin:cribsite_staffact_{kind}", args=args)
        assert root.post(address, {"post": "yes", "why": "other", "name": "x"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [act.pk], "post": "yes"}
    root.post(reverse("admin:cribsite_staffact_changelist"), chosen)
    User.objects.get(username="Ana").delete()
    kept = StaffAct.objects.get()
    assert (kept.name, kept.what, kept.about, kept.by) == ("Ana", "verify", "match", None)


def test_deleting_a_player_is_a_line_that_tells_who_and_why_but_no_name(admin: Client, ana: User) -> None:
    number = ana.pk
    admin.post(reverse("admin:accounts_user_delete", args=[number]), {"post": "yes", "why": "By letter."})
    [line] = StaffAct.objects.all()
    assert (line.name, line.what, line.about, line.why) == ("Adm", "delete", f"player {number}", "By letter.")
    assert not User.objects.filter(pk=number).exists()


def test_what_a_superuser_does_on_pages_of_others_is_a_line_too(root: Client, ana: User) -> None:
    group = reverse("admin:auth_group_add")
    root.post(group, {"name": "helpers"})
    [line] = StaffAct.objects.all()
    assert (line.name, line.what, line.about) == ("Root", "add", f"group {Group.objects.get(name='helpers').pk}")
    assert new_player("Zoe").is_staff is False

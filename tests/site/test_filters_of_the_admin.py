"""A list of the admin is filtered by what it offers alone, and what cannot be read is no error of the site."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin as django_admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.options import IncorrectLookupParameters
from django.db.models import Field, Model
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.conduct.models import Report
from accounts.models import User
from games.engine.state import Phase
from games.models import Match
from tests.games.players import NOW, play_to, started

# By what the lists offer to filter: columns that they show, each with the lookups that its filter's links have.
OFFERED = {
    "account.emailaddress": {"primary", "verified"},
    "mfa.authenticator": {"type"},
    "accounts.user": {"is_active", "is_guest", "is_program", "is_staff", "language", "date_joined"},
    "conduct.sanction": {"kind", "given_at"},
    "conduct.appeal": {"decision", "at"},
    "conduct.clue": {"kind", "at"},
    "conduct.report": {"category", "at", "about"},
    "games.moverecord": {"automatic"},
    "games.mail": {"state", "kind", "written_at"},
    "games.match": {"status", "opponent", "count_mode", "created_at"},
    "cribsite.hosttext": {"page", "language"},
    "cribsite.invitation": {"ends_at"},
    "cribsite.staffact": {"at"},
}
BY_NAME = {"games.match": {"trouble", "reason"}, "cribsite.staffact": {"what"}}  # choices of the page's own making
DAYS = {"date_joined", "given_at", "at", "written_at", "created_at", "ends_at"}
LINKS = ("__exact", "__isnull", "__gte", "__lt", "__id__exact", "__year", "__month", "__day")
LOOKUPS = ("", "__exact", "__startswith", "__icontains", "__regex", "__gte", "__isnull", "__in", "__0__0__startswith")
OF_OTHERS = (
    "match__deal_salt__startswith",
    "user__password__startswith",
    "seats__school__icontains",
    "pk",
    "id__regex",
)


@pytest.fixture
def match(ana: User, ben: User) -> Match:
    match = started(ana, ben)
    play_to(match, Phase.PLAY)
    return match


def list_of(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def lists_open_to(browser: Client) -> list[type[Model]]:
    return [model for model in django_admin.site._registry if browser.get(list_of(model)).status_code == 200]


def filters(model: type[Model]) -> Iterator[str]:
    """Everything that one may think of to filter the rows by, but for what the list offers."""
    offered = OFFERED.get(model._meta.label_lower, set())
    for field in model._meta.get_fields():
        lookups = LOOKUPS if field.name not in offered else sorted({*LOOKUPS} - {*LINKS})
        names = {f"{field.name}{lookup}" for lookup in lookups} - BY_NAME.get(model._meta.label_lower, set())
        yield from sorted(names)
        if field.is_relation and field.related_model:
            yield from (f"{field.name}__{one.name}__gte" for one in field.related_model._meta.get_fields())
    yield from OF_OTHERS


def is_taken(model: type[Model], reader: User, name: str) -> bool:
    """Whether the list says neither that there is no such filter nor that it cannot be read."""
    asked = RequestFactory().get("/", {name: "1"})
    asked.user = reader
    try:
        django_admin.site.get_model_admin(model).get_changelist_instance(asked)
    except (DisallowedModelAdminLookup, IncorrectLookupParameters):
        return False
    return True


@pytest.mark.parametrize(("role", "name"), [("moderator", "Mod"), ("admin", "Adm"), ("root", "Root")])
def test_no_list_is_filtered_by_what_it_does_not_offer(
    match: Match, role: str, name: str, request: pytest.FixtureRequest
) -> None:
    lists = lists_open_to(request.getfixturevalue(role))
    reader = User.objects.get(username=name)
    asked = [(model, name) for model in lists for name in filters(model)]
    assert [(model, name) for model, name in asked if is_taken(model, reader, name)] == []
    assert len(asked) > 500


def test_what_a_list_offers_it_filters_by(root: Client, match: Match) -> None:
    for model in lists_open_to(root):
        for name in OFFERED.get(model._meta.label_lower, set()) - {"about", "ends_at"}:
            query = {f"{name}__gte": "2026-03-14 00:00:00+00:00"} if name in DAYS else {f"{name}__exact": "1"}
            answer = root.get(list_of(model), query)
            assert answer.status_code == 200, (model, name)
            assert answer.context["cl"].has_active_filters, (model, name)
    assert root.get("/admin/cribsite/invitation/", {"ends_at__year": "2026"}).status_code == 200


def test_the_reports_about_one_player_can_be_listed(moderator: Client, ana: User, ben: User) -> None:
    for about, reporter in ((ana, ben), (ben, ana)):
        Report.objects.create(reporter=reporter, about=about, category=Report.Category.OTHER, at=NOW)
    answer = moderator.get("/admin/conduct/report/", {"about__id__exact": ana.pk})
    assert [report.about for report in answer.context["cl"].result_list] == [ana]


@pytest.mark.long
def test_no_list_is_put_in_the_order_of_a_column_that_it_does_not_show(root: Client, match: Match) -> None:
    for model in lists_open_to(root):
        page = django_admin.site.get_model_admin(model)
        for column in range(-3, len(page.list_display) + 3):
            answer = root.get(list_of(model), {"o": f"{column}.x.-{column}"})
            assert answer.status_code == 200
            known = {*map(_plain, page.list_display), *map(_plain, page.ordering or model._meta.ordering), "pk", "id"}
            known |= {getattr(getattr(page, str(name), None), "admin_order_field", None) for name in page.list_display}
            used = answer.context["cl"].queryset.query.order_by
            assert {_plain(name) for name in used} <= known, model


def _plain(name: Any) -> str:
    return str(name).removeprefix("-")


WRONG = (
    *("?id__regex=(", "?at__year=99999", "?id=%00", "?q=%00", "?%00=1", "?email__startswith=%00", "?o=%00", "?p=%00"),
    *("?p=0", "?p=99999999999999999999", "?p=x", "?o=99999999999999999999.-x", "?all=x", "?e=1&nothing=1"),
    *("?_to_field=deal_salt", "?_to_field=password", "?_to_field=id&_popup=1", "?_changelist_filters=%00"),
    *("?about__id__exact=x", "?about__id__exact=99999999999999999999", "?kind__exact=%00", "?state=%00"),
    *("?status__exact=x", "?automatic__exact=x", "?is_staff__exact=x", "?is_staff__isnull=x"),
)
WRONG_DAYS = (
    *(
        "gte=x",
        "gte=0001-01-01 00:00:00%2B14:00",
        "lt=9999-12-31 23:59:59-12:00",
        "isnull=x",
        "year=9999",
        "year=99999",
    ),
    *(
        f"year={'9' * 40}",
        "year=x",
        "month=13",
        "year=9999&ends_at__month=12&ends_at__day=31",
        "year=1&ends_at__month=x",
    ),
)


@pytest.mark.long
def test_what_cannot_be_read_is_no_error_of_the_site(root: Client, match: Match) -> None:
    for model in lists_open_to(root):
        days = OFFERED.get(model._meta.label_lower, set()) & DAYS
        for query in (*WRONG, *(f"?{day}__{query}" for day in days for query in WRONG_DAYS)):
            assert root.get(list_of(model) + query).status_code in (200, 302, 400), query


@pytest.mark.parametrize(
    "number", ["a%00b", *(pytest.param(one, marks=pytest.mark.long) for one in ("a_00b", "9" * 30))]
)
def test_nothing_is_found_under_a_number_that_is_none(root: Client, match: Match, number: str) -> None:
    for model in django_admin.site._registry:
        for page in ("change/", "history/", "delete/", ""):
            answer = root.get(f"{list_of(model)}{number}/{page}", follow=True)
            assert answer.status_code in (200, 403, 404), (model, page)
            assert answer.status_code != 200 or answer.redirect_chain, (model, page)
    for kind in ("1", "x", "%00"):
        assert root.get(f"/admin/r/{kind}/{number}/").status_code == 404


@pytest.mark.parametrize("chosen", ["x", "\0", "9" * 30, ""])
def test_an_action_on_what_is_none_does_nothing(root: Client, match: Match, chosen: str) -> None:
    for address, action in (("/admin/games/match/", "abort_several"), ("/admin/conduct/clue/", "mark_as_looked_into")):
        answer = root.post(address, {"action": action, "_selected_action": [chosen], "index": "0"})
        assert answer.status_code in (302, 400)


@pytest.mark.parametrize("about", [("games", "seat", "match"), ("conduct", "report", "about"), ("a\0", "b", "c")])
@pytest.mark.parametrize("term", ["", "\0", "("])
def test_looking_up_what_a_field_may_hold_tells_of_no_hidden_column(
    moderator: Client, match: Match, about: tuple[str, str, str], term: str
) -> None:
    names = dict(zip(("app_label", "model_name", "field_name"), about, strict=True))
    answer = moderator.get("/admin/autocomplete/", {**names, "term": term, "deal_salt__gte": "1"})
    assert answer.status_code in (200, 400, 403)
    assert match.deal_salt not in answer.content.decode()


def test_no_search_looks_into_a_column_that_staff_may_not_read(root: Client, match: Match, ana: User) -> None:
    User.objects.filter(pk=ana.pk).update(password="argon2$findme")
    Match.objects.filter(pk=match.pk).update(deal_salt="findme", invite="findme")
    for model in lists_open_to(root):
        if "cl" in (context := root.get(list_of(model), {"q": "findme"}).context):
            assert context["cl"].result_count == 0, model


def field_names(model: type[Model]) -> set[str]:
    return {field.name for field in model._meta.get_fields() if isinstance(field, Field)}


def test_the_table_above_names_fields_that_there_are() -> None:
    by_label = {model._meta.label_lower: model for model in django_admin.site._registry}
    assert all(names <= field_names(by_label[label]) for label, names in OFFERED.items())

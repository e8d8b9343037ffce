"""Whoever doubts a deal has it dealt again in the own browser, which says what fits and what does not."""

import hashlib
import hmac
import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine.moves import Abandon, CallOff
from games.engine.state import CountMode, Settings
from tests.browser.pages import SitePage, TablePage
from tests.browser.positions import BRING
from tests.checks.forgeries import BEYOND, FALSE, LAPSES, TEXTS, forged, lapsed, unseen
from tests.checks.records import changes, random_record

pytestmark = pytest.mark.browser

NAMES = ["Neema", "Odile"]
RECORD = """
from games.models import Match
from games.record import record_json
answer = record_json(Match.objects.get(pk=match))
"""
RESIGN = """
from django.utils import timezone
from accounts.models import User
from games.services import endings
endings.resign(match, User.objects.get(username=name), timezone.now())
answer = None
"""
ENDED = """
from django.utils import timezone
from accounts.models import User
from tests.checks.ended import ended_records
answer = dict(ended_records(*(User.objects.get(username=name) for name in names), timezone.now()))
"""
# Modules have hashed names: the page knows them, for it has loaded them.
FROM_MODULE = """async ([name, call, values]) => {
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const module = await import(loaded.find((address) => address.includes(`/js/check/${name}.`)));
  return Promise.all(values.map(async (value) => {
    if (call !== "digest") return module[call](value);
    return [...module.digest(Uint8Array.from(value))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }));
}"""
FIND_UNSEEN = """async ([record, changes]) => {
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const { findFaults } = await import(loaded.find((address) => address.includes("/js/check/record.")));
  const unseen = [];
  for (const [path, another] of changes) {
    const place = path.slice(0, -1).reduce((inner, key) => inner[key], record);
    const value = place[path.at(-1)];
    place[path.at(-1)] = another;
    if (!(await findFaults(record)).length) unseen.push(path);
    place[path.at(-1)] = value;
  }
  return unseen;
}"""
JUDGE_TEXTS = """async (texts) => {
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const [record, form] = ["record", "form"].map((name) => loaded.find((one) => one.includes(`/js/check/${name}.`)));
  const [{ findFaults }, { readRecord }] = [await import(record), await import(form)];
  const accepted = [];
  for (const [name, text] of Object.entries(texts)) {
    try {
      if (!(await findFaults(readRecord(text))).length) accepted.push(name);
    } catch (error) {
      if (error.constructor.name !== "Fault") throw error;
    }
  }
  return accepted;
}"""
NO_CRYPTO = "Object.defineProperty(crypto, 'subtle', { value: undefined })"
REMEMBER = """([match, kept]) =>
  localStorage.setItem(`seeds ${match} ${document.getElementById("check").dataset.player}`, JSON.stringify(kept))"""
AT_THE_DESK = 200  # of so many alterations one; in CI all
PARTS = {"commitment", "decks", "moves", "result"}


@pytest.fixture(scope="module")
def players(live_site):
    return live_site.players(*NAMES)


@pytest.fixture(scope="module")
def match(live_site, players) -> str:
    found, _name = live_site.run(BRING, moment="over", names=NAMES, terms={"target": 61})
    return str(found)


def open_check(page: Page, match: str) -> Page:
    page.goto(f"/table/{match}/check/")
    expect(page.locator("[data-part=moves]")).to_be_visible()
    if page.locator("[data-cards]").count():
        expect(page.locator(".decks .verdict:visible").last).to_be_visible()
    return page


def verdicts(page: Page, when: str) -> set[str]:
    return {part.get_attribute("data-part") or "" for part in page.locator(f".verdicts .{when}").all()}


def ask(page: Page, name: str, call: str, values: list[Any]) -> list[Any]:
    return list(page.evaluate(FROM_MODULE, [name, call, values]))


@pytest.mark.parametrize("crypto", ["the browser's", "our own"])
def test_an_honest_match_fits_in_every_part_and_deck(live_site, visitors, match, crypto):
    page = visitors.enter(live_site)
    if crypto == "our own":
        page.add_init_script(NO_CRYPTO)
    open_check(page, match)
    assert verdicts(page, "right") == PARTS
    decks = page.locator("[data-cards]")
    assert decks.count() >= 4
    assert page.locator("[data-cards].right").count() == decks.count()


def test_what_the_browser_kept_at_the_cut_is_compared(live_site, visitors, players, match):
    record = live_site.run(RECORD, match=match)
    page = visitors.enter(live_site, players[0])
    seat = next(number for number, about in enumerate(record["seats"]) if about["name"] == NAMES[0])
    seal, seed = record["commitment"], record["seats"][seat]["seed"]
    kept = {"seal": seal, "sent": ["typed first", seed], "taken": seed}
    open_check(page, match)
    assert verdicts(page, "unknown") == {"kept"}
    for remembered, when in (
        (kept, "right"),
        ({"seal": seal, "sent": [seed]}, "right"),
        (kept | {"taken": "another"}, "wrong"),
        (kept | {"seal": ""}, "wrong"),
        (kept | {"sent": ["another"]}, "elsewhere"),
        ({"seal": seal}, "elsewhere"),
        ({"seal": seal, "sent": 7}, "elsewhere"),
        ("{", "unknown"),
        (None, "unknown"),
    ):
        page.evaluate(REMEMBER, [match, remembered])
        open_check(page, match)
        assert "kept" in verdicts(page, when)


def test_a_seed_that_was_left_to_the_site_must_be_the_one_that_the_seal_fixes(live_site, visitors, players, match):
    record = live_site.run(RECORD, match=match)
    seat = next(number for number, about in enumerate(record["seats"]) if about["name"] == NAMES[0])
    page = open_check(visitors.enter(live_site, players[0]), match)
    fixed = hmac.new(bytes.fromhex(record["server_seed"]), f"seat{seat}".encode(), "sha256").hexdigest()
    page.evaluate(REMEMBER, [match, {"seal": record["commitment"], "sent": [""], "taken": fixed}])
    for seed, when in ((fixed, "right"), ("chosen late", "wrong")):
        record["seats"][seat]["seed"] = seed
        page.route("**/record.json", lambda route: route.fulfill(json=record))
        open_check(page, match)
        assert "kept" in verdicts(page, when)
        page.unroute("**/record.json")


@pytest.mark.long
def test_the_seed_that_a_browser_made_by_itself_is_known_again(live_site, visitors):
    first, second = live_site.players("Pia", "Rui")
    fresh = live_site.match(first, second, cut=False)
    page = visitors.enter(live_site, first)
    TablePage(page).open(fresh).cut()
    TablePage(visitors.enter(live_site, second)).open(fresh).cut()
    live_site.run(RESIGN, match=fresh, name="Rui")
    open_check(page, fresh)
    assert verdicts(page, "right") == PARTS | {"kept"}


def test_a_record_with_another_starter_or_another_seed_is_told_apart(live_site, visitors, match):
    page = visitors.enter(live_site)
    record = live_site.run(RECORD, match=match)
    altered = json.loads(json.dumps(record))
    starter = next(event for event in altered["events"] if event["kind"] == "starter")
    starter["card"] = "AC" if starter["card"] != "AC" else "2C"
    page.route("**/record.json", lambda route: route.fulfill(json=altered))
    open_check(page, match)
    assert verdicts(page, "wrong") == {"moves"}
    assert verdicts(page, "right") == PARTS - {"moves", "result"}  # whose result that is nobody looked at
    assert "starter" in page.locator("[data-part=moves]").inner_text()
    page.unroute("**/record.json")
    page.route("**/record.json", lambda route: route.fulfill(json=record | {"server_seed": "00" * 32}))
    open_check(page, match)
    assert {"commitment", "decks"} <= verdicts(page, "wrong")
    assert verdicts(page, "other") == {"form"}  # and not what this page shows
    assert page.locator("[data-cards] .differs").count() > page.locator("[data-cards]").count()
    assert page.locator("[data-cards].wrong").count() == page.locator("[data-cards]").count()


@pytest.mark.parametrize("body", ["{", "null", '{"format": "cribsite-record", "format": "cribsite-record"}'])
def test_what_is_no_record_is_told_so_and_praised_in_no_part(live_site, visitors, match, body):
    page = visitors.enter(live_site)
    page.route("**/record.json", lambda route: route.fulfill(body=body, content_type="application/json"))
    page.goto(f"/table/{match}/check/")
    expect(page.locator("[data-part=form]")).to_be_visible()
    assert verdicts(page, "right") == set()


def test_the_record_of_another_match_is_not_this_one(live_site, visitors, match):
    page = visitors.enter(live_site)
    other = random_record(Settings(61), 5)
    page.route("**/record.json", lambda route: route.fulfill(json=other))
    open_check(page, match)
    assert verdicts(page, "other") == {"form"}
    assert page.locator("[data-cards].wrong").count() > 0


@pytest.mark.parametrize("longest", [100_000, pytest.param(20_000_000, marks=pytest.mark.long)])
def test_forged_records_are_judged_as_by_the_other_checkers(live_site, visitors, match, longest):
    page = open_check(visitors.enter(live_site), match)
    false = {name: json.dumps(forged(name)) for name in FALSE} | TEXTS
    assert page.evaluate(JUDGE_TEXTS, {name: text for name, text in false.items() if len(text) <= longest}) == []
    beyond = {name: json.dumps(unseen(name)) for name in BEYOND}
    assert page.evaluate(JUDGE_TEXTS, beyond) == list(BEYOND)
    assert page.evaluate(JUDGE_TEXTS, {kind: json.dumps(lapsed(kind)) for kind in LAPSES}) == list(LAPSES)


@pytest.mark.parametrize("every", [AT_THE_DESK, pytest.param(1, marks=pytest.mark.long)])
def test_a_record_altered_in_any_one_place_is_caught(live_site, visitors, match, every):
    page = open_check(visitors.enter(live_site), match)
    for act in (Abandon, CallOff):
        record = random_record(Settings(61), 5, ends_by=act)
        assert ask(page, "record", "findFaults", [record]) == [[]]
        about_the_end = [change for change in changes(record) if change[0][0] == "result"]
        assert page.evaluate(FIND_UNSEEN, [record, about_the_end]) == []
    for mode, first_dealer in ((CountMode.AUTOMATIC, None), (CountMode.MANUAL, 1), (CountMode.MUGGINS, None)):
        record = random_record(Settings(61, mode, first_dealer=first_dealer), 5)
        assert ask(page, "record", "findFaults", [record]) == [[]]
        assert page.evaluate(FIND_UNSEEN, [record, changes(record, every)]) == []


@pytest.mark.long
def test_records_of_matches_that_staff_time_or_nobody_ended_fit(live_site, visitors, players, match):
    page = open_check(visitors.enter(live_site), match)
    ended = live_site.run(ENDED, names=[*NAMES, live_site.players("Mod")[0].name])
    assert {way for way in ended if way.startswith("ended by time")}
    assert page.evaluate(JUDGE_TEXTS, {way: json.dumps(record) for way, record in ended.items()}) == list(ended)


def test_our_own_hash_is_sha_256(live_site, visitors, match):
    page = open_check(visitors.enter(live_site), match)
    texts = [b"", b"abc", *(bytes(range(size)) for size in (55, 56, 63, 64, 65, 119, 120, 200))]
    found = ask(page, "hash", "digest", [list(text) for text in texts])
    assert found == [hashlib.sha256(text).hexdigest() for text in texts]


def test_the_way_there_is_on_the_slip_of_the_end_and_the_file_is_given_away(live_site, visitors, players, match):
    page = visitors.enter(live_site, players[1])
    page.goto(f"/table/{match}/")
    SitePage(page).link("Check the deals").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Check the deals")
    with page.expect_download() as download:
        SitePage(page).link("The program").click()
    assert "Checks the record of a Cribsite match" in download.value.path().read_text()


def test_without_scripts_the_page_says_what_else_there_is(live_site, visitors, match):
    page = visitors.enter(live_site, java_script_enabled=False)
    page.goto(f"/table/{match}/check/")
    expect(page.get_by_text("Your browser runs no scripts here.")).to_be_visible()
    assert page.locator("code").count() >= 4

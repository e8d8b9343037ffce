"""Slow games across days that a test turns: a week with a vacation and a digest, and one who never came back."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import LobbyPage, TablePage, play_until, wait_until
from tests.browser.weeks import BEGIN, site_with_calendar
from tests.browser.whole_games import VERIFY

pytestmark = [pytest.mark.browser, pytest.mark.long]

DAY = 24 * 60 * 60


@pytest.fixture(scope="module")
def calendar(static_files, migrated, tmp_path_factory):
    with site_with_calendar(tmp_path_factory.mktemp("weeks"), migrated) as started:
        yield started


def subjects(letters, player):
    return [letter["Subject"] for letter in letters if letter["To"] == f"{player.name.lower()}@example.org"]


def go_away(*tables):
    for table in tables:
        LobbyPage(table.page).open()


def vacation(page, button):
    page.goto("/settings/vacation/")
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("status")).to_be_visible()


def test_two_play_through_a_week_with_a_vacation_and_a_digest(calendar, visitors):
    site = calendar.site
    (ana,) = site.players("Ana", time_zone="America/New_York")
    (ben,) = site.players("Ben", time_zone="Africa/Nairobi", mail_turn="digest", digest_hours="7")
    anas = LobbyPage(visitors.enter(site, ana)).open().set_table("A slow game")
    bens = LobbyPage(visitors.enter(site, ben)).open().sit_down("Ana")
    play_until(lambda: anas.task == bens.task == "discard", anas, bens)
    expect(anas.near).to_contain_text("until March 8, 2026, 5 a.m.")  # six days on, summer time since that night
    expect(bens.near).to_contain_text("until March 8, 2026, noon")
    anas.discard()
    first, second = anas.match, site.match(ana, ben, allowance=3 * DAY, bank=3 * DAY)
    go_away(anas, bens)

    calendar.pass_by(hours=18, minutes=30)
    assert subjects(calendar.letters(), ana) == ["Your turn against Ben"]  # in the second game
    calendar.pass_by(hours=0.5)  # seven in Nairobi
    for _ in range(2):
        calendar.pass_by(minutes=20)
    assert subjects(calendar.letters(), ben) == ["2 games wait for you."]

    vacation(bens.page, "Go on vacation")
    anas.open(first)
    expect(anas.far).to_contain_text("on vacation")
    go_away(anas)
    calendar.pass_by(days=2)
    assert set(subjects(calendar.letters(), ana)) == {"Ben is on vacation"}
    vacation(bens.page, "I am back")
    bens.open(first)
    expect(bens.near).to_contain_text("until March 10, 2026, noon")
    anas.open(first)
    expect(anas.far).not_to_contain_text("on vacation")

    play_until(lambda: "read" in (anas.task, bens.task), anas, bens)
    for table in (anas, bens):
        expect(table.page.locator("#waiting")).to_have_text("1 waits for you")
        table.page.locator("#waiting").click()
        wait_until(lambda table=table: table.match == second, table.page)
        table.arrived().discard()
    while (calendar.now - BEGIN).days < 7:
        go_away(anas, bens)
        calendar.pass_by(days=1)
        ply = anas.open(first).ply
        bens.open(first)
        play_until(lambda ply=ply: anas.ply == bens.ply >= ply + 4, anas, bens)
    assert anas.scores == bens.scores[::-1]
    assert site.run(VERIFY) == "2 matches verified, no faults.\n"


def test_who_never_comes_back_has_lost_though_nobody_looks(calendar, visitors):
    players = calendar.site.players("Cleo", "Dora")
    match = calendar.site.match(*players, allowance=DAY)
    tables = [TablePage(visitors.enter(calendar.site, player)).open(match) for player in players]
    play_until(lambda: "play" in [table.task for table in tables], *tables)
    late = [table.task for table in tables].index("play")
    for table in tables:
        table.page.goto("about:blank")
    calendar.pass_by(hours=23)
    calendar.pass_by(minutes=59)
    assert subjects(calendar.letters(), players[late])[-1].startswith("Time is short against")
    calendar.pass_by(minutes=1)
    calendar.pass_by(minutes=1)
    letters = calendar.letters()
    for player, opponent in (players, reversed(players)):
        assert subjects(letters, player) == [f"Your game against {opponent.name} is over"]
    for table, result in ((tables[late], "lost"), (tables[1 - late], "won")):
        table.page.goto("/games/")
        row = table.page.get_by_role("main").get_by_role("listitem")
        expect(row).to_contain_text(result)
        expect(row).to_contain_text("timed out")
        expect(table.open(match).show).to_contain_text(f"The time of {players[late].name} was over.")

"""A plan is sealed on its sheet; the opponent moves, and the answer lies on the table in front of both."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import TablePage
from tests.browser.test_accessibility import stumbling_blocks
from tests.browser.visitors import PHONE, Visitors
from tests.live import LiveSite, Player

pytestmark = pytest.mark.browser

# Plays on until the second of the two has to lead or to answer and the first still holds three cards.
WAIT = """
from django.utils import timezone
from accounts.models import User
from games.models import DAY
from games.services import lobby
from tests.games.players import play_until
host, guest = (User.objects.get(username=name) for name in names)
now = timezone.now()
match = lobby.create_match(host, lobby.Terms("open", allowance=3 * DAY), now)
lobby.join(match.pk, guest, now)
play_until(match, lambda state: state.phase == "play" and state.to_play == 1 and not state.played[1], now)
answer = match.pk
"""


def brought(site: LiveSite, first: Player, second: Player) -> str:
    return str(site.run(WAIT, names=[first.name, second.name]))


def choose(page: Page, number: int, **chosen: str) -> None:
    for name, value in chosen.items():
        page.locator(f"[name=answer{number}-{name}]").select_option(value)


def test_a_sealed_answer_is_on_both_tables_as_soon_as_the_opponent_has_moved(
    live_site: LiveSite, visitors: Visitors
) -> None:
    ana, ben = live_site.players("Ana", "Ben")
    match = brought(live_site, ana, ben)
    here = TablePage(visitors.enter(live_site, ana, viewport=PHONE)).open(match)
    there = TablePage(visitors.enter(live_site, ben)).open(match)
    other_tab = TablePage(here.page.context.new_page()).open(match)
    held = here.hand.count()
    assert stumbling_blocks(here.page) == []
    here.link("Plan your next cards").click()
    assert stumbling_blocks(here.page) == []
    choose(here.page, 0, makes="31", then="31", otherwise="lowest")
    choose(here.page, 1, then="highest")
    here.button("Check").click()
    expect(here.page.locator(".answers li")).to_have_text(
        [
            "If you can make 31: play the card that makes 31. Otherwise: play your lowest card that fits.",
            "In any case: play your highest card that fits.",
        ]
    )
    assert not here.has_sideways_scroll
    assert stumbling_blocks(here.page) == []
    here.button("Seal the plan").click()
    expect(here.page.get_by_role("status")).to_have_text("Your plan is sealed.")
    expect(other_tab.link("Your plan: 2 answers")).to_be_visible()
    here.link("Back to the table").click()
    there.play()
    for table in (here, there, other_tab):
        expect(table.near.locator(".played .chip")).to_have_count(1 if table is there else 5 - held)
        expect(table.log.filter(has_text="Ana:").last).to_be_attached()
    expect(here.link("Your plan: 1 answer")).to_be_visible()
    expect(there.near).to_contain_text("your turn")
    expect(there.page.get_by_text("plan")).to_have_count(0)


@pytest.mark.long
def test_without_javascript_a_plan_is_sealed_and_why_it_stopped_is_told(
    live_site: LiveSite, visitors: Visitors
) -> None:
    cleo, dora = live_site.players("Cleo", "Dora")
    match = brought(live_site, cleo, dora)
    here = TablePage(visitors.enter(live_site, cleo, java_script_enabled=False)).open(match)
    there = TablePage(visitors.enter(live_site, dora)).open(match)
    here.link("Plan your next cards").click()
    choose(here.page, 0, count_at_least="30", then="31", otherwise="ask")
    here.button("Check").click()
    here.button("Change").click()
    expect(here.page.locator("[name=answer0-count_at_least]")).to_have_value("30")
    here.button("Check").click()
    here.button("Seal the plan").click()
    there.play()
    here.open(match)
    expect(here.mine).to_contain_text("Your plan stopped here to ask you.")
    here.page.locator("button[name=play]:enabled").first.click()
    expect(here.mine).not_to_contain_text("Your plan")

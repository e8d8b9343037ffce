"""Pages that are open show what is announced meanwhile; at a table every place stays where it is."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import TablePage
from tests.browser.positions import BRING
from tests.browser.test_layout import around
from tests.browser.visitors import PHONE, SMALL_PHONE, WIDE

pytestmark = pytest.mark.browser

SENTENCE = "The site is being maintained: no new games begin just now. Running ones go on."
CUP = "A cup for everybody begins on Sunday at 18:00, over three games each. " * 5
NAMES = ["Ana", "Ben"]
OTHERS = [("small phone", SMALL_PHONE), ("wide", WIDE)]
MAINTAIN = """
from cribsite.site import stored_settings
wishes = stored_settings()
wishes.is_in_maintenance = is_so
wishes.save()
"""
ANNOUNCE = """
from datetime import timedelta
from django.utils import timezone
from cribsite.models import Announcement
now = timezone.now()
made = Announcement.objects.create(starts_at=now, ends_at=now + timedelta(hours=1))
made.texts.create(language="en", text=text)
"""
PLACES = """() => [...document.querySelectorAll(".felt > section, .felt .card, .felt svg")]
  .map((one) => JSON.stringify(one.getBoundingClientRect()))"""
PING_OFTEN = 'setInterval(() => dispatchEvent(new Event("online")), 1000)'  # a process goes by what it read for 5 s
# What lies on the spot where the button has its middle.
ON_TOP = """button => {
  const box = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2));
}"""


@pytest.fixture
def site(live_site):
    yield live_site
    live_site.run(MAINTAIN, is_so=False)
    live_site.run("from cribsite.models import Announcement; Announcement.objects.all().delete()")


@pytest.fixture(scope="module")
def playing(live_site):
    """The id of a match, and the player who is to play."""
    players = {player.name: player for player in live_site.players(*NAMES)}
    match, name = live_site.run(BRING, moment="play", names=NAMES, terms={"allowance": 3600, "bank": 7200})
    return match, players[name]


@pytest.mark.parametrize(
    "screen",
    [pytest.param(PHONE, id="phone"), *(pytest.param(one, id=name, marks=pytest.mark.long) for name, one in OTHERS)],
)
def test_a_table_shows_it_over_itself_and_moves_nothing(site, visitors, playing, screen):
    match, player = playing
    table = TablePage(visitors.enter(site, player, viewport=screen)).open(match)
    page = table.page
    before = page.evaluate(PLACES)
    assert len(before) > 20
    page.evaluate(PING_OFTEN)
    expect(page.locator(".announcement")).to_have_count(0)  # the site has forgotten what a test before announced
    site.run(MAINTAIN, is_so=True)
    expect(page.get_by_text(SENTENCE)).to_be_visible()
    assert page.evaluate(PLACES) == before
    assert not table.has_sideways_scroll
    assert around(page.locator(".announcement")).bottom < around(table.hand.locator(".card")).top

    site.run(ANNOUNCE, text=CUP)
    expect(page.locator(".announcement")).to_have_count(2)
    expect(page.locator(".announcement:visible")).to_have_count(1)  # the other is next
    assert page.evaluate(PLACES) == before
    page.get_by_role("button", name="Put away").click()
    expect(page.get_by_text("A cup for everybody")).to_be_visible()
    assert page.evaluate(PLACES) == before
    button = page.get_by_role("button", name="Put away")
    assert button.evaluate(ON_TOP)
    assert around(page.locator(".announcement")).bottom < around(table.hand.locator(".card")).top
    button.click()
    expect(page.locator(".announcement")).to_have_count(0)
    assert page.evaluate(PLACES) == before


def test_the_lobby_shows_it_and_takes_it_away_when_it_is_over(site, visitors, playing):
    _match, player = playing
    page = visitors.enter(site, player, viewport=PHONE)
    page.goto("/")
    page.evaluate(PING_OFTEN)
    expect(page.locator(".announcement")).to_have_count(0)
    site.run(MAINTAIN, is_so=True)
    expect(page.get_by_role("complementary", name="Announcements")).to_be_visible()
    site.run(MAINTAIN, is_so=False)
    expect(page.get_by_role("complementary", name="Announcements")).to_have_count(0)

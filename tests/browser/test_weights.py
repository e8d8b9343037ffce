"""Light enough for a metered phone: what the first deal, a second visit and an update bring over the wire."""

import json
import re
from statistics import median

import pytest
from playwright.sync_api import expect

from tests.browser.pages import TablePage, play_until
from tests.browser.transfers import Transfers
from tests.browser.visitors import PHONE

pytestmark = pytest.mark.browser

KB = 1024
COURT_FACES = re.compile(r"/cards/[JQK]-")


def faces(transfers: Transfers) -> int:
    return sum(size for address, size in transfers.bytes.items() if COURT_FACES.search(address))


def updates(transfers: Transfers) -> list[int]:
    """The bytes of the messages that brought what changed, and not the table as a whole."""
    told = zip(map(json.loads, transfers.messages), transfers.heard, strict=True)
    return [size for message, size in told if message.get("since") is not None]


def heaviest(transfers: Transfers) -> str:
    found = sorted(transfers.bytes.items(), key=lambda entry: -entry[1])[:12]
    return "\n".join(f"{size:7} {address}" for address, size in found) + f"\nsocket {transfers.heard}"


@pytest.mark.parametrize(("language", "names"), [("en", "Ana Ben"), ("es", "Cleo Dan"), ("sw", "Eve Fay")])
def test_a_first_deal_a_second_visit_and_an_update_are_light(live_site, visitors, language, names):
    players = live_site.players(*names.split(), language=language)
    page = visitors.enter(live_site, players[0], viewport=PHONE)
    transfers = Transfers(page)
    page.goto("/")
    match = live_site.match(*players)
    mine = TablePage(page, language).open(match)
    other = TablePage(visitors.enter(live_site, players[1]), language).open(match)
    play_until(lambda: mine.task == "read", mine, other)
    page.wait_for_load_state("networkidle")
    first, small = transfers.total - faces(transfers), updates(transfers)
    print(f"\n{language}: first deal {first}, court faces {faces(transfers)}, median update {median(small)}")
    print(heaviest(transfers))
    assert first <= 80 * KB
    assert faces(transfers) <= 60 * KB
    assert len(small) >= 12
    assert median(small) <= 3 * KB

    page.goto("about:blank")
    transfers.bytes.clear()
    transfers.messages.clear()
    mine.open(match)
    expect(mine.near).to_be_visible()
    page.wait_for_load_state("networkidle")
    print(f"{language}: second visit {transfers.total}")
    print(heaviest(transfers))
    assert transfers.total <= 15 * KB
    assert transfers.hosts == {live_site.url.removeprefix("http://")}

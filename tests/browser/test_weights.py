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
LANGUAGES = [
    ("sw", "Eve Fay"),
    pytest.param("en", "Ana Ben", marks=pytest.mark.long),
    pytest.param("es", "Cleo Dan", marks=pytest.mark.long),
]
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


@pytest.mark.parametrize(("language", "names"), LANGUAGES)
def test_a_table_with_its_first_deal_a_second_visit_and_the_updates_are_light(live_site, visitors, language, names):
    """The page, every file that it needs, and all that its socket brings until the first hand is shown."""
    players = live_site.players(*names.split(), language=language)
    match = live_site.match(*players, cut=False)
    transfers = Transfers(visitors.enter(live_site, players[0], viewport=PHONE))
    mine = TablePage(transfers.page, language).open(match)
    other = TablePage(visitors.enter(live_site, players[1]), language).open(match)
    play_until(lambda: mine.task == "read", mine, other)
    mine.page.wait_for_load_state("networkidle")
    assert transfers.total - faces(transfers) <= 80 * KB, heaviest(transfers)
    assert faces(transfers) <= 60 * KB
    small = updates(transfers)
    assert len(small) >= 12
    assert median(small) <= 3 * KB
    print(f"\n{language}: first deal {transfers.total - faces(transfers)}, updates {median(small)} in the median")

    mine.page.goto("about:blank")
    transfers.forget()
    mine.open(match)
    expect(mine.near).to_be_visible()
    mine.page.wait_for_load_state("networkidle")
    assert "/table/" in heaviest(transfers)
    assert json.loads(transfers.messages[0])["html"] == {}, "the page shows all of it already"
    assert transfers.total <= 15 * KB, heaviest(transfers)
    print(f"{language}: second visit {transfers.total}")


def test_a_strangers_way_from_the_landing_page_through_the_first_deal_is_light(live_site, visitors):
    """More than a table needs: the page for strangers, with an example of a table, and its own socket."""
    transfers = Transfers(visitors.enter(live_site, viewport=PHONE))
    transfers.page.goto("/")
    mine = TablePage(transfers.page)
    mine.button("Play the computer now").click()
    mine.arrived()
    expect(transfers.page.locator("#region-talk")).to_be_hidden()  # nobody to talk to: its style is not sent
    play_until(lambda: mine.task == "read", mine)
    mine.page.wait_for_load_state("networkidle")
    print(f"\nfrom the landing page: {transfers.total - faces(transfers)}")
    assert transfers.total - faces(transfers) <= 100 * KB, heaviest(transfers)
    assert transfers.hosts == {live_site.url.removeprefix("http://")}


def test_a_file_named_by_its_content_is_kept_and_never_asked_for_again(live_site, visitors):
    page = visitors.enter(live_site)
    heads = []
    page.on("response", lambda answer: "/static/" in answer.url and heads.append(answer.headers))
    page.goto("/rules/", wait_until="networkidle")
    assert len(heads) > 5
    for head in heads:
        assert "immutable" in head["cache-control"]
        assert head.keys().isdisjoint({"etag", "last-modified"})

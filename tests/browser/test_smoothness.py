"""On a slow phone, too, the table answers at once: no update keeps the page busy for long."""

from statistics import median

import pytest

from tests.browser.pages import TablePage, play_until
from tests.browser.visitors import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.long]

TIMES_SLOWER = 4
UPDATES = 10
LONGEST = 180  # seconds
LONG = 50  # milliseconds, from which on a browser calls a task long and a finger feels it
# Every message of the socket, with how long the page was busy with it; and all long tasks from then on.
WATCH = """
window.busy = [];
window.longTasks = [];
new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => longTasks.push(duration)))
  .observe({ type: "longtask" });
const own = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
Object.defineProperty(WebSocket.prototype, "onmessage", {
  ...own,
  set(receive) {
    own.set.call(this, receive && ((event) => {
      const begun = performance.now();
      receive(event);
      busy.push(performance.now() - begun);
    }));
  },
});
"""


def test_updates_of_a_deal_keep_a_page_four_times_slower_busy_for_less_than_a_long_task(live_site, visitors):
    players = live_site.players("Ana", "Ben", pace=300)
    match = live_site.match(*players)
    tables = [TablePage(visitors.enter(live_site, player, viewport=PHONE, paced=True)) for player in players]
    slow = tables[0].page
    slow.add_init_script(WATCH)
    for table in tables:
        table.open(match)
    slow.wait_for_load_state("networkidle")
    slow.context.new_cdp_session(slow).send("Emulation.setCPUThrottlingRate", {"rate": TIMES_SLOWER})
    slow.evaluate("busy.length = longTasks.length = 0")
    play_until(lambda: slow.evaluate("busy.length") >= UPDATES, *tables, longest=LONGEST)
    busy, long_tasks = slow.evaluate("[busy, longTasks]")
    print(f"\n{len(busy)} messages, busy {median(busy):.0f} ms in the median, {max(busy):.0f} at most")
    print(f"long tasks: {sorted(map(round, long_tasks))}")
    # In the median, for other programs share the machine with the one that is measured.
    assert median(busy) <= LONG

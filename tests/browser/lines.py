"""The line between a page and the site's sockets, to be cut and mended."""

from playwright.sync_api import Page, WebSocketRoute

from tests.browser.pages import TablePage, wait_until

LOSSES = ["WebSocket connection to", "net::ERR_"]  # which Chromium tells the console
TABLE = '"type":"table"'


class Line:
    """Carries the sockets of a page opened after it was laid. `state` tells what it does:

    "open" carries everything; "cut" closes every socket at once; "dead" keeps them open and carries nothing, as for a
    phone that slept; "deaf" carries everything but what tells the page of the table, "mute" nothing of what the page
    says. `attempts` counts the sockets that were opened, `lost` the messages that were not carried, `tables` those that
    told the page of the table.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.state = "open"
        self.attempts = 0
        self.lost = 0
        self.tables = 0
        self._sockets: list[WebSocketRoute] = []
        self._dead: list[WebSocketRoute] = []
        page.route_web_socket("**/ws/**", self._take)

    def open(self, match: str) -> TablePage:
        """A table with which its socket has begun: what is lost from now on is something that happened since."""
        table = TablePage(self.page).open(match)
        wait_until(lambda: self.tables > 0, self.page)
        return table

    def cut(self) -> None:
        self.state = "cut"
        for socket in self._sockets:
            socket.close(code=1012)
        self._sockets.clear()

    def mend(self) -> None:
        self.state = "open"

    def let_die(self) -> None:
        """What is open now carries nothing any more, whatever comes after it."""
        self._dead += self._sockets
        self._sockets = []

    def _take(self, socket: WebSocketRoute) -> None:
        self.attempts += 1
        if self.state == "cut":
            socket.close(code=1012)
            return
        self._sockets.append(socket)
        server = socket.connect_to_server()
        socket.on_message(lambda message: self._is_lost(socket, "mute") or server.send(message))
        server.on_message(lambda message: self._tell(socket, message))

    def _tell(self, socket: WebSocketRoute, message: str | bytes) -> None:
        is_table = TABLE in str(message)
        if not self._is_lost(socket, "deaf" if is_table else ""):
            socket.send(message)
            self.tables += is_table

    def _is_lost(self, socket: WebSocketRoute, bad_state: str) -> bool:
        is_lost = socket in self._dead or self.state in ("dead", bad_state)
        self.lost += is_lost
        return is_lost

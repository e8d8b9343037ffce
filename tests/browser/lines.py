"""The line between a page and the site's sockets, to be cut and mended."""

from playwright.sync_api import Page, WebSocketRoute


class Line:
    """Carries the sockets of a page opened after it was laid. `state` tells what it does:

    "open" carries everything; "cut" closes every socket at once; "dead" keeps them open and carries nothing, as for a
    phone that slept; "deaf" carries everything but what tells the page of the table. `attempts` counts the sockets
    that were opened, `lost` the messages that were not carried.
    """

    def __init__(self, page: Page) -> None:
        self.state = "open"
        self.attempts = 0
        self.lost = 0
        self._sockets: list[WebSocketRoute] = []
        page.route_web_socket("**/ws/**", self._take)

    def cut(self) -> None:
        self.state = "cut"
        for socket in self._sockets:
            socket.close(code=1012)
        self._sockets.clear()

    def mend(self) -> None:
        self.state = "open"

    def _take(self, socket: WebSocketRoute) -> None:
        self.attempts += 1
        if self.state == "cut":
            socket.close(code=1012)
            return
        self._sockets.append(socket)
        server = socket.connect_to_server()
        socket.on_message(lambda message: self._is_lost(message) or server.send(message))
        server.on_message(lambda message: self._is_lost(message) or socket.send(message))

    def _is_lost(self, message: str | bytes) -> bool:
        is_lost = self.state == "dead" or (self.state == "deaf" and '"type":"table"' in str(message))
        self.lost += is_lost
        return is_lost

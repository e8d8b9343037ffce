"""What really goes over the wire to one page, as Chromium counts it: heads and bodies, compressed as they come."""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page


@dataclass
class Transfers:
    """Begins with the page's next request. Bytes by address; messages of sockets in the order in which they came."""

    page: Page
    bytes: dict[str, int] = field(default_factory=dict)
    messages: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)
    _addresses: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        session = self.page.context.new_cdp_session(self.page)
        session.on("Network.requestWillBeSent", self._begin)
        session.on("Network.loadingFinished", self._finish)
        session.on("Network.webSocketFrameReceived", self._hear)
        session.send("Network.enable")
        session.send("Network.setBypassServiceWorker", {"bypass": True})  # what the worker asks for is not the page's

    def _begin(self, event: dict[str, Any]) -> None:
        address = event["request"]["url"]
        self._addresses[event["requestId"]] = address
        if not address.startswith("data:"):
            self.hosts.add(urlsplit(address).netloc)

    def _finish(self, event: dict[str, Any]) -> None:
        address = self._addresses.get(event["requestId"], "")
        self.bytes[address] = self.bytes.get(address, 0) + int(event["encodedDataLength"])

    def _hear(self, event: dict[str, Any]) -> None:
        self.messages.append(event["response"]["payloadData"])

    def forget(self) -> None:
        """Begin anew; what the browser has cached stays."""
        self.bytes.clear()
        self.messages.clear()

    @property
    def heard(self) -> list[int]:
        """The bytes of each message."""
        return [len(message.encode()) for message in self.messages]

    @property
    def total(self) -> int:
        return sum(self.bytes.values()) + sum(self.heard)
